import Inference
import LandmarkDecode
import ModelFormat

/// The embedder and the classifiers of `gesture_recognizer.task`: landmarks of a hand → its gesture. Not thread-safe:
/// the task's lock guards it. Source: MediaPipe, `pipelines.md` sections 1.3 and 8.
final class GestureClassifier {
  private struct Classifier {
    let network: TaskNetwork
    let head: GestureHead
  }

  private let embedder: TaskNetwork
  /// The custom classifier (if the bundle has one) goes before the canned one.
  private let classifiers: [Classifier]
  private let precision: Precision
  private var features: [Float] = []
  private var gestures: [Category?] = []

  private static let embeddingSize = 128
  private static let embedderContract = NetworkContract(
    entry: "gesture_embedder.tflite",
    inputs: [[1, HandDecoder.landmarkCount, 3], [1, 1], [1, HandDecoder.landmarkCount, 3]], outputs: [[1, embeddingSize]])

  /// - Parameter networks: Of `hand_gesture_recognizer.task` out of the task's bundle.
  init(networks: BundleNetworks, options: GestureRecognizerOptions, team: ThreadTeam) throws(LandmarkError) {
    embedder = try TaskNetwork(Self.embedderContract, in: networks, team: team)
    precision = options.precision
    let custom = "custom_gesture_classifier.tflite"
    var classifiers: [Classifier] = []
    if networks.has(custom) {
      classifiers.append(try Self.classifier(custom, in: networks, options: options.customGestures, team: team))
    }
    classifiers.append(
      try Self.classifier("canned_gesture_classifier.tflite", in: networks, options: options.cannedGestures, team: team))
    self.classifiers = classifiers
  }

  private static func classifier(
    _ entry: String, in networks: BundleNetworks, options: ClassifierOptions, team: ThreadTeam
  ) throws(LandmarkError) -> Classifier {
    let graph = try networks.graph(entry)
    let classCount = graph.outputs.first.map { graph.tensors[$0].elementCount } ?? 0
    let network = try TaskNetwork(
      NetworkContract(entry: entry, input: [1, embeddingSize], outputs: [[1, classCount]]), in: networks, team: team)
    let head = try GestureHead(
      classCount: classCount, names: graph.metadata.labelFiles.first?.lines ?? [], allowlist: options.categoryAllowlist,
      denylist: options.categoryDenylist, scoreThreshold: options.scoreThreshold ?? graph.metadata.scoreThreshold)
    return Classifier(network: network, head: head)
  }

  /// Runs the networks once on whatever their inputs hold.
  func warmUp() {
    embedder.run()
    for classifier in classifiers { classifier.network.run() }
  }

  /// The gestures of the hands of a frame; `nil` for a hand of which every classifier's classes were left out.
  ///
  /// Let go of the list before the next frame: memory that is still in use is not filled again.
  func gestures(of frame: FoundFrame<FoundHand>) throws(LandmarkError) -> [Category?] {
    gestures.removeAll(keepingCapacity: true)
    for hand in frame.subjects { gestures.append(try gesture(of: hand.subject, in: frame.scene)) }
    return gestures
  }

  private func gesture(of hand: FoundHand, in scene: Scene) throws(LandmarkError) -> Category? {
    let turn = scene.frame.rotationRadians
    GestureFeatures.image(
      hand.decoded.landmarks, size: scene.size, frameRotationRadians: turn, precision: precision, into: &features)
    try embedder.all.setInput(0, to: features)
    try embedder.all.setInput(1, to: CollectionOfOne(GestureFeatures.rightHandScore(of: hand.handedness)))
    GestureFeatures.world(hand.decoded.worldLandmarks, frameRotationRadians: turn, precision: precision, into: &features)
    try embedder.all.setInput(2, to: features)
    embedder.run()
    var combination = GestureCombination()
    for classifier in classifiers {
      try classifier.network.all.setInput(0, to: embedder.all.output(0))
      classifier.network.run()
      combination.add(classifier.head.winner(classifier.network.all.output(0)))
    }
    return combination.gesture
  }
}
