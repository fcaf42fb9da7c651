import CLandmarkKernels
import KernelSets

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Operators on row-major values: what is rows × columns is left to the kernels, everything else is written once in plain
/// Swift and takes next to nothing of any network here.
enum PlainOperators {
  /// Calls `body` for every part of a box of `sizes` that two axes span, with the offsets of two operands.
  @inline(__always)
  private static func forEachPlane(_ sizes: Dimensions, _ a: Dimensions, _ b: Dimensions, _ body: (Int, Int) -> Void) {
    for i0 in 0..<sizes[0] {
      for i1 in 0..<sizes[1] {
        for i2 in 0..<sizes[2] {
          for i3 in 0..<sizes[3] {
            body(i0 * a[0] + i1 * a[1] + i2 * a[2] + i3 * a[3], i0 * b[0] + i1 * b[1] + i2 * b[2] + i3 * b[3])
          }
        }
      }
    }
  }

  /// Calls `body` for every innermost run of a box of `sizes`, with the offsets of two operands.
  @inline(__always)
  private static func forEachRun(_ sizes: Dimensions, _ a: Dimensions, _ b: Dimensions, _ body: (Int, Int) -> Void) {
    forEachPlane(sizes, a, b) { a3, b3 in
      for i4 in 0..<sizes[4] { body(a3 + i4 * a[4], b3 + i4 * b[4]) }
    }
  }

  static func copy(_ step: CopyStep, _ input: UnsafePointer<Float>, _ output: UnsafeMutablePointer<Float>) {
    if step.zeroCount > 0 { output.update(repeating: 0, count: step.zeroCount) }
    let source = input + step.inputOffset
    let target = output + step.outputOffset
    let (rows, count) = (step.sizes[4], step.sizes[5])
    let (fromRow, from) = (step.inputStrides[4], step.inputStrides[5])
    let (toRow, to) = (step.outputStrides[4], step.outputStrides[5])
    if from == 1 && to == 1 {
      forEachRun(step.sizes, step.inputStrides, step.outputStrides) { a, b in
        (target + b).update(from: source + a, count: count)
      }
    } else if fromRow == 1 && to == 1 {
      // Runs of the output are columns of the input.
      forEachPlane(step.sizes, step.inputStrides, step.outputStrides) { a, b in
        step.kernels.table.pointee.transpose(source + a, from, target + b, toRow, Int32(count), Int32(rows))
      }
    } else {
      forEachRun(step.sizes, step.inputStrides, step.outputStrides) { a, b in
        for i in 0..<count { target[b + i * to] = source[a + i * from] }
      }
    }
  }

  static func binary(
    _ step: BinaryStep, _ table: UnsafePointer<lk_kernels>, _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let (rows, columns) = (step.sizes[4], step.sizes[5])
    let operation = step.operation.kernelOperation
    var next = output
    forEachPlane(step.sizes, step.leftStrides, step.rightStrides) { l, r in
      let left = lk_operand(values: left + l, row_stride: step.leftStrides[4], step: Int32(step.leftStrides[5]))
      let right = lk_operand(values: right + r, row_stride: step.rightStrides[4], step: Int32(step.rightStrides[5]))
      table.pointee.binary(operation, left, right, next, Int32(rows), Int32(columns))
      next += rows * columns
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
    if step.isOfRows {
      let (rows, columns) = (step.sizes[4], step.sizes[5])
      step.kernels.table.pointee.reduce(
        step.reduction.kernelReduction, input, step.inputStrides[4], output, Int32(rows), Int32(columns))
      return
    }
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
    forEachRun(step.sizes, step.inputStrides, step.outputStrides) { a, b in
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

extension Reduction {
  fileprivate var kernelReduction: lk_reduction {
    switch self {
    case .sum: LK_REDUCE_SUM
    case .mean: LK_REDUCE_MEAN
    case .maximum: LK_REDUCE_MAXIMUM
    case .minimum: LK_REDUCE_MINIMUM
    }
  }
}
