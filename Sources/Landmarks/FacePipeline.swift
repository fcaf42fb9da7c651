import ImagePrep
import LandmarkDecode
import ModelFormat

/// One face with its presence score.
struct FoundFace {
  let landmarks: [NormalizedLandmark]
  let presence: Float
}

/// Face detector and mesh network of `face_landmarker.task`. Not thread-safe: the task's lock guards it.
/// Source: MediaPipe, `pipelines.md` sections 1.4 and 14.
final class FacePipeline {
  private let detector: SubjectDetector
  private let network: TaskNetwork
  private let preparer: ImagePreparer

  static let contract = NetworkContract(
    entry: "face_landmarks_detector.tflite", input: [1, FaceDecoder.inputSize, FaceDecoder.inputSize, 3],
    // Landmarks and presence logit; a third output (tongue out) is not used.
    outputs: [[1, 1, 1, 1434], [1, 1, 1, 1]])

  init(bundle: ModelBundle) throws(LandmarkError) {
    detector = try SubjectDetector(entry: "face_detector.tflite", decoder: .face, range: -1...1, bundle: bundle)
    network = try TaskNetwork(Self.contract, in: bundle)
    let side = FaceDecoder.inputSize
    preparer = ImagePreparer(width: side, height: side, keepsAspect: false, border: .replicate, range: 0...1)
  }

  /// The faces of a picture on its own, by descending score of the detector.
  func faces(
    in image: Image, frame: NormalizedRegion, options: FaceLandmarkerOptions
  ) throws(LandmarkError) -> [FoundFace] {
    try image.withPixelView { (view) throws(LandmarkError) in try faces(in: view, frame: frame, options: options) }
  }

  private func faces(
    in view: PixelView, frame: NormalizedRegion, options: FaceLandmarkerOptions
  ) throws(LandmarkError) -> [FoundFace] {
    let detections = try detector.detect(view, frame: frame, minimumScore: options.minFaceDetectionConfidence)
    var faces: [FoundFace] = []
    for detection in detections.prefix(options.numFaces) {
      let region = detection.faceRegion(in: view.size)
      if let face = try face(in: view, region: region, minimumPresence: options.minFacePresenceConfidence) {
        faces.append(face)
      }
    }
    return faces
  }

  /// The face in `region`, or `nil` if there is none.
  private func face(
    in view: PixelView, region: NormalizedRegion, minimumPresence: Float
  ) throws(LandmarkError) -> FoundFace? {
    guard let prepared = try preparer.prepare(view, region: region, into: network.input) else { return nil }
    network.run()
    let presence = FaceDecoder.presence(logit: network.output(1)[0])
    guard presence > minimumPresence else { return nil }
    let landmarks = try FaceDecoder.decode(landmarks: network.output(0), map: prepared.projection)
    return FoundFace(landmarks: landmarks, presence: presence)
  }
}
