/// The mean of a hand's side over its track. Ours: the side of a hand does not change, the network's opinion does.
struct HandednessSmoother {
  private var sums: [Int: (sum: Float, count: Float)] = [:]
  private static let capacity = 64

  /// The mean with `score` taken in.
  mutating func add(_ score: Float, trackID: Int) -> Float {
    var entry = sums[trackID] ?? (0, 0)
    entry.sum += score
    entry.count += 1
    sums[trackID] = entry
    return entry.sum / entry.count
  }

  /// Numbers are remembered as long as the identity tracker might give them again; a few old entries cost nothing.
  mutating func endFrame(seen: [Int]) {
    guard sums.count > Self.capacity + seen.count else { return }
    let kept = Set(sums.keys.sorted().suffix(Self.capacity)).union(seen)
    sums = sums.filter { kept.contains($0.key) }
  }
}
