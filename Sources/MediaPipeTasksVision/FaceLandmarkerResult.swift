import Landmarks

/// The faces in a picture. All arrays that were asked for have one element per face, in the same order; all are empty if there
/// is none.
open class FaceLandmarkerResult: TaskResult {
  /// 478 landmarks per face in fractions of the stored picture.
  public let faceLandmarks: [[NormalizedLandmark]]
  /// 52 scores per face, head index 0 and an empty head name; empty unless asked for.
  public let faceBlendshapes: [Classifications]
  /// A 4 × 4 matrix per face; empty unless asked for. See ``TransformMatrix`` for the order of its values.
  public let facialTransformationMatrixes: [TransformMatrix]

  /// Makes a result from its parts; nothing is checked here.
  public init(
    faceLandmarks: [[NormalizedLandmark]], faceBlendshapes: [Classifications], facialTransformationMatrixes: [TransformMatrix],
    timestampInMilliseconds: Int
  ) {
    self.faceLandmarks = faceLandmarks
    self.faceBlendshapes = faceBlendshapes
    self.facialTransformationMatrixes = facialTransformationMatrixes
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  convenience init(_ native: Landmarks.FaceLandmarkerResult, timestampInMilliseconds: Int) {
    self.init(
      faceLandmarks: NormalizedLandmark.lists(native.faceLandmarks),
      faceBlendshapes: native.faceBlendshapes.map { Classifications($0) },
      facialTransformationMatrixes: native.facialTransformationMatrixes.map { TransformMatrix($0) },
      timestampInMilliseconds: timestampInMilliseconds)
  }
}
