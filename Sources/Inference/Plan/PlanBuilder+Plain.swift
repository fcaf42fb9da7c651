import CLandmarkKernels
import ModelFormat
import VisionBase

// Operators on row-major values of any rank up to six. None of them is hot in the networks that we know.

extension PlanBuilder {
  private func requireRank(_ shapes: [[Int]], _ node: FusedGraph.Node) throws(LandmarkError) {
    guard shapes.allSatisfy({ $0.count <= Dimensions.maximumRank }) else {
      throw unsupported(node, "has a tensor of more than \(Dimensions.maximumRank) dimensions")
    }
  }

  mutating func addBinary(
    _ node: FusedGraph.Node, _ operation: BinaryOperator, _ fused: FusedActivation
  ) throws(LandmarkError) {
    let output = shape(node.outputs[0])
    let left = try value(of: node.inputs[0], as: .plain, for: node)
    let right = try value(of: node.inputs[1], as: .plain, for: node)
    try requireRank([output, left.shape, right.shape], node)
    let result = define(node.outputs[0], layout: .plain)
    append(
      .binary(
        BinaryStep(
          operation: operation, left: location(left), leftShape: left.shape, right: location(right),
          rightShape: right.shape, output: location(result), outputShape: output)),
      reads: [left, right], writes: result)
    addFusedActivation(fused, on: result)
  }

  /// Applies an activation in place.
  private mutating func addFusedActivation(_ fused: FusedActivation, on value: Value) {
    let unary: UnaryOperator
    switch fused {
    case .none: return
    case .relu: unary = .relu
    case .reluN1To1: unary = .reluN1To1
    case .relu6: unary = .relu6
    }
    append(
      .unary(unary, input: location(value), output: location(value), count: value.shape.reduce(1, *)), reads: [value],
      writes: value)
  }

  mutating func addUnary(_ node: FusedGraph.Node, _ operation: UnaryOperator) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    let result = define(node.outputs[0], layout: .plain)
    append(
      .unary(operation, input: location(input), output: location(result), count: input.shape.reduce(1, *)), reads: [input],
      writes: result)
  }

  mutating func addSoftmax(_ node: FusedGraph.Node, beta: Float) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    let columns = input.shape.last ?? 1
    let result = define(node.outputs[0], layout: .plain)
    append(
      .softmax(
        input: location(input), output: location(result), rows: input.shape.reduce(1, *) / columns, columns: columns, beta: beta),
      reads: [input], writes: result)
  }

  mutating func addReduction(_ node: FusedGraph.Node, _ reduction: Reduction) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    try requireRank([input.shape], node)
    let axes = Set(try constantIntegers(node.inputs[1], "axes", node).map { $0 < 0 ? $0 + input.shape.count : $0 })
    let result = define(node.outputs[0], layout: .plain)
    append(
      .reduce(
        ReduceStep(
          kernels: kernels, reduction: reduction, input: location(input), output: location(result), shape: input.shape,
          axes: axes)),
      reads: [input], writes: result)
  }

  // MARK: Moving elements

  /// One copy of a box of elements; sizes and strides are right-aligned lists of the same length.
  private mutating func addCopy(
    from input: Value, offset: Int = 0, strides: [Int], to output: Value, outputOffset: Int = 0, outputStrides: [Int],
    sizes: [Int], zeroCount: Int = 0
  ) {
    append(
      .copy(
        CopyStep(
          kernels: kernels, input: location(input), inputOffset: offset, output: location(output), outputOffset: outputOffset,
          sizes: Dimensions(sizes, fill: 1), inputStrides: Dimensions(strides, fill: 0),
          outputStrides: Dimensions(outputStrides, fill: 0), zeroCount: zeroCount)),
      reads: [input], writes: output)
  }

  mutating func addTranspose(_ node: FusedGraph.Node) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    try requireRank([input.shape], node)
    let permutation = try constantIntegers(node.inputs[1], "a permutation", node)
    let strides = rowMajorStrides(of: input.shape)
    let result = define(node.outputs[0], layout: .plain)
    addCopy(
      from: input, strides: permutation.map { strides[$0] }, to: result, outputStrides: rowMajorStrides(of: result.shape),
      sizes: result.shape)
  }

  mutating func addConcatenation(_ node: FusedGraph.Node, axis: Int, _ fused: FusedActivation) throws(LandmarkError) {
    let output = shape(node.outputs[0])
    let axis = axis < 0 ? axis + output.count : axis
    let outer = output[..<axis].reduce(1, *)
    let inner = output[(axis + 1)...].reduce(1, *)
    // Conversions of the inputs come first, so that only copies lie between the result's first and last step.
    var inputs: [Value] = []
    for tensor in node.inputs { inputs.append(try value(of: tensor, as: .plain, for: node)) }
    let result = define(node.outputs[0], layout: .plain)
    var start = 0
    for input in inputs {
      let run = input.shape[axis] * inner
      addCopy(
        from: input, strides: [run, 1], to: result, outputOffset: start, outputStrides: [output[axis] * inner, 1],
        sizes: [outer, run])
      start += run
    }
    addFusedActivation(fused, on: result)
  }

  mutating func addStridedSlice(
    _ node: FusedGraph.Node, beginMask: Int, endMask: Int, shrinkAxisMask: Int
  ) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    try requireRank([input.shape], node)
    let steps = try constantIntegers(node.inputs[3], "strides", node)
    let extent = SliceExtent(
      shape: input.shape, begin: try constantIntegers(node.inputs[1], "a begin", node),
      end: try constantIntegers(node.inputs[2], "an end", node), strides: steps, beginMask: beginMask, endMask: endMask,
      shrinkAxisMask: shrinkAxisMask)
    guard let extent, extent.counts.reduce(1, *) == graph.tensors[node.outputs[0]].elementCount else {
      throw unsupported(node, "declares output \(shape(node.outputs[0])), which is not what its slice has")
    }
    let strides = rowMajorStrides(of: input.shape)
    let result = define(node.outputs[0], layout: .plain)
    addCopy(
      from: input, offset: zip(extent.starts, strides).reduce(0) { $0 + $1.0 * $1.1 },
      strides: zip(strides, steps).map { $0 * $1 }, to: result, outputStrides: rowMajorStrides(of: extent.counts),
      sizes: extent.counts)
  }

  mutating func addUnpack(_ node: FusedGraph.Node, axis: Int) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    let axis = axis < 0 ? axis + input.shape.count : axis
    let outer = input.shape[..<axis].reduce(1, *)
    let inner = input.shape[(axis + 1)...].reduce(1, *)
    for (index, tensor) in node.outputs.enumerated() {
      let result = define(tensor, layout: .plain)
      addCopy(
        from: input, offset: index * inner, strides: [input.shape[axis] * inner, 1], to: result, outputStrides: [inner, 1],
        sizes: [outer, inner])
    }
  }

  mutating func addGather(_ node: FusedGraph.Node, axis: Int) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    let indices = try constantIntegers(node.inputs[1], "indices", node)
    let axis = axis < 0 ? axis + input.shape.count : axis
    let outer = input.shape[..<axis].reduce(1, *)
    let inner = input.shape[(axis + 1)...].reduce(1, *)
    let result = define(node.outputs[0], layout: .plain)
    for (place, index) in indices.enumerated() {
      let index = index < 0 ? index + input.shape[axis] : index
      guard index >= 0, index < input.shape[axis] else { throw unsupported(node, "reads index \(index) of \(input.shape[axis])") }
      addCopy(
        from: input, offset: index * inner, strides: [input.shape[axis] * inner, 1], to: result, outputOffset: place * inner,
        outputStrides: [indices.count * inner, 1], sizes: [outer, inner])
    }
  }

  /// A `PAD` that no convolution took over.
  mutating func addPad(_ node: FusedGraph.Node) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    try requireRank([input.shape], node)
    let amounts = try constantIntegers(node.inputs[1], "amounts", node)
    let output = shape(node.outputs[0])
    let strides = rowMajorStrides(of: output)
    let offset = input.shape.indices.reduce(0) { $0 + amounts[2 * $1] * strides[$1] }
    let result = define(node.outputs[0], layout: .plain)
    addCopy(
      from: input, strides: rowMajorStrides(of: input.shape), to: result, outputOffset: offset, outputStrides: strides,
      sizes: input.shape, zeroCount: output.reduce(1, *))
  }

  /// `output[h·b + i][w·b + j][c] = input[h][w][(i·b + j)·C + c]`.
  mutating func addDepthToSpace(_ node: FusedGraph.Node, blockSize b: Int) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    try requirePicture(input.shape, node)
    let (h, w, deep) = (input.shape[1], input.shape[2], input.shape[3])
    let c = deep / (b * b)
    let result = define(node.outputs[0], layout: .plain)
    addCopy(
      from: input, strides: [w * deep, b * c, deep, c, 1], to: result,
      outputStrides: [b * w * b * c, w * b * c, b * c, c, 1], sizes: [h, b, w, b, c])
  }
}
