import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat
import Tracking

/// One face with its presence score.
struct FoundFace {
  var landmarks: [NormalizedLandmark] = []
  var presence: Float = 0
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

  func prepareLanes(_ count: Int) { network.prepareLanes(count) }

  func detect(in scene: Scene, lane: Int?, into regions: inout [NormalizedRegion]) throws(LandmarkError) {
    try detector.detect(in: scene, lane: lane, minimumScore: options.minFaceDetectionConfidence, into: &regions) {
      $0.projected(by: $1.projection).faceRegion(in: scene.size)
    }
  }

  func makeSubject() -> FoundFace { FoundFace() }

  func find(
    in scene: Scene, region: NormalizedRegion, lane: Int?, into face: inout FoundFace
  ) throws(LandmarkError) -> Bool {
    let network = network[lane]
    guard let prepared = try network.setInput(to: region, of: scene.view, by: preparer) else { return false }
    network.run()
    face.presence = FaceDecoder.presence(logit: network.output(1)[0])
    guard face.presence > options.minFacePresenceConfidence else { return false }
    try FaceDecoder.decode(
      landmarks: network.output(0), map: prepared.projection, size: scene.size, precision: options.precision,
      into: &face.landmarks)
    return true
  }

  func nextRegion(of face: FoundFace, in size: ImageSize) -> NormalizedRegion {
    .nextFace(face.landmarks, in: size, precision: options.precision)
  }

  func observation(of face: FoundFace, in size: ImageSize) -> IdentityTracker.Observation {
    .init(face.landmarks, in: size)
  }

  func steady(_ face: inout FoundFace, with smoother: inout StreamSmoother, at sight: StreamSmoother.Sight) {
    let scale = LandmarkSmoother.objectScalePixels(face.landmarks, in: sight.size)
    var none: [WorldLandmark] = []
    smoother.smooth(&face.landmarks, &none, at: sight, objectScalePixels: scale)
  }
}
