package import ModelFormat

/// A plain scalar version of every operator, one function each: the oracle for the fast kernels.
///
/// Pictures are batch, height, width, channels (NHWC). Sums are made in double precision and rounded once, so the
/// results are as near to the true values as Float32 can be, whatever order a fast kernel adds in. Shapes must fit the
/// operator as the model reader checks it; misuse stops the program.
package enum ReferenceOperators {
  /// The value after a fused activation.
  @inline(__always)
  package static func activate(_ value: Float, _ activation: FusedActivation) -> Float {
    switch activation {
    case .none: value
    case .relu: max(value, 0)
    case .reluN1To1: min(max(value, -1), 1)
    case .relu6: min(max(value, 0), 6)
    }
  }
}
