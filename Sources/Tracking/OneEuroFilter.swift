package import VisionBase

/// One-Euro filters for a list of numbers that are always measured together.
///
/// Times are in nanoseconds. A time that does not rise leaves everything as it is and passes the values through.
/// The original's first interval is its nominal 30 Hz, and so is one that starts or ends at time 0.
/// Source: MediaPipe, `pipelines.md` section 7.2.
package struct OneEuroFilter: Sendable, Hashable {
  private let parameters: OneEuroParameters
  private var frequency = 30.0
  private var lastTime: Int64 = -1
  private var values: [LowPassFilter]
  private var derivatives: [LowPassFilter]

  package init(count: Int, parameters: OneEuroParameters) {
    self.parameters = parameters
    values = Array(repeating: LowPassFilter(), count: count)
    derivatives = Array(repeating: LowPassFilter(), count: count)
  }

  /// Filters `numbers` in place.
  ///
  /// - Parameter valueScale: 1 / size of the subject, so that `beta` does not depend on how large it appears.
  package mutating func apply(_ numbers: inout [Float], nanoseconds: Int64, valueScale: Double) {
    guard lastTime < nanoseconds else { return }
    if lastTime != 0, nanoseconds != 0 { frequency = 1 / (Double(nanoseconds - lastTime) * 1e-9) }
    lastTime = nanoseconds
    let derivativeAlpha = alpha(cutoff: Double(parameters.derivativeCutoff))
    for index in numbers.indices {
      let value = numbers[index]
      let speed = values[index].hasValue ? Double(value - values[index].rawValue) * valueScale * frequency : 0
      let steadySpeed = derivatives[index].apply(Float(speed), alpha: derivativeAlpha)
      let cutoff = Double(parameters.minCutoff) + Double(parameters.beta) * Double(abs(steadySpeed))
      numbers[index] = values[index].apply(value, alpha: alpha(cutoff: cutoff))
    }
  }

  private func alpha(cutoff: Double) -> Float {
    let interval = 1 / frequency
    let timeConstant = 1 / (2 * Double.pi * cutoff)
    return Float(1 / (1 + timeConstant / interval))
  }
}
