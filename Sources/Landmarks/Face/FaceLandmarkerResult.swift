/// The faces in a picture. All arrays have one element per face, in the same order; all are empty if there is none.
public struct FaceLandmarkerResult: Sendable, Hashable, Codable {
  /// 478 landmarks per face in fractions of the stored picture. 468…472 are the iris of the person's right eye with its
  /// centre first, 473…477 that of the left eye. Lines between them: ``FaceConnections``.
  public var faceLandmarks: [[NormalizedLandmark]]
  /// 52 scores per face in the model's order, named like ARKit's blendshapes, without the tongue (the model has none)
  /// and with `_neutral` first; empty unless asked for.
  public var faceBlendshapes: [Classifications]
  /// Per face the 4 × 4 matrix from the canonical face (centimetres) to the camera's space: camera at the origin, looking
  /// along −z, y up; empty unless asked for. A face whose landmarks all fall on one point has no matrix, and then this
  /// array is shorter than the others.
  public var facialTransformationMatrixes: [TransformMatrix]
  /// Probability 0…1 that there is a face.
  public var presenceScores: [Float]
  /// A number per face that stays with it in a stream, from 1, never given twice; empty for a single picture.
  public var trackIDs: [Int]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    faceLandmarks: [[NormalizedLandmark]] = [], faceBlendshapes: [Classifications] = [],
    facialTransformationMatrixes: [TransformMatrix] = [], presenceScores: [Float] = [], trackIDs: [Int] = [],
    timestampInMilliseconds: Int = 0
  ) {
    self.faceLandmarks = faceLandmarks
    self.faceBlendshapes = faceBlendshapes
    self.facialTransformationMatrixes = facialTransformationMatrixes
    self.presenceScores = presenceScores
    self.trackIDs = trackIDs
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
