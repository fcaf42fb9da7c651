import Inference
import LandmarkDecode
import Tracking

/// Subjects of one frame, from the picture alone or with the help of the frames before. Not thread-safe.
///
/// This is the order of work of one frame: detector (if needed) → regions → landmark network on each → duplicates →
/// next regions → identities. Source: MediaPipe, `pipelines.md` sections 7.1 and 14.
///
/// All lists stay from frame to frame and are filled anew, so that a frame takes no memory once they have their size.
final class SubjectFinder<Pipeline: SubjectPipeline> {
  let pipeline: Pipeline
  private let lanes: SubjectLanes<Pipeline>
  private let tracker: RegionTracker
  private var regions = RegionTracker.State()
  private var identities = IdentityTracker()
  /// Numbers of the subjects whose regions are followed, in the same order.
  private var followedIDs: [Int] = []
  private(set) var detectorRuns = 0
  private(set) var landmarkRuns = 0
  private(set) var lostTracks = 0

  /// Places of subjects, of which the first ``foundCount`` are taken; the others keep their memory for later frames.
  private var places: [FoundSubject<Pipeline.Subject>] = []
  private var foundCount = 0

  // Of the current frame.
  private var detected: [NormalizedRegion] = []
  private var candidates: [RegionTracker.Candidate] = []
  private var duplicates = DuplicateFilter()
  private var observations: [IdentityTracker.Observation] = []
  private var ids: [Int] = []
  private var nextRegions: [NormalizedRegion] = []

  init(pipeline: Pipeline, team: ThreadTeam, maximumCount: Int, overlap: Float, redetectionPeriod: Int) {
    self.pipeline = pipeline
    lanes = SubjectLanes(pipeline: pipeline, team: team)
    tracker = RegionTracker(
      options: .init(
        association: pipeline.association, maximumCount: maximumCount, overlap: overlap, redetectionPeriod: redetectionPeriod))
  }

  /// Runs both networks once, and makes the memory of threads that work side by side if there may be so many subjects.
  func warmUp() throws(LandmarkError) {
    pipeline.warmUp()
    if lanes.count > 1, tracker.options.maximumCount >= lanes.count { try pipeline.prepareLanes(lanes.count) }
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

  /// What was found last. Let go of it before the next picture: memory that is still in use is not filled again.
  var found: ArraySlice<FoundSubject<Pipeline.Subject>> { places[..<foundCount] }

  /// Numbers of the subjects of the last frame of the stream.
  var trackIDs: [Int] { followedIDs }

  /// Finds the subjects of a picture on its own; nothing is remembered.
  func find(in scene: Scene) throws(LandmarkError) {
    try detect(in: scene, atMost: tracker.options.maximumCount)
    candidates.removeAll(keepingCapacity: true)
    for region in detected { candidates.append(.init(region: region, followedIndex: nil)) }
    try look(in: scene, skipping: 0, isStream: false)
  }

  /// Finds the subjects of the next frame of a stream.
  func findNext(in scene: Scene, timestampMilliseconds: Int) throws(LandmarkError) {
    let runsDetector = tracker.needsDetection(regions)
    let seen = runsDetector ? try detectBesideFollowed(in: scene) : 0
    if runsDetector, seen == 0 {
      // Faces and hands are cut to the limit before they meet the followed ones, poses are not; with the rule that a
      // newer pose pushes out an older one this decides who stays. Source: `pipelines.md` section 7.1 step 2.
      try detect(in: scene, atMost: pipeline.limitsDetectionsBeforeAssociation ? tracker.options.maximumCount : .max)
    } else if !runsDetector {
      detected.removeAll(keepingCapacity: true)
    }
    tracker.findCandidates(regions, detected: detected, into: &candidates)
    try look(in: scene, skipping: seen, isStream: true)
    identify(in: scene.size, timestampMilliseconds: timestampMilliseconds)
    nextRegions.removeAll(keepingCapacity: true)
    for index in 0..<foundCount { nextRegions.append(pipeline.nextRegion(of: places[index].subject, in: scene.size)) }
    tracker.advance(&regions, survivors: nextRegions, ranDetector: runsDetector)
  }

  /// Steadies what was found in a frame of a stream.
  func steady(with smoother: inout StreamSmoother, in size: ImageSize, timestampMilliseconds: Int) {
    for index in 0..<foundCount {
      let sight = StreamSmoother.Sight(
        trackID: places[index].trackID, size: size, timestampMilliseconds: timestampMilliseconds)
      pipeline.steady(&places[index].subject, with: &smoother, at: sight)
    }
  }

  private func detect(in scene: Scene, atMost limit: Int) throws(LandmarkError) {
    detectorRuns += 1
    detected.removeAll(keepingCapacity: true)
    try pipeline.detect(in: scene, lane: nil, into: &detected)
    if detected.count > limit { detected.removeSubrange(limit...) }
  }

  /// Runs the detector on one thread and the landmark network on followed subjects on the others, if there are enough of them
  /// and nothing that the detector finds can push them out.
  ///
  /// - Returns: How many of the followed subjects were looked at: the first candidates. 0 if the detector did not run.
  private func detectBesideFollowed(in scene: Scene) throws(LandmarkError) -> Int {
    let seen = lanes.count - 1
    guard pipeline.association == .olderWins, seen > 0, regions.followedCount >= seen else { return 0 }
    detected.removeAll(keepingCapacity: true)
    tracker.findCandidates(regions, detected: detected, into: &candidates)
    guard candidates.count >= seen else { return 0 }
    detectorRuns += 1
    try lookSideBySide(in: scene, at: 0..<seen, detects: true)
    let limit = pipeline.limitsDetectionsBeforeAssociation ? tracker.options.maximumCount : .max
    if detected.count > limit { detected.removeSubrange(limit...) }
    return seen
  }

  /// Runs the landmark network on every candidate but the first ones, each with a place of its own, then closes the gaps.
  private func look(in scene: Scene, skipping seen: Int, isStream: Bool) throws(LandmarkError) {
    foundCount = 0
    makePlaces()
    var index = seen
    // One region per thread as long as there are enough; the threads share the work on the others.
    while lanes.count > 1, candidates.count - index >= lanes.count {
      try lookSideBySide(in: scene, at: index..<index + lanes.count, detects: false)
      index += lanes.count
    }
    while index < candidates.count {
      landmarkRuns += 1
      places[index].isFound = try pipeline.find(
        in: scene, region: candidates[index].region, lane: nil, into: &places[index].subject)
      index += 1
    }
    for index in candidates.indices { places[index].followedIndex = candidates[index].followedIndex }
    for index in candidates.indices where places[index].isFound { keep(index) }
    duplicates.update(count: foundCount) { earlier, later in
      pipeline.areSame(places[earlier].subject, places[later].subject, in: scene.size, isStream: isStream)
    }
    foundCount = 0
    for index in duplicates.kept { keep(index) }
  }

  private func makePlaces() {
    while places.count < candidates.count { places.append(FoundSubject(subject: pipeline.makeSubject())) }
  }

  /// Looks at some candidates at the same time, and runs the detector meanwhile if it is to.
  private func lookSideBySide(in scene: Scene, at indices: Range<Int>, detects: Bool) throws(LandmarkError) {
    makePlaces()
    landmarkRuns += indices.count
    var failure: LandmarkError?
    candidates.withUnsafeBufferPointer { candidates in
      places.withUnsafeMutableBufferPointer { places in
        withUnsafeMutablePointer(to: &detected) { detected in
          // There is a place for every candidate, and at least one candidate.
          guard let first = places.baseAddress else { return }
          do throws(LandmarkError) {
            try lanes.run(
              .init(
                scene: scene, detected: detects ? detected : nil, candidates: .init(rebasing: candidates[indices]),
                places: first + indices.lowerBound))
          } catch { failure = error }
        }
      }
    }
    if let failure { throw failure }
  }

  /// Makes the place at `index` the next that is taken.
  private func keep(_ index: Int) {
    if index != foundCount { places.swapAt(index, foundCount) }
    foundCount += 1
  }

  /// Gives the subjects their numbers.
  private func identify(in size: ImageSize, timestampMilliseconds: Int) {
    observations.removeAll(keepingCapacity: true)
    for place in found {
      var observation = pipeline.observation(of: place.subject, in: size)
      observation.followedID = place.followedIndex.map { followedIDs[$0] }
      observations.append(observation)
    }
    identities.assign(observations, timestampMilliseconds: timestampMilliseconds, into: &ids)
    lostTracks += followedIDs.count { !ids.contains($0) }
    swap(&followedIDs, &ids)
    for index in 0..<foundCount { places[index].trackID = followedIDs[index] }
  }
}
