/// How a ``PoseLandmarker`` works. Ranges are checked when the task is made.
public struct PoseLandmarkerOptions: Sendable, Hashable, Codable {
  /// The largest number of people reported, at least 1.
  public var numPoses: Int
  /// People that the detector scores below this are not looked at, 0…1.
  public var minPoseDetectionConfidence: Float
  /// People whose presence score is not above this are dropped, 0…1.
  public var minPosePresenceConfidence: Float
  /// Overlap above which a new region counts as a person already followed, 0…1. Not used for single images.
  public var minTrackingConfidence: Float
  /// Whether to compute a mask per person; what only the mask needs is not computed otherwise.
  public var outputSegmentationMasks: Bool
  /// Whose numbers to give.
  public var precision: Precision
  /// How people are followed in a stream.
  public var stream: StreamOptions
  /// Processor threads that share the work of one call, at least 1; `nil` = one per processor. Results do not depend on
  /// it. Waiting threads spin for a moment, so 1 is better on a machine that is busy with other things.
  public var threads: Int?

  /// Makes options; the defaults are those of MediaPipe.
  public init(
    numPoses: Int = 1, minPoseDetectionConfidence: Float = 0.5, minPosePresenceConfidence: Float = 0.5,
    minTrackingConfidence: Float = 0.5, outputSegmentationMasks: Bool = false, precision: Precision = .mediaPipe,
    stream: StreamOptions = StreamOptions(),
    threads: Int? = nil
  ) {
    self.numPoses = numPoses
    self.minPoseDetectionConfidence = minPoseDetectionConfidence
    self.minPosePresenceConfidence = minPosePresenceConfidence
    self.minTrackingConfidence = minTrackingConfidence
    self.outputSegmentationMasks = outputSegmentationMasks
    self.precision = precision
    self.stream = stream
    self.threads = threads
  }

  func check() throws(LandmarkError) {
    try OptionChecks.count(numPoses, "numPoses")
    try OptionChecks.confidence(minPoseDetectionConfidence, "minPoseDetectionConfidence")
    try OptionChecks.confidence(minPosePresenceConfidence, "minPosePresenceConfidence")
    try OptionChecks.confidence(minTrackingConfidence, "minTrackingConfidence")
    try OptionChecks.stream(stream)
    try OptionChecks.threads(threads)
  }
}
