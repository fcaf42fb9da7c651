import CLandmarkKernels
import KernelSets
import ModelFormat
import VisionBase

// Convolution, depthwise convolution and fully connected layers.

extension PlanBuilder {
  /// How often the window fits, and the zeros in front: by the window's padding, or those of a folded `PAD`.
  private func extents(
    _ input: [Int], kernelHeight: Int, kernelWidth: Int, _ window: Window, _ pads: FusedGraph.SpatialPadding?
  ) -> (y: WindowExtent, x: WindowExtent) {
    guard let pads else {
      return (
        window.vertical(inputSize: input[1], filterSize: kernelHeight),
        window.horizontal(inputSize: input[2], filterSize: kernelWidth)
      )
    }
    let y = window.vertical(inputSize: input[1] + pads.top + pads.bottom, filterSize: kernelHeight)
    let x = window.horizontal(inputSize: input[2] + pads.left + pads.right, filterSize: kernelWidth)
    return (
      WindowExtent(outputSize: y.outputSize, padBefore: pads.top), WindowExtent(outputSize: x.outputSize, padBefore: pads.left)
    )
  }

  /// A value whose rows and columns are ready to be read without a test for the border.
  private struct ConvolutionInput {
    var value: Value
    /// Floats between rows, pixels, channel blocks.
    var rowStride: Int
    var pixelStride: Int
    var blockStride: Int
    /// Channels per segment of consecutive floats: all of them (plain) or 16 (blocks).
    var channelsPerSegment: Int
  }

  mutating func addConvolution(_ node: FusedGraph.Node, _ window: Window) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let weightShape = shape(node.inputs[1])
    let output = shape(node.outputs[0])
    try requirePicture(input, node)
    let (channels, kh, kw) = (weightShape[0], weightShape[1], weightShape[2])
    guard weightShape[3] == input[3] else {
      throw unsupported(node, "has weights for \(weightShape[3]) channels on an input of \(input[3]) (groups)")
    }
    let (y, x) = extents(input, kernelHeight: kh, kernelWidth: kw, window, node.explicitPadding)
    guard y.outputSize == output[1], x.outputSize == output[2], channels == output[3] else {
      throw unsupported(node, "declares output \(output), but computes [1, \(y.outputSize), \(x.outputSize), \(channels)]")
    }
    if try addSingleConvolution(node, window, y: y, x: x) { return }
    let source = try convolutionInput(
      node, input, neededHeight: (output[1] - 1) * window.strideHeight + (kh - 1) * window.dilationHeight + 1,
      neededWidth: (output[2] - 1) * window.strideWidth + (kw - 1) * window.dilationWidth + 1, top: y.padBefore, left: x.padBefore
    )
    let pointwise =
      kh == 1 && kw == 1 && window.strideHeight == 1 && window.strideWidth == 1
      && source.rowStride == input[2] * source.pixelStride
    let segments = Self.segments(source, channels: input[3], kh: kh, kw: kw, window)

    var conv = lk_conv()
    conv.segments = Int32(segments.count)
    conv.depth = Int32(kh * kw * input[3])
    conv.rows = pointwise ? 1 : Int32(output[1])
    conv.pixels = pointwise ? Int32(output[1] * output[2]) : Int32(output[2])
    conv.input_row_stride = source.rowStride * window.strideHeight
    conv.input_pixel_stride = source.pixelStride * window.strideWidth
    conv.output_pixel_stride = pictureLanes(node.outputs[0])
    conv.output_row_stride = output[2] * conv.output_pixel_stride
    conv.output_block_stride = output[1] * output[2] * channelLanes
    conv.blocks = Int32(blockCount(channels))
    conv.last_lanes = Int32(channels - (blockCount(channels) - 1) * channelLanes)

    let weights = try constant(node.inputs[1], "weights", node)
    let bias = try blockedBias(node, input: 2, channels: channels)
    var reads = [source.value]
    let epilogue = try epilogueOperands(node.epilogue, node, output: output, reads: &reads)
    let result = define(node.outputs[0], layout: pictureLayout(node.outputs[0]))
    let step: Step
    if pointwise, source.value.layout == .blocks, result.layout == .blocks,
      let (sparse, entries) = sparseConvolution(
        weights: weights, channels: channels, depth: Int(conv.depth), pixels: Int(conv.pixels))
    {
      step = .sparseConvolution(
        SparseConvolutionStep(
          sparse: sparse, entries: entries.values.count, countStart: addIndices(entries.counts),
          startStart: addIndices(entries.starts), offsetStart: addIndices(entries.offsets), input: location(source.value),
          output: location(result), values: addConstant(entries.values), bias: bias, epilogue: epilogue))
    } else {
      step = .convolution(
        ConvolutionStep(
          conv: conv, segmentStart: addSegments(segments), input: location(source.value), output: location(result),
          weights: packWeights(weights, channels: channels, depth: Int(conv.depth)), bias: bias, epilogue: epilogue))
    }
    append(step, reads: reads, writes: result)
  }

  /// Pictures with few interleaved channels are read as they come; everything else in channel blocks. Where the window
  /// reaches over the border, rows and columns of zeros are copied around the picture first.
  private mutating func convolutionInput(
    _ node: FusedGraph.Node, _ input: [Int], neededHeight: Int, neededWidth: Int, top: Int, left: Int
  ) throws(LandmarkError) -> ConvolutionInput {
    let plain = !isInBlocks(node.inputs[0])
    let value = try value(of: node.inputs[0], as: plain ? .plain : .blocks, for: node)
    let pixel = plain ? input[3] : channelLanes
    let blocks = plain ? 1 : blockCount(input[3])
    let fits = top == 0 && left == 0 && neededHeight <= input[1] && neededWidth <= input[2]
    if fits {
      return ConvolutionInput(
        value: value, rowStride: input[2] * pixel, pixelStride: pixel, blockStride: input[1] * input[2] * channelLanes,
        channelsPerSegment: plain ? input[3] : channelLanes)
    }
    // An input may have rows and columns that the convolution never reads.
    let (height, width) = (max(neededHeight, top + input[1]), max(neededWidth, left + input[2]))
    if plain, border(node.inputs[0], height: height, width: width, top: top, left: left) {
      return ConvolutionInput(
        value: value, rowStride: width * pixel, pixelStride: pixel, blockStride: 0, channelsPerSegment: input[3])
    }
    let padded = scratch(
      shape: [1, neededHeight, neededWidth, plain ? input[3] : blocks * channelLanes], layout: plain ? .plain : .blocks)
    let rows = max(0, min(input[1], neededHeight - top))
    let columns = max(0, min(input[2], neededWidth - left))
    append(
      .copy(
        CopyStep(
          kernels: kernels, input: location(value), output: location(padded),
          outputOffset: (top * neededWidth + left) * pixel,
          sizes: Dimensions([blocks, rows, columns * pixel], fill: 1),
          inputStrides: Dimensions([input[1] * input[2] * pixel, input[2] * pixel, 1], fill: 0),
          outputStrides: Dimensions([neededHeight * neededWidth * pixel, neededWidth * pixel, 1], fill: 0),
          zeroCount: blocks * neededHeight * neededWidth * pixel)),
      reads: [value], writes: padded)
    return ConvolutionInput(
      value: padded, rowStride: neededWidth * pixel, pixelStride: pixel,
      blockStride: neededHeight * neededWidth * channelLanes, channelsPerSegment: plain ? input[3] : channelLanes)
  }

  /// Runs of consecutive floats in the order of the weights `[KH, KW, C]`.
  private static func segments(
    _ source: ConvolutionInput, channels: Int, kh: Int, kw: Int, _ window: Window
  ) -> [(offset: Int, length: Int)] {
    var result: [(offset: Int, length: Int)] = []
    for ky in 0..<kh {
      let row = ky * window.dilationHeight * source.rowStride
      if source.channelsPerSegment == channels, source.pixelStride == channels, window.dilationWidth == 1 {
        result.append((row, kw * channels))
        continue
      }
      for kx in 0..<kw {
        let tap = row + kx * window.dilationWidth * source.pixelStride
        for first in stride(from: 0, to: channels, by: source.channelsPerSegment) {
          let block = first / source.channelsPerSegment
          result.append((tap + block * source.blockStride, min(source.channelsPerSegment, channels - first)))
        }
      }
    }
    return result
  }

  mutating func addDepthwise(_ node: FusedGraph.Node, _ window: Window, multiplier: Int) throws(LandmarkError) {
    let input = shape(node.inputs[0])
    let weightShape = shape(node.inputs[1])
    let output = shape(node.outputs[0])
    try requirePicture(input, node)
    let channels = input[3]
    guard multiplier == 1, weightShape[3] == channels, output[3] == channels else {
      throw unsupported(node, "has a channel multiplier other than 1")
    }
    let (kh, kw) = (weightShape[1], weightShape[2])
    let (y, x) = extents(input, kernelHeight: kh, kernelWidth: kw, window, node.explicitPadding)
    guard y.outputSize == output[1], x.outputSize == output[2] else {
      throw unsupported(node, "declares output \(output), but computes [1, \(y.outputSize), \(x.outputSize), \(channels)]")
    }
    var depthwise = lk_depthwise()
    depthwise.kernel_height = Int32(kh)
    depthwise.kernel_width = Int32(kw)
    depthwise.stride_y = Int32(window.strideHeight)
    depthwise.stride_x = Int32(window.strideWidth)
    depthwise.dilation_y = Int32(window.dilationHeight)
    depthwise.dilation_x = Int32(window.dilationWidth)
    depthwise.pad_top = Int32(y.padBefore)
    depthwise.pad_left = Int32(x.padBefore)
    depthwise.input_height = Int32(input[1])
    depthwise.input_width = Int32(input[2])
    depthwise.output_height = Int32(output[1])
    depthwise.output_width = Int32(output[2])
    let lanes = pictureLanes(node.outputs[0])
    depthwise.input_row_stride = input[2] * lanes
    depthwise.input_block_stride = input[1] * input[2] * lanes
    depthwise.output_row_stride = output[2] * lanes
    depthwise.output_block_stride = output[1] * output[2] * lanes

    // Without empty lanes a vector holds two pixels: then every constant comes twice.
    let copies = channelLanes / lanes
    let weights = try constant(node.inputs[1], "weights", node)
    let packed = constants.reserve(blockCount(channels) * kh * kw * channelLanes) { target in
      target.update(repeating: 0)
      (weights.floats() ?? []).withUnsafeBufferPointer { weights in
        for tap in 0..<(kh * kw) {
          for c in 0..<channels * copies {
            target[((c / channelLanes) * kh * kw + tap) * channelLanes + c % channelLanes] =
              weights[tap * channels + c % channels]
          }
        }
      }
    }
    var slopes: Location?
    (depthwise.activation, slopes) = try activation(node.epilogue.pre, node, channels: channels, copies: copies)
    let source = try value(of: node.inputs[0], as: pictureLayout(node.outputs[0]), for: node)
    let bias = try blockedBias(node, input: 2, channels: channels, copies: copies)
    let result = define(node.outputs[0], layout: pictureLayout(node.outputs[0]))
    append(
      .depthwise(
        DepthwiseStep(
          depthwise: depthwise, blocks: blockCount(channels), lanes: lanes, input: location(source), output: location(result),
          weights: .constants(packed), bias: bias,
          slopes: slopes)),
      reads: [source], writes: result)
  }

  mutating func addFullyConnected(_ node: FusedGraph.Node, _ fused: FusedActivation) throws(LandmarkError) {
    let weightShape = shape(node.inputs[1])
    let (columns, depth) = (weightShape[0], weightShape[1])
    let input = try value(of: node.inputs[0], as: .plain, for: node)
    let rows = graph.tensors[node.inputs[0]].elementCount / depth
    guard rows * depth == graph.tensors[node.inputs[0]].elementCount,
      rows * columns == graph.tensors[node.outputs[0]].elementCount
    else { throw unsupported(node, "has weights \(weightShape) that do not fit its input \(input.shape)") }
    let weights = try constant(node.inputs[1], "weights", node)
    let packed = constants.reserve(blockCount(columns) * depth * channelLanes) { target in
      target.update(repeating: 0)
      (weights.floats() ?? []).withUnsafeBufferPointer { weights in
        for n in 0..<columns {
          for k in 0..<depth { target[(n / channelLanes * depth + k) * channelLanes + n % channelLanes] = weights[n * depth + k] }
        }
      }
    }
    let (activation, _) = try activation(FusedGraph.Activation(fused), node, channels: columns)
    let bias = try blockedBias(node, input: 2, channels: columns)
    let result = define(node.outputs[0], layout: .plain)
    append(
      .fullyConnected(
        FullyConnectedStep(
          input: location(input), output: location(result), weights: .constants(packed), bias: bias, rows: Int32(rows),
          depth: Int32(depth), columns: Int32(columns), activation: activation)),
      reads: [input], writes: result)
  }

  // MARK: Operands

  /// Weights `[channels, depth]` in the panels of this instruction set.
  private mutating func packWeights(_ weights: ConstantData, channels: Int, depth: Int) -> Location {
    let set = kernels
    return .constants(
      constants.reserve(blockCount(channels) * depth * channelLanes) { target in
        guard let first = target.baseAddress, let floats = weights.floats() else { return }
        lk_pack_weights(set.table, floats, Int32(channels), Int32(depth), first)
      })
  }

  /// The bias filled up to whole blocks with zeros; all zeros if the operator has none.
  private mutating func blockedBias(
    _ node: FusedGraph.Node, input: Int, channels: Int, copies: Int = 1
  ) throws(LandmarkError) -> Location {
    let present = input < node.inputs.count && node.inputs[input] >= 0
    return addBlocked(present ? try constantFloats(node.inputs[input], "biases", node) : [], channels: channels, copies: copies)
  }

  private mutating func addBlocked(_ values: [Float], channels: Int, copies: Int) -> Location {
    let values = Array(repeatElement(values, count: copies).joined())
    return addConstant(values + Array(repeating: 0, count: blockCount(channels) * channelLanes - values.count))
  }

  /// The kernel's name for an activation, and where its slopes are.
  mutating func activation(
    _ activation: FusedGraph.Activation, _ node: FusedGraph.Node, channels: Int, copies: Int = 1
  ) throws(LandmarkError) -> (lk_activation, Location?) {
    switch activation {
    case .none: return (LK_ACT_NONE, nil)
    case .relu: return (LK_ACT_RELU, nil)
    case .reluN1To1: return (LK_ACT_RELU_N1_TO_1, nil)
    case .relu6: return (LK_ACT_RELU6, nil)
    case .prelu(let slopes):
      return (LK_ACT_PRELU, addBlocked(try constantFloats(slopes, "slopes", node), channels: channels, copies: copies))
    }
  }

  /// The fused activations and residual of a node that writes its output in its ``pictureLayout(_:)``.
  mutating func epilogueOperands(
    _ epilogue: FusedGraph.Epilogue, _ node: FusedGraph.Node, output: [Int], reads: inout [Value]
  ) throws(LandmarkError) -> EpilogueOperands {
    var operands = EpilogueOperands()
    (operands.pre, operands.preSlopes) = try activation(epilogue.pre, node, channels: output[3])
    (operands.post, operands.postSlopes) = try activation(epilogue.post, node, channels: output[3])
    if let residual = epilogue.residual {
      let value = try value(of: residual, as: pictureLayout(node.outputs[0]), for: node)
      reads.append(value)
      operands.residual = location(value)
      operands.residualBlocks = Int32(blockCount(value.shape[3]))
      operands.residualBlockStride = output[1] * output[2] * channelLanes
    }
    return operands
  }
}
