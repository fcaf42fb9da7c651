package import VisionBase

/// Moves landmarks to the centre of mass of their heat map around the first guess.
/// Source: MediaPipe, `pipelines.md` section 5.4.3, order of sums from appendix A.5.
package struct HeatmapRefinement {
  private let logits: UnsafeBufferPointer<Float>
  private let height: Int
  private let width: Int
  private let channels: Int
  private let reach: Int
  private let minimumConfidence: Float

  /// - Parameters:
  ///   - logits: `[height, width, channels]`; must stay valid as long as this value is used.
  ///   - kernelSize: Side of the window that is looked at, odd.
  ///   - minimumConfidence: A landmark stays where it is if the window's largest probability is below this.
  package init(
    _ logits: UnsafeBufferPointer<Float>, height: Int, width: Int, channels: Int, kernelSize: Int = 7,
    minimumConfidence: Float = 0.5
  ) throws(LandmarkError) {
    guard logits.count == height * width * channels else {
      throw LandmarkError(
        .invalidModel, "The heat map has \(logits.count) values, expected \(height) × \(width) × \(channels).")
    }
    self.logits = logits
    self.height = height
    self.width = width
    self.channels = channels
    self.reach = (kernelSize - 1) / 2
    self.minimumConfidence = minimumConfidence
  }

  /// The refined place of a landmark; `point` and the result are fractions of the map.
  package func refine(_ point: NormalizedPoint, channel: Int) -> NormalizedPoint {
    let (x, y) = (point.x * Float(width), point.y * Float(height))
    // Truncation is towards zero, so (−1, 0) counts as the first cell. Not-a-number fails here too.
    guard x > -1, x < Float(width), y > -1, y < Float(height) else { return point }
    let (column, row) = (Int(x), Int(y))
    var (sum, best, xSum, ySum) = (Float(0), Float(0), Float(0), Float(0))
    for r in max(0, row - reach)...min(height - 1, row + reach) {
      for c in max(0, column - reach)...min(width - 1, column + reach) {
        let weight = Float32Math.sigmoid(logits[(r * width + c) * channels + channel])
        sum += weight
        best = max(best, weight)
        xSum += Float(c) * weight
        ySum += Float(r) * weight
      }
    }
    guard best >= minimumConfidence, sum > 0 else { return point }
    return NormalizedPoint(x: xSum / Float(width) / sum, y: ySum / Float(height) / sum)
  }
}
