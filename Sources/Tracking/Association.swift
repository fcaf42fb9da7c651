package import VisionBase

/// How regions followed from the last frame and regions found by the detector become one list.
/// Source: MediaPipe, `pipelines.md` section 7.1 step 3.
package enum Association: Sendable, Hashable {
  /// Hands: followed regions stay; a detection is added unless it overlaps one that is in the list already.
  case olderWins
  /// Faces and poses: every region, followed ones first, pushes out those before it that it overlaps.
  case newerWins

  /// Replaces `merged` by both lists merged, in order.
  package func merge(
    followed: [NormalizedRegion], detected: [NormalizedRegion], overlap: Float, into merged: inout [RegionTracker.Candidate]
  ) {
    merged.removeAll(keepingCapacity: true)
    for (index, region) in followed.enumerated() {
      if self == .newerWins { merged.removeAll { $0.region.overlap(with: region) > overlap } }
      merged.append(RegionTracker.Candidate(region: region, followedIndex: index))
    }
    for region in detected {
      switch self {
      case .olderWins: if merged.contains(where: { $0.region.overlap(with: region) > overlap }) { continue }
      case .newerWins: merged.removeAll { $0.region.overlap(with: region) > overlap }
      }
      merged.append(RegionTracker.Candidate(region: region, followedIndex: nil))
    }
  }
}

extension NormalizedRegion {
  /// Intersection over union of the upright boxes (rotation is ignored). Source: `pipelines.md` section 0.6.
  package func overlap(with other: NormalizedRegion) -> Float {
    NormalizedBox(ignoringRotationOf: self).intersectionOverUnion(NormalizedBox(ignoringRotationOf: other))
  }
}
