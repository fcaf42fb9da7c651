/// The values of a constant tensor. They stay in the file as they were written (mapped, Float16, sparse) and are
/// widened and densified when somebody asks; everything was checked when the graph was read, so asking cannot fail.
package struct ConstantData: Sendable {
  private let decode: @Sendable () -> Values

  package enum Values: Sendable {
    case float32([Float])
    case int32([Int32])
  }

  /// Whether it holds integers; else it holds floats.
  package let isInteger: Bool
  /// Whether the file stores it without its zeros.
  package let isSparse: Bool

  /// `decode` must return exactly as many elements as the tensor's shape says, and integers if `isInteger`.
  package init(isInteger: Bool, isSparse: Bool = false, decode: @escaping @Sendable () -> Values) {
    self.isInteger = isInteger
    self.isSparse = isSparse
    self.decode = decode
  }

  package init(floats: [Float]) { self.init(isInteger: false) { .float32(floats) } }
  package init(integers: [Int32]) { self.init(isInteger: true) { .int32(integers) } }

  /// The values as Float32, row-major; `nil` if the constant holds integers.
  package func floats() -> [Float]? {
    if case .float32(let values) = decode() { values } else { nil }
  }

  /// The values as Int32, row-major; `nil` if the constant holds floats.
  package func integers() -> [Int32]? {
    if case .int32(let values) = decode() { values } else { nil }
  }
}
