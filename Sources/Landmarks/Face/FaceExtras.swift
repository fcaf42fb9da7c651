import Inference
import LandmarkDecode
import ModelFormat

/// What can be computed from a face's landmarks: blendshapes and the head's matrix. Not thread-safe: the task's lock
/// guards it. Source: MediaPipe, `pipelines.md` section 9.
final class FaceExtras {
  private let blendshapes: TaskNetwork?
  private let geometry: FaceGeometryModel?
  private let verticalFieldOfViewDegrees: Float

  /// Reads only what the options ask for.
  init(bundle: ModelBundle, options: FaceLandmarkerOptions, team: ThreadTeam) throws(LandmarkError) {
    let entry = "face_blendshapes.tflite"
    if options.outputFaceBlendshapes {
      guard bundle.entry(named: entry) != nil else {
        throw LandmarkError(
          .invalidArgument,
          "BLENDSHAPES Tag and blendshapes model must be both set. Get BLENDSHAPES is set: true, blendshapes model is set: false",
          remedy: "Use a bundle with \(entry), or do not ask for blendshapes.")
      }
      blendshapes = try TaskNetwork(
        NetworkContract(
          entry: entry, input: [1, FaceBlendshapes.landmarkIndices.count, 2], outputs: [[FaceBlendshapes.names.count]]),
        in: bundle, team: team)
    } else {
      blendshapes = nil
    }
    geometry =
      options.outputFacialTransformationMatrixes
      ? try FaceGeometryModel(
        metadata: bundle.requiredEntry(named: "geometry_pipeline_metadata_landmarks.binarypb").withUnsafeBytes { Array($0) })
      : nil
    verticalFieldOfViewDegrees = options.verticalFieldOfViewDegrees
  }

  /// The 52 scores, if they were asked for.
  func classifications(_ landmarks: [NormalizedLandmark], size: ImageSize) throws(LandmarkError) -> Classifications? {
    guard let blendshapes else { return nil }
    try blendshapes.setInput(0, to: FaceBlendshapes.features(landmarks, size: size))
    blendshapes.run()
    return Classifications(categories: try FaceBlendshapes.categories(blendshapes.output(0)))
  }

  /// The head's matrix, if it was asked for and the face has one.
  func matrix(_ landmarks: [NormalizedLandmark], size: ImageSize) throws(LandmarkError) -> TransformMatrix? {
    guard let geometry else { return nil }
    return try FaceGeometry.transform(
      of: landmarks, size: size, model: geometry, verticalFieldOfViewDegrees: verticalFieldOfViewDegrees
    ).map { TransformMatrix(data: $0) }
  }
}
