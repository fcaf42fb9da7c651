import CLandmarkKernels
import ModelFormat
import VisionBase

// Operators on channel blocks other than convolutions: pools, resize, addition, activations, global mean.

extension PlanBuilder {
  mutating func addMaxPool(
    _ node: FusedGraph.Node, _ window: Window, filterHeight: Int, filterWidth: Int, _ fused: FusedActivation
  ) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let output = shape(node.outputs[0])
    try requirePicture(input, node)
    guard fused == .none else { throw unsupported(node, "has a fused activation") }
    let y = window.vertical(inputSize: input[1], filterSize: filterHeight)
    let x = window.horizontal(inputSize: input[2], filterSize: filterWidth)
    guard y.outputSize == output[1], x.outputSize == output[2], output[3] == input[3] else {
      throw unsupported(node, "declares output \(output), but computes [1, \(y.outputSize), \(x.outputSize), \(input[3])]")
    }
    let pool = lk_pool(
      filter_height: Int32(filterHeight), filter_width: Int32(filterWidth), stride_y: Int32(window.strideHeight),
      stride_x: Int32(window.strideWidth), pad_top: Int32(y.padBefore), pad_left: Int32(x.padBefore),
      input_height: Int32(input[1]), input_width: Int32(input[2]), output_height: Int32(output[1]),
      output_width: Int32(output[2]), blocks: Int32(blockCount(input[3])), row_begin: 0, row_end: Int32(output[1]))
    let source = try value(of: node.inputs[0], as: .blocks, for: node)
    let result = define(node.outputs[0], layout: .blocks)
    append(.maxPool(pool, input: location(source), output: location(result)), reads: [source], writes: result)
  }

  mutating func addResize(_ node: FusedGraph.Node, alignCorners: Bool, halfPixelCenters: Bool) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let output = shape(node.outputs[0])
    try requirePicture(input, node)
    guard output.count == 4, output[3] == input[3] else { throw unsupported(node, "changes the number of channels") }
    let y = Self.resizeTable(input: input[1], output: output[1], alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
    let x = Self.resizeTable(input: input[2], output: output[2], alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
    var resize = lk_resize()
    resize.input_height = Int32(input[1])
    resize.input_width = Int32(input[2])
    resize.output_height = Int32(output[1])
    resize.output_width = Int32(output[2])
    resize.blocks = Int32(blockCount(input[3]))
    let source = try value(of: node.inputs[0], as: pictureLayout(node.outputs[0]), for: node)
    let result = define(node.outputs[0], layout: pictureLayout(node.outputs[0]))
    append(
      .resize(
        ResizeStep(
          resize: resize, lanes: pictureLanes(node.outputs[0]), indexStart: addIndices(y.first + y.second + x.first + x.second),
          weightStart: addConstant(y.fraction + x.fraction), input: location(source), output: location(result))),
      reads: [source], writes: result)
  }

  /// The two source indices of every output index, and the weight of the second.
  /// Source: TFLite, bilinear resize: scale and rounding of `align_corners` and `half_pixel_centers`.
  static func resizeTable(
    input: Int, output: Int, alignCorners: Bool, halfPixelCenters: Bool
  ) -> (first: [Int32], second: [Int32], fraction: [Float]) {
    let scale = alignCorners && output > 1 ? Float(input - 1) / Float(output - 1) : Float(input) / Float(output)
    var first: [Int32] = []
    var second: [Int32] = []
    var fraction: [Float] = []
    for index in 0..<output {
      let place = halfPixelCenters ? (Float(index) + 0.5) * scale - 0.5 : Float(index) * scale
      let lower = max(Int(place.rounded(.down)), 0)
      let upper = min(Int(place.rounded(.up)), input - 1)
      first.append(Int32(min(lower, input - 1)))
      second.append(Int32(max(upper, 0)))
      fraction.append(place - Float(lower))
    }
    return (first, second, fraction)
  }

  mutating func addAddition(_ node: FusedGraph.Node, _ fused: FusedActivation) throws(LandmarkError) {
    let output = shape(node.outputs[0])
    let sameShape = shape(node.inputs[0]) == output && shape(node.inputs[1]) == output
    let layout = pictureLayout(node.outputs[0])
    guard output.count == 4, output[0] == 1, sameShape,
      layout == .plain || isInBlocks(node.inputs[0]) || isInBlocks(node.inputs[1])
    else {
      return try addBinary(node, .add, fused)
    }
    let left = try value(of: node.inputs[0], as: layout, for: node)
    var reads = [left]
    let epilogue = FusedGraph.Epilogue(pre: .none, residual: node.inputs[1], post: FusedGraph.Activation(fused))
    let operands = try epilogueOperands(epilogue, node, output: output, reads: &reads)
    addEpilogue(operands, input: left, output: node.outputs[0], reads: reads)
  }

  mutating func addPrelu(_ node: FusedGraph.Node) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let slopes = graph.tensors[node.inputs[1]]
    guard isInBlocks(node.inputs[0]), slopes.constant != nil, slopes.shape.last == input[3], slopes.elementCount == input[3]
    else {
      return try addBinary(node, .prelu, .none)
    }
    try addBlockActivation(node, .prelu(slopes: node.inputs[1]))
  }

  mutating func addActivation(_ node: FusedGraph.Node, _ unary: UnaryOperator, _ activation: lk_activation) throws(LandmarkError)
  {
    guard isInBlocks(node.inputs[0]) else { return try addUnary(node, unary) }
    try addBlockActivation(node, activation == LK_ACT_RELU ? .relu : .relu6)
  }

  private mutating func addBlockActivation(_ node: FusedGraph.Node, _ activation: FusedGraph.Activation) throws(LandmarkError) {
    let input = try value(of: node.inputs[0], as: .blocks, for: node)
    var reads = [input]
    let operands = try epilogueOperands(
      FusedGraph.Epilogue(pre: activation), node, output: shape(node.outputs[0]), reads: &reads)
    addEpilogue(operands, input: input, output: node.outputs[0], reads: reads)
  }

  private mutating func addEpilogue(_ operands: EpilogueOperands, input: Value, output: Int, reads: [Value]) {
    let (pixels, channels) = Self.pixelsAndChannels(input.shape)
    let result = define(output, layout: pictureLayout(output))
    append(
      .epilogue(
        EpilogueStep(
          operands: operands, lanes: pictureLanes(output), input: location(input), output: location(result),
          pixels: Int32(pixels),
          blocks: Int32(blockCount(channels)))),
      reads: reads, writes: result)
  }

  mutating func addMean(_ node: FusedGraph.Node) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let axes = Set(try constantIntegers(node.inputs[1], "axes", node).map { $0 < 0 ? $0 + input.count : $0 })
    guard input.count == 4, input[0] == 1, axes == [1, 2], isInBlocks(node.inputs[0]) else {
      return try addReduction(node, .mean)
    }
    let source = try value(of: node.inputs[0], as: .blocks, for: node)
    let result = define(node.outputs[0], layout: .plain)
    append(
      .globalMean(
        input: location(source), output: location(result), pixels: Int32(input[1] * input[2]), channels: Int32(input[3])),
      reads: [source], writes: result)
  }
}
