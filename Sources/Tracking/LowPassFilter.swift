/// Exponential smoothing of one number: the first value passes, later ones are `α·v + (1 − α)·previous output`.
/// Memory is Float32 the sum is formed in double. Source: MediaPipe, `pipelines.md` section 7.2.
struct LowPassFilter: Sendable, Hashable {
  private(set) var rawValue: Float = 0
  private var output: Float = 0
  private(set) var hasValue = false

  mutating func apply(_ value: Float, alpha: Float) -> Float {
    let result = hasValue ? Float(Double(alpha) * Double(value) + (1 - Double(alpha)) * Double(output)) : value
    rawValue = value
    output = result
    hasValue = true
    return result
  }
}
