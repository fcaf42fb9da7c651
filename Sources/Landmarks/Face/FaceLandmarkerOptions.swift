/// How a ``FaceLandmarker`` works. Ranges are checked when the task is made.
public struct FaceLandmarkerOptions: Sendable, Hashable, Codable {
  /// The largest number of faces reported, at least 1. The faces for a smaller number are the first ones of those for
  /// a larger number.
  public var numFaces: Int
  /// Faces that the detector scores below this are not looked at, 0…1.
  public var minFaceDetectionConfidence: Float
  /// Faces whose presence score is not above this are dropped, 0…1.
  public var minFacePresenceConfidence: Float
  /// Overlap above which a new region counts as a face already followed, 0…1. Not used for single images.
  public var minTrackingConfidence: Float
  /// Whether to compute the 52 blendshape scores of each face.
  public var outputFaceBlendshapes: Bool
  /// Whether to compute the matrix from the canonical face to each face.
  public var outputFacialTransformationMatrixes: Bool
  /// The camera's angle between the picture's top and bottom edge in degrees, above 0 and below 180; the matrices
  /// depend on it. The original's fixed value is 63.
  public var verticalFieldOfViewDegrees: Float
  /// Whose numbers to give.
  public var precision: Precision
  /// How faces are followed in a stream.
  public var stream: StreamOptions
  /// Processor threads that share the work of one call, at least 1; `nil` = one per processor. Results do not depend on
  /// it. Waiting threads spin for a moment, so 1 is better on a machine that is busy with other things.
  public var threads: Int?

  /// Makes options; the defaults are those of MediaPipe.
  public init(
    numFaces: Int = 1, minFaceDetectionConfidence: Float = 0.5, minFacePresenceConfidence: Float = 0.5,
    minTrackingConfidence: Float = 0.5, outputFaceBlendshapes: Bool = false, outputFacialTransformationMatrixes: Bool = false,
    verticalFieldOfViewDegrees: Float = 63, precision: Precision = .mediaPipe, stream: StreamOptions = StreamOptions(),
    threads: Int? = nil
  ) {
    self.numFaces = numFaces
    self.minFaceDetectionConfidence = minFaceDetectionConfidence
    self.minFacePresenceConfidence = minFacePresenceConfidence
    self.minTrackingConfidence = minTrackingConfidence
    self.outputFaceBlendshapes = outputFaceBlendshapes
    self.outputFacialTransformationMatrixes = outputFacialTransformationMatrixes
    self.verticalFieldOfViewDegrees = verticalFieldOfViewDegrees
    self.precision = precision
    self.stream = stream
    self.threads = threads
  }

  func check() throws(LandmarkError) {
    try OptionChecks.count(numFaces, "numFaces")
    try OptionChecks.confidence(minFaceDetectionConfidence, "minFaceDetectionConfidence")
    try OptionChecks.confidence(minFacePresenceConfidence, "minFacePresenceConfidence")
    try OptionChecks.confidence(minTrackingConfidence, "minTrackingConfidence")
    // Not-a-number fails the comparison too.
    guard verticalFieldOfViewDegrees > 0, verticalFieldOfViewDegrees < 180 else {
      throw LandmarkError(
        .invalidArgument, "verticalFieldOfViewDegrees is \(verticalFieldOfViewDegrees): it must be above 0 and below 180.",
        remedy: "63 is the original's; phones have 40 to 60 in landscape.")
    }
    try OptionChecks.stream(stream)
    try OptionChecks.threads(threads)
  }
}
