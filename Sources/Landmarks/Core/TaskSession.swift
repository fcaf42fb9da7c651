import Tracking

/// What a task object keeps between calls: the finder with its memory, the stream's clock, and whether it is closed.
/// Not thread-safe: the task object reaches it through ``Guarded`` only.
final class TaskSession<Pipeline: SubjectPipeline> {
  let finder: SubjectFinder<Pipeline>
  private(set) var smoother: StreamSmoother
  private var gate: TimestampGate
  private var lastProcessing: ImageProcessingOptions?
  private var lastSize: ImageSize?
  private var isClosed = false
  private var counters = TaskStatistics()

  init(
    pipeline: Pipeline, maximumCount: Int, overlap: Float, stream: StreamOptions, rule: StreamSmoother.OriginalRule,
    precision: Precision
  ) {
    finder = SubjectFinder(
      pipeline: pipeline, maximumCount: maximumCount, overlap: overlap, redetectionPeriod: stream.redetectionPeriod)
    smoother = StreamSmoother(stream.smoothing, rule: rule, maximumCount: maximumCount, precision: precision)
    gate = TimestampGate(policy: stream.timestampPolicy)
  }

  var statistics: TaskStatistics {
    var result = counters
    result.detectorRuns = finder.detectorRuns
    result.landmarkRuns = finder.landmarkRuns
    result.lostTracks = finder.lostTracks
    return result
  }

  /// Forgets the stream: the next frame may have any time and finds nobody followed.
  func reset() {
    finder.reset()
    smoother.reset()
    gate.reset()
    lastProcessing = nil
    lastSize = nil
  }

  func close() {
    reset()
    isClosed = true
  }

  /// Runs the networks once, so that their memory is there when the first picture comes. Counts nothing.
  func warmUp() throws(LandmarkError) {
    try checkOpen()
    finder.pipeline.warmUp()
  }

  private func checkOpen() throws(LandmarkError) {
    guard !isClosed else { throw .taskIsClosed }
  }

  /// One picture on its own.
  func single<Result>(
    _ picture: Image, _ processing: ImageProcessingOptions,
    _ body: (Viewpoint, Scene, [Pipeline.Subject]) throws(LandmarkError) -> Result
  ) throws(LandmarkError) -> Result {
    try checkOpen()
    counters.framesReceived += 1
    var failed = true
    defer { if failed { counters.framesFailed += 1 } }
    let viewpoint = try Viewpoint(picture, processing)
    let result = try viewpoint.withScene { (scene) throws(LandmarkError) -> Result in
      try body(viewpoint, scene, finder.subjects(in: scene))
    }
    failed = false
    counters.results += 1
    return result
  }

  /// One frame of a stream; `nil` if it was dropped because of its time.
  func frame<Result>(
    _ picture: Image, _ timestampMilliseconds: Int, _ processing: ImageProcessingOptions,
    _ body: (Viewpoint, Scene, [SubjectFinder<Pipeline>.Tracked], _ timestampMilliseconds: Int) throws(LandmarkError) -> Result
  ) throws(LandmarkError) -> Result? {
    try checkOpen()
    counters.framesReceived += 1
    var failed = true
    defer { if failed { counters.framesFailed += 1 } }
    let viewpoint = try Viewpoint(picture, processing)
    guard let time = try gate.admit(timestampMilliseconds) else {
      failed = false
      counters.framesDropped += 1
      return nil
    }
    // Regions are fractions of what was looked at: they mean nothing in another picture size, part or turn.
    if let lastProcessing, let lastSize, lastProcessing != processing || lastSize != picture.size {
      finder.loseSubjects()
      smoother.reset()
    }
    lastProcessing = processing
    lastSize = picture.size
    let result = try viewpoint.withScene { (scene) throws(LandmarkError) -> Result in
      let tracked = try finder.nextSubjects(in: scene, timestampMilliseconds: time)
      let result = try body(viewpoint, scene, tracked, time)
      smoother.endFrame(seen: tracked.map(\.trackID))
      return result
    }
    failed = false
    counters.results += 1
    return result
  }

  /// Steadies one subject of the current frame in place.
  func smooth(
    _ landmarks: inout [NormalizedLandmark], _ world: inout [WorldLandmark], trackID: Int, in size: ImageSize,
    objectScalePixels: Float, timestampMilliseconds: Int
  ) {
    smoother.smooth(
      &landmarks, &world, trackID: trackID, in: size, objectScalePixels: objectScalePixels,
      timestampMilliseconds: timestampMilliseconds)
  }

  /// Counts a frame that was dropped before it came here.
  func countDrop() {
    counters.framesReceived += 1
    counters.framesDropped += 1
  }
}

extension LandmarkError {
  static let taskIsClosed = LandmarkError(
    .closed, "The task was closed.", remedy: "Make a new one; closing cannot be taken back.")
}
