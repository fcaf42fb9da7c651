import Inference
import Tracking

/// What a task object keeps between calls: the finder with its memory, the stream's clock, and whether it is closed.
/// Not thread-safe: the task object reaches it through ``Guarded`` only.
final class TaskSession<Pipeline: SubjectPipeline> {
  let finder: SubjectFinder<Pipeline>
  private var smoother: StreamSmoother
  private var gate: TimestampGate
  private var memory = Viewpoint.Memory()
  private var lastProcessing: ImageProcessingOptions?
  private var lastSize: ImageSize?
  private var isClosed = false
  private var counters = TaskStatistics()

  init(
    pipeline: Pipeline, team: ThreadTeam, maximumCount: Int, overlap: Float, stream: StreamOptions,
    rule: StreamSmoother.OriginalRule,
    precision: Precision
  ) {
    finder = SubjectFinder(
      pipeline: pipeline, team: team, maximumCount: maximumCount, overlap: overlap, redetectionPeriod: stream.redetectionPeriod)
    smoother = StreamSmoother(stream, rule: rule, maximumCount: maximumCount, precision: precision)
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
    memory = Viewpoint.Memory()
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
    try finder.warmUp()
  }

  private func checkOpen() throws(LandmarkError) {
    guard !isClosed else { throw .taskIsClosed }
  }

  /// One picture on its own; `body` makes the result.
  func single<Result>(
    _ picture: Image, _ processing: ImageProcessingOptions,
    _ body: (FoundFrame<Pipeline.Subject>) throws(LandmarkError) -> Result
  ) throws(LandmarkError) -> Result {
    try checkOpen()
    counters.framesReceived += 1
    var failed = true
    defer { if failed { counters.framesFailed += 1 } }
    let viewpoint = try Viewpoint(picture, processing, using: &memory)
    let result = try viewpoint.withScene { (scene) throws(LandmarkError) -> Result in
      try finder.find(in: scene)
      return try body(FoundFrame(viewpoint: viewpoint, scene: scene, subjects: finder.found, streamMilliseconds: nil))
    }
    failed = false
    counters.results += 1
    return result
  }

  /// One frame of a stream, its subjects steadied; `nil` if it was dropped because of its time. `body` makes the result.
  func frame<Result>(
    _ picture: Image, _ timestampMilliseconds: Int, _ processing: ImageProcessingOptions,
    _ body: (FoundFrame<Pipeline.Subject>) throws(LandmarkError) -> Result
  ) throws(LandmarkError) -> Result? {
    try checkOpen()
    counters.framesReceived += 1
    var failed = true
    defer { if failed { counters.framesFailed += 1 } }
    let viewpoint = try Viewpoint(picture, processing, using: &memory)
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
      try finder.findNext(in: scene, timestampMilliseconds: time)
      finder.steady(with: &smoother, in: scene.size, timestampMilliseconds: time)
      let result = try body(FoundFrame(viewpoint: viewpoint, scene: scene, subjects: finder.found, streamMilliseconds: time))
      smoother.endFrame(seen: finder.trackIDs)
      return result
    }
    failed = false
    counters.results += 1
    return result
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
