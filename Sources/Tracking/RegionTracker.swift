package import VisionBase

/// Decides, frame by frame, where the landmark network looks: functions over a small state, no pixels, no models.
/// Lists are handed in to be filled, so that a frame needs no new ones.
///
/// One frame: ``needsDetection(_:)`` → (detector, if so) → ``findCandidates(_:detected:into:)`` → landmark network on each →
/// ``advance(_:survivors:ranDetector:)``. Source: MediaPipe, `pipelines.md` section 7.1.
package struct RegionTracker: Sendable, Hashable {
  package struct Options: Sendable, Hashable {
    package var association: Association
    /// Most subjects, at least 1.
    package var maximumCount: Int
    /// Overlap above which two regions are the same subject: the tasks' tracking confidence.
    package var overlap: Float
    /// While some but not all subjects are in view, the detector runs on every n-th frame; 1 as in the original.
    package var redetectionPeriod: Int

    package init(association: Association, maximumCount: Int, overlap: Float, redetectionPeriod: Int = 1) {
      self.association = association
      self.maximumCount = maximumCount
      self.overlap = overlap
      self.redetectionPeriod = redetectionPeriod
    }
  }

  /// What is carried from frame to frame.
  package struct State: Sendable, Hashable {
    /// Regions of the subjects that survived the last frame, computed from their landmarks.
    package fileprivate(set) var followed: [NormalizedRegion] = []
    package fileprivate(set) var framesSinceDetection = 0

    /// Number of subjects that are followed.
    package var followedCount: Int { followed.count }

    package init() {}
  }

  /// A place to look at.
  package struct Candidate: Sendable, Hashable {
    package let region: NormalizedRegion
    /// Position among the last frame's survivors, `nil` for a fresh detection.
    package let followedIndex: Int?

    package init(region: NormalizedRegion, followedIndex: Int?) {
      self.region = region
      self.followedIndex = followedIndex
    }
  }

  package let options: Options

  package init(options: Options) { self.options = options }

  /// Whether the detector has to run on this frame: nobody is followed, or fewer than the limit and it is time again.
  package func needsDetection(_ state: State) -> Bool {
    if state.followed.isEmpty { return true }
    return state.followed.count < options.maximumCount && state.framesSinceDetection + 1 >= options.redetectionPeriod
  }

  /// Replaces `candidates` by followed and detected regions merged, cut to the limit.
  package func findCandidates(_ state: State, detected: [NormalizedRegion], into candidates: inout [Candidate]) {
    options.association.merge(followed: state.followed, detected: detected, overlap: options.overlap, into: &candidates)
    if candidates.count > options.maximumCount { candidates.removeSubrange(options.maximumCount...) }
  }

  /// Makes `state` that of the next frame.
  ///
  /// - Parameter survivors: Next regions of the subjects found in this frame, in the order they are reported.
  package func advance(_ state: inout State, survivors: [NormalizedRegion], ranDetector: Bool) {
    state.followed.removeAll(keepingCapacity: true)
    state.followed.append(contentsOf: survivors)
    state.framesSinceDetection = ranDetector ? 0 : state.framesSinceDetection + 1
  }
}
