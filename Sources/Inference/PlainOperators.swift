import CLandmarkKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Operators on row-major values, written once in plain Swift: they take a few per cent of any network here.
enum PlainOperators {
  /// Calls `body` for every innermost run of a box of `sizes`, with the offsets of up to three operands.
  @inline(__always)
  private static func forEachRun(
    _ sizes: Dimensions, _ a: Dimensions, _ b: Dimensions, _ c: Dimensions, _ body: (Int, Int, Int) -> Void
  ) {
    for i0 in 0..<sizes[0] {
      for i1 in 0..<sizes[1] {
        for i2 in 0..<sizes[2] {
          for i3 in 0..<sizes[3] {
            let a3 = i0 * a[0] + i1 * a[1] + i2 * a[2] + i3 * a[3]
            let b3 = i0 * b[0] + i1 * b[1] + i2 * b[2] + i3 * b[3]
            let c3 = i0 * c[0] + i1 * c[1] + i2 * c[2] + i3 * c[3]
            for i4 in 0..<sizes[4] { body(a3 + i4 * a[4], b3 + i4 * b[4], c3 + i4 * c[4]) }
          }
        }
      }
    }
  }

  static func copy(_ step: CopyStep, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    if step.zeroCount > 0 { output.update(repeating: 0, count: step.zeroCount) }
    let source = input + step.inputOffset
    let target = output + step.outputOffset
    let count = step.sizes[5]
    let from = step.inputStrides[5]
    let to = step.outputStrides[5]
    forEachRun(step.sizes, step.inputStrides, step.outputStrides, step.outputStrides) { a, b, _ in
      if from == 1 && to == 1 {
        (target + b).update(from: source + a, count: count)
      } else {
        for i in 0..<count { target[b + i * to] = source[a + i * from] }
      }
    }
  }

  static func binary(
    _ step: BinaryStep, _ table: UnsafePointer<lk_kernels>, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let count = step.sizes[5]
    let (l, r) = (step.leftStrides[5], step.rightStrides[5])
    let operation = step.operation.kernelOperation
    var next = output
    forEachRun(step.sizes, step.leftStrides, step.rightStrides, step.rightStrides) { a, b, _ in
      if l <= 1 && r <= 1 {
        table.pointee.binary(operation, left + a, Int32(l), right + b, Int32(r), next, Int32(count))
      } else {
        // One number at a time: no network here steps over elements.
        for i in 0..<count { table.pointee.binary(operation, left + a + i * l, 0, right + b + i * r, 0, next + i, 1) }
      }
      next += count
    }
  }

  static func unary(
    _ operation: UnaryOperator, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, count: Int
  ) {
    switch operation {
    case .negate: for i in 0..<count { output[i] = -input[i] }
    case .squareRoot: for i in 0..<count { output[i] = input[i].squareRoot() }
    case .reciprocalSquareRoot: for i in 0..<count { output[i] = 1 / input[i].squareRoot() }
    case .logistic: for i in 0..<count { output[i] = 1 / (1 + expf(-input[i])) }
    case .relu: for i in 0..<count { output[i] = input[i] > 0 ? input[i] : 0 }
    case .relu6: for i in 0..<count { output[i] = min(max(input[i], 0), 6) }
    case .reluN1To1: for i in 0..<count { output[i] = min(max(input[i], -1), 1) }
    }
  }

  static func reduce(_ step: ReduceStep, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    switch step.reduction {
    case .sum: reduce(step, input, output, start: 0) { $0 + $1 }
    case .mean:
      reduce(step, input, output, start: 0) { $0 + $1 }
      let scale = 1 / Float(step.factor)
      for i in 0..<step.outputCount { output[i] *= scale }
    case .maximum: reduce(step, input, output, start: -.infinity) { $1 > $0 ? $1 : $0 }
    case .minimum: reduce(step, input, output, start: .infinity) { $1 < $0 ? $1 : $0 }
    }
  }

  @inline(__always)
  private static func reduce(
    _ step: ReduceStep, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, start: Float,
    _ operation: (Float, Float) -> Float
  ) {
    output.update(repeating: start, count: step.outputCount)
    let count = step.sizes[5]
    let from = step.inputStrides[5]
    let to = step.outputStrides[5]
    forEachRun(step.sizes, step.inputStrides, step.outputStrides, step.outputStrides) { a, b, _ in
      if to == 0 {
        var value = output[b]
        for i in 0..<count { value = operation(value, input[a + i * from]) }
        output[b] = value
      } else {
        for i in 0..<count { output[b + i * to] = operation(output[b + i * to], input[a + i * from]) }
      }
    }
  }

  static func softmax(
    _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>, rows: Int, columns: Int, beta: Float
  ) {
    for row in 0..<rows {
      let x = input + row * columns
      let y = output + row * columns
      var largest = -Float.infinity
      for i in 0..<columns { largest = max(largest, x[i]) }
      var sum: Float = 0
      for i in 0..<columns {
        y[i] = expf((x[i] - largest) * beta)
        sum += y[i]
      }
      for i in 0..<columns { y[i] /= sum }
    }
  }
}

extension BinaryOperator {
  fileprivate var kernelOperation: lk_binary {
    switch self {
    case .add: LK_BINARY_ADD
    case .subtract: LK_BINARY_SUBTRACT
    case .multiply: LK_BINARY_MULTIPLY
    case .divide: LK_BINARY_DIVIDE
    case .maximum: LK_BINARY_MAXIMUM
    case .squaredDifference: LK_BINARY_SQUARED_DIFFERENCE
    case .prelu: LK_BINARY_PRELU
    }
  }
}
