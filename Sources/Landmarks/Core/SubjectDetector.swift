import ImagePrep
import Inference
import LandmarkDecode
import ModelFormat

/// The first stage of every task: the picture letterboxed into the detector, its answers as detections.
/// Not thread-safe: the task's lock guards it.
final class SubjectDetector {
  private let network: TaskNetwork
  private let preparer: ImagePreparer
  private let decoder: DetectorDecoder
  private var decoded: [Detection] = []
  private var merging = DetectionMerging()

  /// What the network of a detector must look like.
  static func contract(entry: String, decoder: DetectorDecoder) -> NetworkContract {
    let side = decoder.anchors.inputSize
    let count = decoder.anchors.centers.count
    return NetworkContract(
      entry: entry, input: [1, side, side, 3], outputs: [[1, count, decoder.valuesPerAnchor], [1, count, 1]])
  }

  /// Runs the network once on whatever its input holds.
  func warmUp() { network.run() }

  /// - Parameter range: Tensor values of the 8-bit values 0 and 255.
  init(
    _ contract: NetworkContract, decoder: DetectorDecoder, range: ClosedRange<Float>, precision: Precision,
    networks: BundleNetworks, team: ThreadTeam
  ) throws(LandmarkError) {
    let side = decoder.anchors.inputSize
    network = try TaskNetwork(contract, in: networks, team: team)
    preparer = ImagePreparer(
      width: side, height: side, keepsAspect: true, border: .zero, range: range, precision: precision)
    self.decoder = decoder
  }

  /// Adds a region to `regions` for everything found in the scene, by descending score.
  ///
  /// - Parameters:
  ///   - lane: The thread that works alone, beside others; `nil` if all share the work.
  ///   - region: The region of a detection, which is in fractions of the letterboxed frame.
  func detect(
    in scene: Scene, lane: Int?, minimumScore: Float, into regions: inout [NormalizedRegion],
    region: (Detection, PreparedRegion) -> NormalizedRegion
  ) throws(LandmarkError) {
    let network = network[lane]
    guard let prepared = try network.setInput(to: scene.frame, of: scene.view, by: preparer) else { return }
    network.run()
    try decoder.decode(boxes: network.output(0), logits: network.output(1), minimumScore: minimumScore, into: &decoded)
    merging.merge(decoded, threshold: decoder.suppressionThreshold)
    for detection in merging.merged { regions.append(region(detection, prepared)) }
  }
}
