/// Finds what somebody probably meant to type.
package enum Suggestion {
  /// The candidate nearest to `word`, or `nil` if none is near: at most a third of the letters may differ, or `word`
  /// is the beginning of exactly one candidate.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    guard word.count >= 2 else { return nil }
    let beginning = candidates.filter { $0.hasPrefix(word) }
    if beginning.count == 1 { return beginning[0] }
    let ranked = candidates.map { (word: $0, distance: distance(word, $0)) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= max(1, max(word.count, best.word.count) / 3) ? best.word : nil
  }

  /// Least number of letters to insert, delete, replace or swap with a neighbour (optimal string alignment).
  static func distance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1] + Array(repeating: 0, count: b.count)
      for j in 0..<b.count {
        row[j + 1] = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { row[j + 1] = min(row[j + 1], beforeLast[j - 1] + 1) }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
