import Tracking

/// Subjects of one frame, from the picture alone or with the help of the frames before. Not thread-safe.
///
/// This is the order of work of one frame: detector (if needed) → regions → landmark network on each → duplicates →
/// next regions → identities. Source: MediaPipe, `pipelines.md` sections 7.1 and 14.
final class SubjectFinder<Pipeline: SubjectPipeline> {
  /// A subject with its number in the stream.
  struct Tracked {
    var subject: Pipeline.Subject
    let trackID: Int
  }

  let pipeline: Pipeline
  private let tracker: RegionTracker
  private var regions = RegionTracker.State()
  private var identities = IdentityTracker()
  /// Numbers of the subjects whose regions are followed, in the same order.
  private var followedIDs: [Int] = []
  private(set) var detectorRuns = 0
  private(set) var landmarkRuns = 0
  private(set) var lostTracks = 0

  init(pipeline: Pipeline, maximumCount: Int, overlap: Float, redetectionPeriod: Int) {
    self.pipeline = pipeline
    tracker = RegionTracker(
      options: .init(
        association: pipeline.association, maximumCount: maximumCount, overlap: overlap, redetectionPeriod: redetectionPeriod))
  }

  /// Forgets all frames; counters go on.
  func reset() {
    regions = .init()
    identities = .init()
    followedIDs = []
  }

  /// Forgets where the subjects were, within the same stream: their numbers are not given again.
  func loseSubjects() {
    lostTracks += followedIDs.count
    regions = .init()
    identities.forgetSubjects()
    followedIDs = []
  }

  /// The subjects of a picture on its own; nothing is remembered.
  func subjects(in scene: Scene) throws(LandmarkError) -> [Pipeline.Subject] {
    detectorRuns += 1
    let detected = try pipeline.detectedRegions(in: scene)
    let found = try look(at: detected.prefix(tracker.options.maximumCount).map { ($0, nil) }, in: scene, isStream: false)
    return found.map(\.subject)
  }

  /// The subjects of the next frame of a stream.
  func nextSubjects(in scene: Scene, timestampMilliseconds: Int) throws(LandmarkError) -> [Tracked] {
    let runsDetector = tracker.needsDetection(regions)
    if runsDetector { detectorRuns += 1 }
    let detected = runsDetector ? try pipeline.detectedRegions(in: scene) : []
    // Faces and hands are cut to the limit before they meet the followed ones, poses are not; with the rule that a
    // newer pose pushes out an older one this decides who stays. Source: `pipelines.md` section 7.1 step 2.
    let limited = pipeline.limitsDetectionsBeforeAssociation ? Array(detected.prefix(tracker.options.maximumCount)) : detected
    let candidates = tracker.candidates(regions, detected: limited)
    let found = try look(at: candidates.map { ($0.region, $0.followedIndex) }, in: scene, isStream: true)
    let observations = found.map { item in
      var observation = pipeline.observation(of: item.subject, in: scene.size)
      observation.followedID = item.followedIndex.map { followedIDs[$0] }
      return observation
    }
    let ids = identities.assign(observations, timestampMilliseconds: timestampMilliseconds)
    lostTracks += followedIDs.count { !ids.contains($0) }
    followedIDs = ids
    regions = tracker.advance(
      regions, survivors: found.map { pipeline.nextRegion(of: $0.subject, in: scene.size) }, ranDetector: runsDetector)
    return zip(found, ids).map { Tracked(subject: $0.subject, trackID: $1) }
  }

  private func look(
    at places: [(region: NormalizedRegion, followedIndex: Int?)], in scene: Scene, isStream: Bool
  ) throws(LandmarkError) -> [(subject: Pipeline.Subject, followedIndex: Int?)] {
    var found: [(subject: Pipeline.Subject, followedIndex: Int?)] = []
    for place in places {
      landmarkRuns += 1
      if let subject = try pipeline.subject(in: scene, region: place.region) { found.append((subject, place.followedIndex)) }
    }
    return pipeline.keptIndices(of: found.map(\.subject), in: scene.size, isStream: isStream).map { found[$0] }
  }
}
