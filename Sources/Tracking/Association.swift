package import VisionBase

/// How regions followed from the last frame and regions found by the detector become one list.
/// Source: MediaPipe, `pipelines.md` section 7.1 step 3.
package enum Association: Sendable, Hashable {
  /// Hands: followed regions stay; a detection is added unless it overlaps one that is in the list already.
  case olderWins
  /// Faces and poses: every region, followed ones first, pushes out those before it that it overlaps.
  case newerWins

  /// Positions in `followed + detected`, in the order of the merged list.
  package func merge(followed: [NormalizedRegion], detected: [NormalizedRegion], overlap: Float) -> [Int] {
    let all = followed + detected
    var kept: [Int]
    switch self {
    case .olderWins:
      kept = Array(followed.indices)
      for index in followed.count..<all.count where !kept.contains(where: { all[$0].overlap(with: all[index]) > overlap }) {
        kept.append(index)
      }
    case .newerWins:
      kept = []
      for index in all.indices {
        kept.removeAll { all[$0].overlap(with: all[index]) > overlap }
        kept.append(index)
      }
    }
    return kept
  }
}

extension NormalizedRegion {
  /// Intersection over union of the upright boxes (rotation is ignored). Source: `pipelines.md` section 0.6.
  package func overlap(with other: NormalizedRegion) -> Float {
    NormalizedBox(ignoringRotationOf: self).intersectionOverUnion(NormalizedBox(ignoringRotationOf: other))
  }
}
