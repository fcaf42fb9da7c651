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

  /// Makes options; the defaults are those of MediaPipe.
  public init(
    numFaces: Int = 1, minFaceDetectionConfidence: Float = 0.5, minFacePresenceConfidence: Float = 0.5,
    minTrackingConfidence: Float = 0.5
  ) {
    self.numFaces = numFaces
    self.minFaceDetectionConfidence = minFaceDetectionConfidence
    self.minFacePresenceConfidence = minFacePresenceConfidence
    self.minTrackingConfidence = minTrackingConfidence
  }

  func check() throws(LandmarkError) {
    try OptionChecks.count(numFaces, "numFaces")
    try OptionChecks.confidence(minFaceDetectionConfidence, "minFaceDetectionConfidence")
    try OptionChecks.confidence(minFacePresenceConfidence, "minFacePresenceConfidence")
    try OptionChecks.confidence(minTrackingConfidence, "minTrackingConfidence")
  }
}
