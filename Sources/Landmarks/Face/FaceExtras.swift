import Inference
import LandmarkDecode
import ModelFormat

/// What can be computed from a face's landmarks: blendshapes and the head's matrix. Not thread-safe: the task's lock
/// guards it. Source: MediaPipe, `pipelines.md` section 9.
final class FaceExtras {
  private let blendshapes: TaskNetwork?
  private var geometry: FaceGeometry?
  private var features: [Float] = []

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
    if options.outputFacialTransformationMatrixes {
      let model = try FaceGeometryModel(metadata: networks.bytes(of: "geometry_pipeline_metadata_landmarks.binarypb"))
      geometry = FaceGeometry(model: model, verticalFieldOfViewDegrees: options.verticalFieldOfViewDegrees)
    }
  }

  /// Runs the network once on whatever its input holds.
  func warmUp() { blendshapes?.run() }

  /// The 52 scores of each face, if they were asked for.
  func classifications(of frame: FoundFrame<FoundFace>) throws(LandmarkError) -> [Classifications] {
    guard let blendshapes else { return [] }
    return try frame.subjects.map { (face) throws(LandmarkError) in
      try FaceBlendshapes.features(face.subject.landmarks, size: frame.scene.size, into: &features)
      try blendshapes.all.setInput(0, to: features)
      blendshapes.run()
      return Classifications(categories: try FaceBlendshapes.categories(blendshapes.all.output(0)))
    }
  }

  /// The heads' matrices, if they were asked for: one for each face that has one.
  func matrices(of frame: FoundFrame<FoundFace>) throws(LandmarkError) -> [TransformMatrix] {
    var matrices: [TransformMatrix] = []
    guard geometry != nil else { return matrices }
    matrices.reserveCapacity(frame.subjects.count)
    for face in frame.subjects {
      if let data = try geometry?.transform(of: face.subject.landmarks, size: frame.scene.size) {
        matrices.append(TransformMatrix(data: data))
      }
    }
    return matrices
  }
}
