import ImagePrep
import LandmarkDecode
import ModelFormat

/// Palm detector and hand network of `hand_landmarker.task`. Not thread-safe: the task's lock guards it.
/// Source: MediaPipe, `pipelines.md` sections 1.2 and 14.
final class HandPipeline {
  private let detector: SubjectDetector
  private let network: TaskNetwork
  private let preparer: ImagePreparer

  static let contract = NetworkContract(
    entry: "hand_landmarks_detector.tflite", input: [1, HandDecoder.inputSize, HandDecoder.inputSize, 3],
    // Landmarks, presence, right hand, world landmarks.
    outputs: [[1, 63], [1, 1], [1, 1], [1, 63]])

  init(bundle: ModelBundle) throws(LandmarkError) {
    detector = try SubjectDetector(entry: "hand_detector.tflite", decoder: .palm, range: 0...1, bundle: bundle)
    network = try TaskNetwork(Self.contract, in: bundle)
    let side = HandDecoder.inputSize
    preparer = ImagePreparer(width: side, height: side, keepsAspect: false, border: .replicate, range: 0...1)
  }

  /// The hands of a picture on its own, by descending score of the palm.
  func hands(
    in image: Image, frame: NormalizedRegion, options: HandLandmarkerOptions
  ) throws(LandmarkError) -> [DecodedHand] {
    try image.withPixelView { (view) throws(LandmarkError) in try hands(in: view, frame: frame, options: options) }
  }

  private func hands(
    in view: PixelView, frame: NormalizedRegion, options: HandLandmarkerOptions
  ) throws(LandmarkError) -> [DecodedHand] {
    let palms = try detector.detect(view, frame: frame, minimumScore: options.minHandDetectionConfidence)
    var hands: [DecodedHand] = []
    for palm in palms.prefix(options.numHands) {
      let region = palm.handRegion(in: view.size)
      if let hand = try hand(in: view, region: region, minimumPresence: options.minHandPresenceConfidence) {
        hands.append(hand)
      }
    }
    return HandDuplicates.keptIndices(of: hands.map(\.landmarks), in: view.size).map { hands[$0] }
  }

  /// The hand in `region`, or `nil` if there is none.
  private func hand(
    in view: PixelView, region: NormalizedRegion, minimumPresence: Float
  ) throws(LandmarkError) -> DecodedHand? {
    guard try preparer.prepare(view, region: region, into: network.input) != nil else { return nil }
    network.run()
    let presence = network.output(1)[0]
    guard presence > minimumPresence else { return nil }
    return try HandDecoder.decode(
      landmarks: network.output(0), worldLandmarks: network.output(3), presence: presence,
      rightHandScore: network.output(2)[0], region: region)
  }
}
