package import ModelFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

// Operators that treat each element by itself, and those along the last axis.
extension ReferenceOperators {
  package static func add(_ a: ReferenceTensor, _ b: ReferenceTensor, activation: FusedActivation = .none) -> ReferenceTensor {
    binary(a, b) { activate($0 + $1, activation) }
  }

  package static func subtract(_ a: ReferenceTensor, _ b: ReferenceTensor, activation: FusedActivation = .none) -> ReferenceTensor
  {
    binary(a, b) { activate($0 - $1, activation) }
  }

  package static func multiply(_ a: ReferenceTensor, _ b: ReferenceTensor, activation: FusedActivation = .none) -> ReferenceTensor
  {
    binary(a, b) { activate($0 * $1, activation) }
  }

  package static func divide(_ a: ReferenceTensor, _ b: ReferenceTensor, activation: FusedActivation = .none) -> ReferenceTensor {
    binary(a, b) { activate($0 / $1, activation) }
  }

  package static func maximum(_ a: ReferenceTensor, _ b: ReferenceTensor) -> ReferenceTensor { binary(a, b) { max($0, $1) } }

  package static func squaredDifference(_ a: ReferenceTensor, _ b: ReferenceTensor) -> ReferenceTensor {
    binary(a, b) { ($0 - $1) * ($0 - $1) }
  }

  /// Parametric ReLU: negative values are multiplied by the slope; slopes are broadcast to the values.
  package static func prelu(_ values: ReferenceTensor, slopes: ReferenceTensor) -> ReferenceTensor {
    binary(values, slopes) { $0 >= 0 ? $0 : $0 * $1 }
  }

  package static func negate(_ values: ReferenceTensor) -> ReferenceTensor { unary(values) { -$0 } }
  package static func squareRoot(_ values: ReferenceTensor) -> ReferenceTensor { unary(values) { $0.squareRoot() } }
  package static func relu(_ values: ReferenceTensor) -> ReferenceTensor { unary(values) { activate($0, .relu) } }
  package static func relu6(_ values: ReferenceTensor) -> ReferenceTensor { unary(values) { activate($0, .relu6) } }

  package static func reciprocalSquareRoot(_ values: ReferenceTensor) -> ReferenceTensor {
    unary(values) { Float(1 / Double($0).squareRoot()) }
  }

  /// 1 / (1 + e^−x).
  package static func logistic(_ values: ReferenceTensor) -> ReferenceTensor {
    unary(values) { Float(1 / (1 + exp(-Double($0)))) }
  }

  /// Softmax of `beta · x` over the last axis.
  package static func softmax(_ values: ReferenceTensor, beta: Float) -> ReferenceTensor {
    // The reader lets no tensor without axes through.
    let count = values.shape[values.shape.count - 1]
    return ReferenceTensor(shape: values.shape) { output in
      for start in stride(from: 0, to: output.count, by: count) {
        let row = values.values[start..<start + count].map { Double(beta) * Double($0) }
        let largest = row.reduce(-.infinity, max)
        let sum = row.reduce(0) { $0 + exp($1 - largest) }
        for index in 0..<count { output[start + index] = Float(exp(row[index] - largest) / sum) }
      }
    }
  }

  /// Fully connected: rows of `weights.shape[1]` values times `weights` (output × input), plus `bias`.
  package static func fullyConnected(
    _ values: ReferenceTensor, weights: ReferenceTensor, bias: [Float]?, activation: FusedActivation = .none,
    outputShape: [Int]? = nil
  ) -> ReferenceTensor {
    let (outputs, inputs) = (weights.shape[0], weights.shape[1])
    precondition(values.values.count % inputs == 0 && bias.map { $0.count == outputs } ?? true)
    let rows = values.values.count / inputs
    return ReferenceTensor(shape: outputShape ?? [rows, outputs]) { result in
      values.values.withUnsafeBufferPointer { source in
        weights.values.withUnsafeBufferPointer { matrix in
          for row in 0..<rows {
            for output in 0..<outputs {
              var sum = Double(bias?[output] ?? 0)
              for input in 0..<inputs { sum += Double(source[row * inputs + input]) * Double(matrix[output * inputs + input]) }
              result[row * outputs + output] = activate(Float(sum), activation)
            }
          }
        }
      }
    }
  }

  private static func unary(_ values: ReferenceTensor, _ transform: (Float) -> Float) -> ReferenceTensor {
    ReferenceTensor(shape: values.shape, values: values.values.map(transform))
  }

  /// Pairs the elements of two tensors by numpy's broadcasting.
  @inline(__always)
  private static func binary(
    _ a: ReferenceTensor, _ b: ReferenceTensor, _ combine: (Float, Float) -> Float
  ) -> ReferenceTensor {
    guard let shape = Broadcast.shape(a.shape, b.shape) else { preconditionFailure("\(a.shape) and \(b.shape) do not fit") }
    let stridesA = broadcastStrides(a.shape, to: shape)
    let stridesB = broadcastStrides(b.shape, to: shape)
    return ReferenceTensor(shape: shape) { output in
      a.values.withUnsafeBufferPointer { valuesA in
        b.values.withUnsafeBufferPointer { valuesB in
          forEachRow(shape, stridesA, stridesB) { row, offsetA, offsetB, count, stepA, stepB in
            for index in 0..<count {
              output[row + index] = combine(valuesA[offsetA + index * stepA], valuesB[offsetB + index * stepB])
            }
          }
        }
      }
    }
  }

  /// Strides of a tensor seen through a larger shape: 0 along axes where it is stretched.
  private static func broadcastStrides(_ shape: [Int], to target: [Int]) -> [Int] {
    let own = ReferenceTensor.strides(of: shape)
    let missing = target.count - shape.count
    return target.indices.map { $0 < missing || shape[$0 - missing] == 1 ? 0 : own[$0 - missing] }
  }

  /// Calls `body` for each run along the last axis with the run's first output element, the offsets of the two inputs,
  /// the run's length and the two steps.
  @inline(__always)
  private static func forEachRow(
    _ shape: [Int], _ stridesA: [Int], _ stridesB: [Int], _ body: (Int, Int, Int, Int, Int, Int) -> Void
  ) {
    let count = shape.last ?? 1
    let outer = shape.dropLast()
    var index = [Int](repeating: 0, count: outer.count)
    var row = 0
    for _ in 0..<outer.reduce(1, *) {
      var (offsetA, offsetB) = (0, 0)
      for axis in outer.indices {
        offsetA += index[axis] * stridesA[axis]
        offsetB += index[axis] * stridesB[axis]
      }
      body(row, offsetA, offsetB, count, stridesA.last ?? 0, stridesB.last ?? 0)
      row += count
      for axis in outer.indices.reversed() {
        index[axis] += 1
        if index[axis] < outer[axis] { break }
        index[axis] = 0
      }
    }
  }
}
