package import ModelFormat
package import VisionBase

/// Runs a graph with ``ReferenceOperators``, one operator after the other: slow, plain, and what the engine is
/// measured against.
package struct ReferenceInterpreter: Sendable {
  package let graph: Graph
  /// Number of the last operator that reads a tensor; −1 if none does.
  private let lastUse: [Int]

  package init(graph: Graph) {
    self.graph = graph
    var lastUse = [Int](repeating: -1, count: graph.tensors.count)
    for (number, operation) in graph.operations.enumerated() {
      for tensor in operation.inputs where tensor >= 0 { lastUse[tensor] = number }
    }
    self.lastUse = lastUse
  }

  /// The graph's outputs, in its order, for row-major `inputs` in its order.
  package func run(inputs: [[Float]]) throws(LandmarkError) -> [[Float]] {
    let values = try run(inputs: inputs, observing: graph.outputs)
    return graph.outputs.map { values[$0]?.values ?? [] }
  }

  /// The values of the tensors named by `observed`, for finding the first operator that differs.
  package func run(inputs: [[Float]], observing observed: [Int]) throws(LandmarkError) -> [Int: ReferenceTensor] {
    guard inputs.count == graph.inputs.count else {
      throw LandmarkError(.invalidArgument, "\(graph.name) has \(graph.inputs.count) inputs, got \(inputs.count).")
    }
    let kept = Set(observed)
    var values: [Int: ReferenceTensor] = [:]
    for (tensor, input) in zip(graph.inputs, inputs) {
      let shape = graph.tensors[tensor].shape
      guard input.count == graph.tensors[tensor].elementCount else {
        throw LandmarkError(
          .invalidArgument,
          "Input '\(graph.tensors[tensor].name)' of \(graph.name) has shape \(shape), got \(input.count) values.")
      }
      values[tensor] = ReferenceTensor(shape: shape, values: input)
    }
    for (number, operation) in graph.operations.enumerated() {
      let results = try ReferenceStep(graph: graph, number: number, operation: operation, values: values).run()
      for (tensor, result) in zip(operation.outputs, results) {
        guard result.shape == graph.tensors[tensor].shape else {
          throw LandmarkError(
            .internalFailure,
            "Operator \(number) (\(operation.kind.name)) of \(graph.name) gave \(result.shape), not \(graph.tensors[tensor].shape)."
          )
        }
        values[tensor] = result
      }
      for tensor in operation.inputs where tensor >= 0 && lastUse[tensor] == number && !kept.contains(tensor) {
        values[tensor] = nil
      }
    }
    for tensor in observed where values[tensor] == nil {
      if let constant = graph.tensors[tensor].constant?.floats() {
        values[tensor] = ReferenceTensor(shape: graph.tensors[tensor].shape, values: constant)
      }
    }
    return values.filter { kept.contains($0.key) }
  }
}

/// One operator with the values it may read.
private struct ReferenceStep {
  let graph: Graph
  let number: Int
  let operation: Operation
  let values: [Int: ReferenceTensor]

  private func missing(_ index: Int) -> LandmarkError {
    LandmarkError(
      .internalFailure, "Input \(index) of operator \(number) (\(operation.kind.name)) of \(graph.name) has no values.")
  }

  private func input(_ index: Int) throws(LandmarkError) -> ReferenceTensor {
    guard operation.inputs.indices.contains(index), operation.inputs[index] >= 0 else { throw missing(index) }
    let tensor = operation.inputs[index]
    if let value = values[tensor] { return value }
    guard let constant = graph.tensors[tensor].constant?.floats() else { throw missing(index) }
    return ReferenceTensor(shape: graph.tensors[tensor].shape, values: constant)
  }

  private func bias(_ index: Int) throws(LandmarkError) -> [Float]? {
    guard operation.inputs.indices.contains(index), operation.inputs[index] >= 0 else { return nil }
    return try input(index).values
  }

  private func integers(_ index: Int) throws(LandmarkError) -> [Int] {
    guard operation.inputs.indices.contains(index), operation.inputs[index] >= 0,
      let values = graph.tensors[operation.inputs[index]].constant?.integers()
    else { throw missing(index) }
    return values.map(Int.init)
  }

  private var outputShape: [Int] { graph.tensors[operation.outputs[0]].shape }

  func run() throws(LandmarkError) -> [ReferenceTensor] {
    if case .unpack(let axis) = operation.kind { return ReferenceOperators.unpack(try input(0), axis: axis) }
    if let result = try runWindow() { return [result] }
    if let result = try runBinary() { return [result] }
    if let result = try runUnary() { return [result] }
    return [try runLayout()]
  }

  private func runWindow() throws(LandmarkError) -> ReferenceTensor? {
    switch operation.kind {
    case .conv2D(let window, let activation):
      ReferenceOperators.conv2D(
        try input(0), weights: try input(1), bias: try bias(2), window: window, activation: activation)
    case .depthwiseConv2D(let window, let multiplier, let activation):
      ReferenceOperators.depthwiseConv2D(
        try input(0), weights: try input(1), bias: try bias(2), window: window, multiplier: multiplier,
        activation: activation)
    case .fullyConnected(let activation, _):
      ReferenceOperators.fullyConnected(
        try input(0), weights: try input(1), bias: try bias(2), activation: activation, outputShape: outputShape)
    case .maxPool2D(let window, let height, let width, let activation):
      ReferenceOperators.maxPool2D(
        try input(0), filterHeight: height, filterWidth: width, window: window, activation: activation)
    default: nil
    }
  }

  private func runBinary() throws(LandmarkError) -> ReferenceTensor? {
    switch operation.kind {
    case .add(let activation): ReferenceOperators.add(try input(0), try input(1), activation: activation)
    case .subtract(let activation): ReferenceOperators.subtract(try input(0), try input(1), activation: activation)
    case .multiply(let activation): ReferenceOperators.multiply(try input(0), try input(1), activation: activation)
    case .divide(let activation): ReferenceOperators.divide(try input(0), try input(1), activation: activation)
    case .maximum: ReferenceOperators.maximum(try input(0), try input(1))
    case .squaredDifference: ReferenceOperators.squaredDifference(try input(0), try input(1))
    case .prelu: ReferenceOperators.prelu(try input(0), slopes: try input(1))
    default: nil
    }
  }

  private func runUnary() throws(LandmarkError) -> ReferenceTensor? {
    switch operation.kind {
    case .negate: ReferenceOperators.negate(try input(0))
    case .squareRoot: ReferenceOperators.squareRoot(try input(0))
    case .reciprocalSquareRoot: ReferenceOperators.reciprocalSquareRoot(try input(0))
    case .logistic: ReferenceOperators.logistic(try input(0))
    case .relu: ReferenceOperators.relu(try input(0))
    case .relu6: ReferenceOperators.relu6(try input(0))
    case .softmax(let beta): ReferenceOperators.softmax(try input(0), beta: beta)
    // Values of a Float16 input are handed over as Float32, so there is nothing to widen.
    case .dequantize: try input(0)
    case .mean(let keep): try reduce(keep, .mean)
    case .sum(let keep): try reduce(keep, .sum)
    case .reduceMax(let keep): try reduce(keep, .max)
    case .reduceMin(let keep): try reduce(keep, .min)
    default: nil
    }
  }

  private func reduce(_ keep: Bool, _ reduction: ReferenceOperators.Reduction) throws(LandmarkError) -> ReferenceTensor {
    ReferenceOperators.reduce(try input(0), axes: try integers(1), keepDimensions: keep, reduction)
  }

  private func runLayout() throws(LandmarkError) -> ReferenceTensor {
    switch operation.kind {
    case .reshape: return ReferenceOperators.reshape(try input(0), to: outputShape)
    case .transpose: return ReferenceOperators.transpose(try input(0), order: try integers(1))
    case .concatenation(let axis, let activation):
      var parts: [ReferenceTensor] = []
      for index in operation.inputs.indices { parts.append(try input(index)) }
      return ReferenceOperators.concatenate(parts, axis: axis, activation: activation)
    case .stridedSlice(let beginMask, let endMask, let shrinkAxisMask):
      return ReferenceOperators.stridedSlice(
        try input(0), begin: try integers(1), end: try integers(2), strides: try integers(3), beginMask: beginMask,
        endMask: endMask, shrinkAxisMask: shrinkAxisMask)
    case .gather(let axis):
      return ReferenceOperators.gather(
        try input(0), indices: try integers(1), indexShape: graph.tensors[operation.inputs[1]].shape, axis: axis)
    case .pad: return ReferenceOperators.pad(try input(0), paddings: try integers(1))
    case .resizeBilinear(let alignCorners, let halfPixelCenters):
      let size = try integers(1)
      return ReferenceOperators.resizeBilinear(
        try input(0), height: size[0], width: size[1], alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
    case .depthToSpace(let blockSize): return ReferenceOperators.depthToSpace(try input(0), blockSize: blockSize)
    default:
      throw LandmarkError(.internalFailure, "The reference interpreter lacks \(operation.kind.name).")
    }
  }
}
