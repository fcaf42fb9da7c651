import LandmarkDecode
import Tracking

/// The hands of one frame after smoothing, in coordinates of what was looked at: what hand and gesture results are made
/// of.
struct TrackedHands {
  var hands: [DecodedHand] = []
  /// The side of each hand, averaged over its track if the options say so.
  var handedness: [Category] = []
  var trackIDs: [Int] = []

  init(single hands: [DecodedHand]) {
    self.hands = hands
    handedness = hands.map(\.handedness)
  }

  init(
    _ tracked: [SubjectFinder<HandPipeline>.Tracked], session: TaskSession<HandPipeline>, sides: inout HandednessSmoother,
    smoothsHandedness: Bool, size: ImageSize, timestampMilliseconds: Int
  ) {
    for item in tracked {
      var hand = item.subject
      session.smooth(
        &hand.landmarks, &hand.worldLandmarks, trackID: item.trackID, in: size,
        objectScalePixels: LandmarkSmoother.objectScalePixels(hand.landmarks, in: size),
        timestampMilliseconds: timestampMilliseconds)
      hands.append(hand)
      trackIDs.append(item.trackID)
      if smoothsHandedness {
        var averaged = hand
        averaged.rightHandScore = sides.add(hand.rightHandScore, trackID: item.trackID)
        handedness.append(averaged.handedness)
      } else {
        handedness.append(hand.handedness)
      }
    }
    sides.endFrame(seen: trackIDs)
  }
}

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
