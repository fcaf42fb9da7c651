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
      pipeline: try HandPipeline(networks: networks, settings: settings, team: team), team: team, maximumCount: settings.numHands,
      overlap: settings.minTrackingConfidence, stream: settings.stream, rule: .none, precision: settings.precision)
  }

  func warmUp() {
    detector.warmUp()
    network.run()
  }

  func prepareLanes(_ count: Int) { network.prepareLanes(count) }

  func detect(in scene: Scene, lane: Int?, into regions: inout [NormalizedRegion]) throws(LandmarkError) {
    try detector.detect(in: scene, lane: lane, minimumScore: settings.minHandDetectionConfidence, into: &regions) {
      $0.projected(by: $1.projection).handRegion(in: scene.size, precision: settings.precision)
    }
  }

  func makeSubject() -> FoundHand { FoundHand() }

  func find(
    in scene: Scene, region: NormalizedRegion, lane: Int?, into hand: inout FoundHand
  ) throws(LandmarkError) -> Bool {
    let network = network[lane]
    guard try network.setInput(to: region, of: scene.view, by: preparer) != nil else { return false }
    network.run()
    let presence = network.output(1)[0]
    guard presence > settings.minHandPresenceConfidence else { return false }
    try HandDecoder.decode(
      landmarks: network.output(0), worldLandmarks: network.output(3), presence: presence,
      rightHandScore: network.output(2)[0], region: region, into: &hand.decoded)
    hand.reportedRightHandScore = hand.decoded.rightHandScore
    return true
  }

  func areSame(_ a: FoundHand, _ b: FoundHand, in size: ImageSize, isStream: Bool) -> Bool {
    HandDuplicates.coincide(a.decoded.landmarks, b.decoded.landmarks, in: size)
  }

  func nextRegion(of hand: FoundHand, in size: ImageSize) -> NormalizedRegion {
    .nextHand(hand.decoded.landmarks, in: size, precision: settings.precision)
  }

  func observation(of hand: FoundHand, in size: ImageSize) -> IdentityTracker.Observation {
    .init(hand.decoded.landmarks, in: size, rightHandScore: hand.decoded.rightHandScore)
  }

  func steady(_ hand: inout FoundHand, with smoother: inout StreamSmoother, at sight: StreamSmoother.Sight) {
    let scale = LandmarkSmoother.objectScalePixels(hand.decoded.landmarks, in: sight.size)
    smoother.smooth(&hand.decoded.landmarks, &hand.decoded.worldLandmarks, at: sight, objectScalePixels: scale)
    hand.reportedRightHandScore = smoother.smoothRightHandScore(hand.decoded.rightHandScore, at: sight)
  }
}
