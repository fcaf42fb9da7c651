import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat
import Tracking

/// One face with its presence score.
struct FoundFace {
  var landmarks: [NormalizedLandmark]
  let presence: Float
}

/// Face detector and mesh network of `face_landmarker.task`. Not thread-safe: the task's lock guards it.
/// Source: MediaPipe, `pipelines.md` sections 1.4 and 14.
final class FacePipeline: SubjectPipeline {
  private let detector: SubjectDetector
  private let network: TaskNetwork
  private let preparer: ImagePreparer
  private let options: FaceLandmarkerOptions

  let association = Association.newerWins
  let limitsDetectionsBeforeAssociation = true

  static let contract = NetworkContract(
    entry: "face_landmarks_detector.tflite", input: [1, FaceDecoder.inputSize, FaceDecoder.inputSize, 3],
    // Landmarks and presence logit; a third output (tongue out) is not used.
    outputs: [[1, 1, 1, 1434], [1, 1, 1, 1]])

  init(networks: BundleNetworks, options: FaceLandmarkerOptions, team: ThreadTeam) throws(LandmarkError) {
    let decoder = DetectorDecoder.face
    let detection = SubjectDetector.contract(entry: "face_detector.tflite", decoder: decoder)
    networks.prepare([(detection, nil), (Self.contract, nil)] + FaceExtras.wanted(by: options))
    detector = try SubjectDetector(
      detection, decoder: decoder, range: -1...1, precision: options.precision, networks: networks, team: team)
    network = try TaskNetwork(Self.contract, in: networks, team: team)
    let side = FaceDecoder.inputSize
    preparer = ImagePreparer(
      width: side, height: side, keepsAspect: false, border: .replicate, range: 0...1, precision: options.precision)
    self.options = options
  }

  func warmUp() {
    detector.warmUp()
    network.run()
  }

  func detectedRegions(in scene: Scene) throws(LandmarkError) -> [NormalizedRegion] {
    try detector.detect(in: scene, minimumScore: options.minFaceDetectionConfidence).map { $0.faceRegion(in: scene.size) }
  }

  func subject(in scene: Scene, region: NormalizedRegion) throws(LandmarkError) -> FoundFace? {
    guard let prepared = try network.setInput(to: region, of: scene.view, by: preparer) else { return nil }
    network.run()
    let presence = FaceDecoder.presence(logit: network.output(1)[0])
    guard presence > options.minFacePresenceConfidence else { return nil }
    let landmarks = try FaceDecoder.decode(
      landmarks: network.output(0), map: prepared.projection, size: scene.size, precision: options.precision)
    return FoundFace(landmarks: landmarks, presence: presence)
  }

  func nextRegion(of subject: FoundFace, in size: ImageSize) -> NormalizedRegion {
    .nextFace(subject.landmarks, in: size, precision: options.precision)
  }

  func observation(of subject: FoundFace, in size: ImageSize) -> IdentityTracker.Observation {
    .init(subject.landmarks, in: size)
  }
}
