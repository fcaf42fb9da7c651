/// A row-major array of Float32 with its shape: what the reference operators read and give.
package struct ReferenceTensor: Sendable, Hashable {
  package let shape: [Int]
  package let values: [Float]

  /// `values` must have as many elements as `shape` says.
  package init(shape: [Int], values: [Float]) {
    precondition(values.count == shape.reduce(1, *), "\(values.count) values do not fit shape \(shape)")
    self.shape = shape
    self.values = values
  }

  /// A tensor of `shape` whose values `fill` writes, all of them.
  init(shape: [Int], fill: (UnsafeMutableBufferPointer<Float>) -> Void) {
    let count = shape.reduce(1, *)
    self.shape = shape
    self.values = [Float](unsafeUninitializedCapacity: count) { buffer, initialized in
      let target = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
      target.initialize(repeating: 0)
      fill(target)
      initialized = count
    }
  }

  /// Distance of two neighbours along each axis, in elements.
  static func strides(of shape: [Int]) -> [Int] {
    var strides = [Int](repeating: 1, count: shape.count)
    for axis in stride(from: shape.count - 2, through: 0, by: -1) { strides[axis] = strides[axis + 1] * shape[axis + 1] }
    return strides
  }
}
