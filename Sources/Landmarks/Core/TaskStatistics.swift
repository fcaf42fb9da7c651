/// What a task has done since it was made; single pictures and frames of a stream together.
public struct TaskStatistics: Sendable, Hashable, Codable {
  /// Pictures and frames handed in.
  public var framesReceived = 0
  /// Pictures and frames answered with a result.
  public var results = 0
  /// Frames that were dropped (and reported as such).
  public var framesDropped = 0
  /// Pictures and frames whose call threw.
  public var framesFailed = 0
  /// Runs of the detector network.
  public var detectorRuns = 0
  /// Runs of the landmark network.
  public var landmarkRuns = 0
  /// Times that a followed subject was not found any more.
  public var lostTracks = 0

  /// Makes counters that stand at 0.
  public init() {}

  mutating func add(_ other: TaskStatistics) {
    framesReceived += other.framesReceived
    results += other.results
    framesDropped += other.framesDropped
    framesFailed += other.framesFailed
    detectorRuns += other.detectorRuns
    landmarkRuns += other.landmarkRuns
    lostTracks += other.lostTracks
  }
}
