import ImagePrep
import LandmarkDecode
import ModelFormat

/// The first stage of every task: the picture letterboxed into the detector, its answers as detections.
/// Not thread-safe: the task's lock guards it.
final class SubjectDetector {
  private let network: TaskNetwork
  private let preparer: ImagePreparer
  private let decoder: DetectorDecoder

  /// - Parameter range: Tensor values of the 8-bit values 0 and 255.
  init(
    entry: String, decoder: DetectorDecoder, range: ClosedRange<Float>, bundle: ModelBundle
  ) throws(LandmarkError) {
    let side = decoder.anchors.inputSize
    let count = decoder.anchors.centers.count
    network = try TaskNetwork(
      NetworkContract(
        entry: entry, input: [1, side, side, 3], outputs: [[1, count, decoder.valuesPerAnchor], [1, count, 1]]),
      in: bundle)
    preparer = ImagePreparer(width: side, height: side, keepsAspect: true, border: .zero, range: range)
    self.decoder = decoder
  }

  /// Everything found in `frame`, by descending score, in coordinates of the picture.
  func detect(_ view: PixelView, frame: NormalizedRegion, minimumScore: Float) throws(LandmarkError) -> [Detection] {
    guard let prepared = try preparer.prepare(view, region: frame, into: network.input) else { return [] }
    network.run()
    let found = try decoder.detections(boxes: network.output(0), logits: network.output(1), minimumScore: minimumScore)
    return found.map { $0.projected(by: prepared.projection) }
  }
}
