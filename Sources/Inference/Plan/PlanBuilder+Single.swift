import CLandmarkKernels
import KernelSets
import ModelFormat
import VisionBase

// Convolutions with one output channel, such as the last one of a mask.

// Unchecked: the C structure's pointers stay null in a plan; a run fills in its own copy.
struct SingleConvolutionStep: @unchecked Sendable {
  var single: lk_single
  var input: Location
  var output: Location
  var weights: Location

  var scratchCount: Int {
    Int(single.kernel_height) * Int(single.input_blocks) * Int(single.input_lanes) * Int(single.row_width)
  }
}

extension PlanBuilder {
  /// Narrower pictures are as fast with channels in lanes.
  private static let leastWidth: Int = 64
  /// Larger kernels do not exist in networks for pictures; their ring of rows would not stay in the cache.
  private static let mostTaps = 16
  /// Rows of more channel blocks would not stay in the cache.
  private static let mostBlocks = 2

  /// Adds the convolution with pixels in lanes if that is better, and says whether it did.
  mutating func addSingleConvolution(_ node: FusedGraph.Node, _ window: Window, y: WindowExtent, x: WindowExtent)
    throws(LandmarkError) -> Bool
  {
    let input = shape(node.inputs[0])
    let weights = shape(node.inputs[1])
    let output = shape(node.outputs[0])
    guard weights[0] == 1, window.strideHeight == 1, window.strideWidth == 1, window.dilationHeight == 1,
      window.dilationWidth == 1, output[2] >= Self.leastWidth, blockCount(input[3]) <= Self.mostBlocks,
      isInBlocks(node.inputs[0]) || pictureLayout(node.inputs[0]) == .plain, x.padBefore <= channelLanes,
      y.padBefore <= weights[1], weights[1] <= Self.mostTaps,
      weights[2] <= Self.mostTaps, node.epilogue.pre == .none, node.epilogue.residual == nil,
      node.epilogue.post == .none
    else { return false }
    let values = try constant(node.inputs[1], "weights", node)
    let bias = node.inputs.count > 2 && node.inputs[2] >= 0 ? try constantFloats(node.inputs[2], "biases", node).first ?? 0 : 0
    let source = try value(of: node.inputs[0], as: pictureLayout(node.inputs[0]), for: node)
    let tile = Int(kernels.table.pointee.single_vectors) * channelLanes
    let covered = (output[2] + tile - 1) / tile * tile + weights[2]
    let stored = blockCount(input[2]) * channelLanes
    var single = lk_single()
    single.kernel_height = Int32(weights[1])
    single.kernel_width = Int32(weights[2])
    single.pad_top = Int32(y.padBefore)
    single.pad_left = Int32(x.padBefore)
    single.input_height = Int32(input[1])
    single.input_width = Int32(input[2])
    single.input_blocks = Int32(blockCount(input[3]))
    single.input_lanes = Int32(pictureLanes(node.inputs[0]))
    single.channels = Int32(input[3])
    single.output_height = Int32(output[1])
    single.output_width = Int32(output[2])
    single.input_block_stride = input[1] * input[2] * channelLanes
    single.row_width = Int32(channelLanes + blockCount(max(covered, stored)) * channelLanes)
    single.bias = bias
    let packed = constants.reserve(weights[1] * weights[2] * weights[3]) { target in
      (values.floats() ?? []).withUnsafeBufferPointer { target.update(from: $0) }
    }
    let result = define(node.outputs[0], layout: .plain)
    append(
      .singleConvolution(
        SingleConvolutionStep(single: single, input: location(source), output: location(result), weights: .constants(packed))),
      reads: [source], writes: result)
    return true
  }
}
