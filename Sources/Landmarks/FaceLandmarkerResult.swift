/// The faces in a picture. All arrays have one element per face, in the same order; all are empty if there is none.
public struct FaceLandmarkerResult: Sendable, Hashable, Codable {
  /// 478 landmarks per face in fractions of the stored picture. 468…472 are the iris of the person's right eye with its
  /// centre first, 473…477 that of the left eye. Lines between them: ``FaceConnections``.
  public var faceLandmarks: [[NormalizedLandmark]]
  /// Probability 0…1 that there is a face.
  public var presenceScores: [Float]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    faceLandmarks: [[NormalizedLandmark]] = [], presenceScores: [Float] = [], timestampInMilliseconds: Int = 0
  ) {
    self.faceLandmarks = faceLandmarks
    self.presenceScores = presenceScores
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
