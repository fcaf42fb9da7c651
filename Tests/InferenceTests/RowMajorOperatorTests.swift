import Inference
import KernelSets
import ModelFormat
import TestSupport
import Testing

/// Operators on row-major values, one at a time: shapes that the planner leaves to a kernel, and shapes that it does not. The
/// engine against the reference, on every instruction set.
struct RowMajorOperatorTests {
  private static let seed: UInt64 = 97

  /// Runs one operator whose inputs have `shapes`, the first being the graph's only input, others random constants, followed
  /// by constant `integers`.
  private func check(
    _ kind: OperationKind, _ shapes: [[Int]], _ integers: [Int]? = nil, output: [Int],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var random = SeededGenerator(seed: Self.seed)
    let numbers = shapes.map { shape in (0..<shape.reduce(1, *)).map { _ in Float.random(in: 0.5...2, using: &random) } }
    // Negative ones too, but none near 0: quotients stay small.
    let signed = numbers.map { $0.enumerated().map { $0 % 3 == 0 ? -$1 : $1 } }
    var tensors = shapes.enumerated().map { index, shape in
      GraphTensor(
        name: "t\(index)", shape: shape, type: .float32,
        constant: index == 0 ? nil : ConstantData(isInteger: false, isSparse: false) { .float32(signed[index]) })
    }
    if let integers {
      tensors.append(
        GraphTensor(
          name: "i", shape: [integers.count], type: .int32, constant: ConstantData(integers: integers.map(Int32.init))))
    }
    tensors.append(GraphTensor(name: "out", shape: output, type: .float32))
    let last = tensors.count - 1
    let graph = Graph(
      name: "one operator", tensors: tensors, operations: [.init(kind: kind, inputs: Array(0..<last), outputs: [last])],
      inputs: [0], outputs: [last])
    let expected = try #require(try ReferenceInterpreter(graph: graph).run(inputs: [signed[0]]).first)
    for set in KernelSet.available {
      let run = NetworkRun(plan: try NetworkPlan(graph: graph, kernels: set))
      run.setInput(0, to: signed[0])
      run.run()
      let comparison = TensorComparison(Array(run.output(0)), expected: expected)
      #expect(
        comparison.relativeDifference < 1e-6, "seed \(Self.seed), \(set.name), \(kind.name) \(shapes): \(comparison)",
        sourceLocation: sourceLocation)
    }
  }

  private static let operations: [OperationKind] = [
    .add(.none), .subtract(.relu), .multiply(.none), .divide(.none), .maximum, .squaredDifference,
  ]

  @Test(arguments: operations) func twoOperandsThatRepeatAlongAnyAxis(_ kind: OperationKind) throws {
    try check(kind, [[1, 97, 64], [1, 97, 64]], output: [1, 97, 64])
    try check(kind, [[1, 97, 64], [1, 97, 1]], output: [1, 97, 64])
    try check(kind, [[1, 97, 1], [1, 1, 64]], output: [1, 97, 64])
    try check(kind, [[64], [1, 1, 97, 64]], output: [1, 1, 97, 64])
    try check(kind, [[3, 1, 5, 1], [1, 4, 1, 37]], output: [3, 4, 5, 37])
    try check(kind, [[2, 3, 4, 5, 6], [2, 1, 4, 1, 6]], output: [2, 3, 4, 5, 6])
    try check(kind, [[7, 3, 1], [7, 3, 1]], output: [7, 3, 1])
    try check(kind, [[1, 1], [1]], output: [1, 1])
    try check(kind, [[19], [1]], output: [19])
  }

  @Test func slopesRepeat() throws {
    try check(.prelu, [[1, 3, 5, 20], [1, 1, 20]], output: [1, 3, 5, 20])
    try check(.prelu, [[1, 3, 5, 20], [1, 1, 1]], output: [1, 3, 5, 20])
  }

  @Test(
    arguments: [
      .mean(keepDimensions: true), .sum(keepDimensions: true), .reduceMax(keepDimensions: true), .reduceMin(keepDimensions: true),
    ] as [OperationKind]) func anyAxesAreReduced(_ kind: OperationKind) throws
  {
    try check(kind, [[1, 1, 97, 64]], [3], output: [1, 1, 97, 1])
    try check(kind, [[3, 5, 37]], [-1], output: [3, 5, 1])
    try check(kind, [[3, 5, 37]], [1, 2], output: [3, 1, 1])
    try check(kind, [[3, 5, 37]], [0, 1, 2], output: [1, 1, 1])
    try check(kind, [[3, 5, 37]], [1], output: [3, 1, 37])
    try check(kind, [[3, 5, 37]], [0, 2], output: [1, 5, 1])
    try check(kind, [[2, 3, 4, 5]], [1, 3], output: [2, 1, 4, 1])
    try check(kind, [[3, 1, 5]], [1], output: [3, 1, 5])
    try check(kind, [[1, 1]], [0], output: [1, 1])
  }

  @Test func anyOrderOfAxesIsCopied() throws {
    let shape = [2, 3, 17, 20]
    for order in permutations(of: Array(shape.indices)) {
      try check(.transpose, [shape], order, output: order.map { shape[$0] })
    }
    try check(.transpose, [[1, 97, 1, 64]], [0, 3, 2, 1], output: [1, 64, 1, 97])
    try check(.transpose, [[1, 64, 97]], [0, 2, 1], output: [1, 97, 64])
    try check(.transpose, [[40, 2]], [1, 0], output: [2, 40])
    try check(.transpose, [[1, 1]], [1, 0], output: [1, 1])
  }

  private func permutations(of values: [Int]) -> [[Int]] {
    guard !values.isEmpty else { return [[]] }
    return values.flatMap { first in permutations(of: values.filter { $0 != first }).map { [first] + $0 } }
  }

  @Test func depthBecomesSpace() throws {
    try check(.depthToSpace(blockSize: 2), [[1, 5, 17, 12]], output: [1, 10, 34, 3])
    try check(.depthToSpace(blockSize: 4), [[1, 3, 20, 16]], output: [1, 12, 80, 1])
  }
}
