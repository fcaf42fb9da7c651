import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat
import Tracking

/// What the hand and gesture tasks have in common.
struct HandSettings {
  var numHands: Int
  var minHandDetectionConfidence: Float
  var minHandPresenceConfidence: Float
  var minTrackingConfidence: Float
  var precision: Precision
  var stream: StreamOptions
  var threads: Int?
}

/// Palm detector and hand network of `hand_landmarker.task`. Not thread-safe: the task's lock guards it.
/// Source: MediaPipe, `pipelines.md` sections 1.2 and 14.
final class HandPipeline: SubjectPipeline {
  private let detector: SubjectDetector
  private let network: TaskNetwork
  private let preparer: ImagePreparer
  private let settings: HandSettings

  let association = Association.olderWins
  let limitsDetectionsBeforeAssociation = true

  static let contract = NetworkContract(
    entry: "hand_landmarks_detector.tflite", input: [1, HandDecoder.inputSize, HandDecoder.inputSize, 3],
    // Landmarks, presence, right hand, world landmarks.
    outputs: [[1, 63], [1, 1], [1, 1], [1, 63]])

  init(networks: BundleNetworks, settings: HandSettings, team: ThreadTeam) throws(LandmarkError) {
    let decoder = DetectorDecoder.palm
    let detection = SubjectDetector.contract(entry: "hand_detector.tflite", decoder: decoder)
    networks.prepare([(detection, nil), (Self.contract, nil)])
    detector = try SubjectDetector(
      detection, decoder: decoder, range: 0...1, precision: settings.precision, networks: networks, team: team)
    network = try TaskNetwork(Self.contract, in: networks, team: team)
    let side = HandDecoder.inputSize
    preparer = ImagePreparer(
      width: side, height: side, keepsAspect: false, border: .replicate, range: 0...1, precision: settings.precision)
    self.settings = settings
  }

  /// A session that finds and follows hands.
  static func session(networks: BundleNetworks, settings: HandSettings, team: ThreadTeam) throws(LandmarkError) -> TaskSession<
    HandPipeline
  > {
    TaskSession(
      pipeline: try HandPipeline(networks: networks, settings: settings, team: team), maximumCount: settings.numHands,
      overlap: settings.minTrackingConfidence, stream: settings.stream, rule: .none, precision: settings.precision)
  }

  func warmUp() {
    detector.warmUp()
    network.run()
  }

  func detectedRegions(in scene: Scene) throws(LandmarkError) -> [NormalizedRegion] {
    try detector.detect(in: scene, minimumScore: settings.minHandDetectionConfidence)
      .map { $0.handRegion(in: scene.size, precision: settings.precision) }
  }

  func subject(in scene: Scene, region: NormalizedRegion) throws(LandmarkError) -> DecodedHand? {
    guard try network.setInput(to: region, of: scene.view, by: preparer) != nil else { return nil }
    network.run()
    let presence = network.output(1)[0]
    guard presence > settings.minHandPresenceConfidence else { return nil }
    return try HandDecoder.decode(
      landmarks: network.output(0), worldLandmarks: network.output(3), presence: presence,
      rightHandScore: network.output(2)[0], region: region)
  }

  func keptIndices(of subjects: [DecodedHand], in size: ImageSize, isStream: Bool) -> [Int] {
    HandDuplicates.keptIndices(of: subjects.map(\.landmarks), in: size)
  }

  func nextRegion(of subject: DecodedHand, in size: ImageSize) -> NormalizedRegion {
    .nextHand(subject.landmarks, in: size, precision: settings.precision)
  }

  func observation(of subject: DecodedHand, in size: ImageSize) -> IdentityTracker.Observation {
    .init(subject.landmarks, in: size, rightHandScore: subject.rightHandScore)
  }
}
