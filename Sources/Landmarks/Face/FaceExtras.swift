import Inference
import LandmarkDecode
import ModelFormat

/// What can be computed from a face's landmarks: blendshapes and the head's matrix. Not thread-safe: the task's lock
/// guards it. Source: MediaPipe, `pipelines.md` section 9.
final class FaceExtras {
  private let blendshapes: TaskNetwork?
  private let geometry: FaceGeometryModel?
  private let verticalFieldOfViewDegrees: Float

  private static let contract = NetworkContract(
    entry: "face_blendshapes.tflite", input: [1, FaceBlendshapes.landmarkIndices.count, 2],
    outputs: [[FaceBlendshapes.names.count]])

  /// The networks that the options ask for.
  static func wanted(by options: FaceLandmarkerOptions) -> [BundleNetworks.Wanted] {
    options.outputFaceBlendshapes ? [(contract, nil)] : []
  }

  /// Reads only what the options ask for.
  init(networks: BundleNetworks, options: FaceLandmarkerOptions, team: ThreadTeam) throws(LandmarkError) {
    let entry = Self.contract.entry
    if options.outputFaceBlendshapes {
      guard networks.has(entry) else {
        throw LandmarkError(
          .invalidArgument,
          "BLENDSHAPES Tag and blendshapes model must be both set. Get BLENDSHAPES is set: true, blendshapes model is set: false",
          remedy: "Use a bundle with \(entry), or do not ask for blendshapes.")
      }
      blendshapes = try TaskNetwork(Self.contract, in: networks, team: team)
    } else {
      blendshapes = nil
    }
    geometry =
      options.outputFacialTransformationMatrixes
      ? try FaceGeometryModel(
        metadata: networks.bytes(of: "geometry_pipeline_metadata_landmarks.binarypb"))
      : nil
    verticalFieldOfViewDegrees = options.verticalFieldOfViewDegrees
  }

  /// Runs the network once on whatever its input holds.
  func warmUp() { blendshapes?.run() }

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
