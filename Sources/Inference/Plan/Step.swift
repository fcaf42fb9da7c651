import CLandmarkKernels
import KernelSets

/// One unit of work of a run. All steps are plain old data: running them allocates and retains nothing.
enum Step: Sendable, CustomStringConvertible {
  case convolution(ConvolutionStep)
  case sparseConvolution(SparseConvolutionStep)
  case block(BlockStep)
  case singleConvolution(SingleConvolutionStep)
  case depthwise(DepthwiseStep)
  case maxPool(lk_pool, input: Location, output: Location)
  case resize(ResizeStep)
  /// Activation and addition on channel blocks.
  case epilogue(EpilogueStep)
  case fullyConnected(FullyConnectedStep)
  case globalMean(input: Location, output: Location, pixels: Int32, channels: Int32)
  case toBlocks(input: Location, output: Location, pixels: Int32, channels: Int32)
  case fromBlocks(input: Location, output: Location, pixels: Int32, channels: Int32)
  /// Zeroes `zeroCount` output elements, then copies; used by everything that only moves elements.
  case copy(CopyStep)
  case binary(BinaryStep)
  case unary(UnaryOperator, input: Location, output: Location, count: Int)
  case reduce(ReduceStep)
  case softmax(input: Location, output: Location, rows: Int, columns: Int, beta: Float)

  /// Short name for listings.
  var name: String {
    switch self {
    case .convolution: "convolution"
    case .sparseConvolution: "sparse-convolution"
    case .block: "block"
    case .singleConvolution: "single-convolution"
    case .depthwise: "depthwise"
    case .maxPool: "max-pool"
    case .resize: "resize"
    case .epilogue: "element-wise"
    case .fullyConnected: "fully-connected"
    case .globalMean: "global-mean"
    case .toBlocks: "to-blocks"
    case .fromBlocks: "from-blocks"
    case .copy: "copy"
    case .binary: "binary"
    case .unary: "unary"
    case .reduce: "reduce"
    case .softmax: "softmax"
    }
  }

  /// The name with the sizes that decide about the time.
  var description: String {
    switch self {
    case .convolution(let step):
      "\(name) \(step.conv.rows)×\(step.conv.pixels) k\(step.conv.depth) → \(step.conv.blocks) blocks"
        + (step.epilogue.residual == nil ? "" : " + residual")
    case .sparseConvolution(let step):
      "\(name) \(step.sparse.pixels) × \(step.sparse.input_blocks) → \(step.sparse.blocks) blocks, \(step.entries) weights"
        + (step.epilogue.residual == nil ? "" : " + residual")
    case .depthwise(let step):
      "\(name) \(step.depthwise.kernel_height)×\(step.depthwise.kernel_width) stride \(step.depthwise.stride_y) "
        + "\(step.depthwise.output_height)×\(step.depthwise.output_width) × \(step.blocks) blocks"
    case .block(let step):
      "\(name) in bands of \(step.band): \(Step.depthwise(step.depthwise)), \(Step.convolution(step.project))"
    case .singleConvolution(let step):
      "\(name) \(step.single.kernel_height)×\(step.single.kernel_width) \(step.single.output_height)×"
        + "\(step.single.output_width), \(step.single.channels) channels → 1"
    case .maxPool(let pool, _, _): "\(name) \(pool.output_height)×\(pool.output_width) × \(pool.blocks) blocks"
    case .resize(let step): "\(name) \(step.resize.output_height)×\(step.resize.output_width) × \(step.resize.blocks) blocks"
    case .epilogue(let step): "\(name) \(step.pixels) × \(step.blocks) blocks"
    case .fullyConnected(let step): "\(name) \(step.rows)×\(step.depth) → \(step.columns)"
    case .toBlocks(_, _, let pixels, let channels), .fromBlocks(_, _, let pixels, let channels),
      .globalMean(_, _, let pixels, let channels):
      "\(name) \(pixels)×\(channels)"
    default: name
    }
  }
}

extension Step {
  /// Floats of working memory that each thread needs for itself.
  var scratchCount: Int {
    switch self {
    case .sparseConvolution(let step): step.scratchCount
    case .block(let step): step.scratchCount
    case .singleConvolution(let step): step.scratchCount
    default: 0
    }
  }

  /// Multiply-adds of the step; 0 for steps that only move or compare. Counts the unused lanes that are computed.
  var multiplyAdds: Int {
    switch self {
    case .convolution(let step):
      Int(step.conv.rows) * Int(step.conv.pixels) * Int(step.conv.depth)
        * (Int(step.conv.blocks) * channelLanes - (Int(step.conv.last_lanes) <= channelLanes / 2 ? channelLanes / 2 : 0))
    case .sparseConvolution(let step): Int(step.sparse.pixels) * step.entries
    case .singleConvolution(let step):
      Int(step.single.output_height) * Int(step.single.output_width) * Int(step.single.channels)
        * Int(step.single.kernel_height) * Int(step.single.kernel_width)
    case .block(let step):
      Step.depthwise(step.depthwise).multiplyAdds + Step.convolution(step.project).multiplyAdds
    case .depthwise(let step):
      Int(step.depthwise.output_height) * Int(step.depthwise.output_width) * step.blocks * step.lanes
        * Int(step.depthwise.kernel_height) * Int(step.depthwise.kernel_width)
    case .fullyConnected(let step): Int(step.rows) * Int(step.depth) * Int(step.columns)
    default: 0
    }
  }
}

/// Activations and residual of a fused step; slopes are offsets into the constants.
struct EpilogueOperands: Sendable {
  var pre = LK_ACT_NONE
  var post = LK_ACT_NONE
  var preSlopes: Location?
  var postSlopes: Location?
  var residual: Location?
  var residualBlocks: Int32 = 0
  var residualBlockStride = 0
}

// Unchecked: the C structure's pointers stay null in a plan; a run fills in its own copy.
struct ConvolutionStep: @unchecked Sendable {
  /// Complete but for the pointers, which depend on where the run's memory lies.
  var conv: lk_conv
  var segmentStart: Int
  var input: Location
  var output: Location
  var weights: Location
  var bias: Location
  var epilogue: EpilogueOperands
}

// Unchecked: the C structure's pointers stay null in a plan; a run fills in its own copy.
struct SparseConvolutionStep: @unchecked Sendable {
  var sparse: lk_sparse
  /// Weights that are not zero.
  var entries: Int
  /// Starts in the index table.
  var countStart: Int
  var startStart: Int
  var offsetStart: Int
  var input: Location
  var output: Location
  var values: Location
  var bias: Location
  var epilogue: EpilogueOperands

  var tiles: Int32 { (sparse.vector_end + sparse.tile_vectors - 1) / sparse.tile_vectors }
  /// Floats of working memory that one thread needs.
  var scratchCount: Int {
    let rows = Int(sparse.slab_channels) + channelLanes * (sparse.slabs == 1 ? 1 : Int(sparse.blocks))
    return rows * Int(sparse.tile_vectors) * channelLanes
  }
}

// Unchecked: the C structure's pointers stay null in a plan; a run fills in its own copy.
struct DepthwiseStep: @unchecked Sendable {
  var depthwise: lk_depthwise
  /// Channel blocks.
  var blocks: Int
  /// Floats per pixel and block: 16, or 8 without empty lanes.
  var lanes: Int
  var input: Location
  var output: Location
  var weights: Location
  var bias: Location
  var slopes: Location?
}

// Unchecked: the C structure's pointers stay null in a plan; a run fills in its own copy.
struct ResizeStep: @unchecked Sendable {
  var resize: lk_resize
  /// Floats per pixel and block: 16, or 8 without empty lanes.
  var lanes: Int
  /// Starts of the index tables (y0, y1, x0, x1 one after the other) and of the weights (fy, fx).
  var indexStart: Int
  var weightStart: Location
  var input: Location
  var output: Location
}

struct EpilogueStep: Sendable {
  var operands: EpilogueOperands
  /// Floats per pixel and block: 16, or 8 without empty lanes.
  var lanes: Int
  var input: Location
  var output: Location
  var pixels: Int32
  var blocks: Int32
}

struct FullyConnectedStep: Sendable {
  var input: Location
  var output: Location
  var weights: Location
  var bias: Location
  var rows: Int32
  var depth: Int32
  var columns: Int32
  var activation: lk_activation
}

struct CopyStep: Sendable {
  let kernels: KernelSet
  var input: Location
  let inputOffset: Int
  var output: Location
  let outputOffset: Int
  let sizes: Dimensions
  let inputStrides: Dimensions
  let outputStrides: Dimensions
  /// Elements of the output to clear first (0 = none).
  let zeroCount: Int

  /// Sizes and strides are merged where they can be.
  init(
    kernels: KernelSet, input: Location, inputOffset: Int = 0, output: Location, outputOffset: Int = 0, sizes: Dimensions,
    inputStrides: Dimensions, outputStrides: Dimensions, zeroCount: Int = 0
  ) {
    let merged = Dimensions.merged(sizes, [inputStrides, outputStrides])
    self.kernels = kernels
    self.input = input
    self.inputOffset = inputOffset
    self.output = output
    self.outputOffset = outputOffset
    self.sizes = merged.sizes
    self.inputStrides = merged.strides[0]
    self.outputStrides = merged.strides[1]
    self.zeroCount = zeroCount
  }
}

enum BinaryOperator: Sendable { case add, subtract, multiply, divide, maximum, squaredDifference, prelu }

enum UnaryOperator: Sendable { case negate, squareRoot, reciprocalSquareRoot, logistic, relu, relu6, reluN1To1 }

enum Reduction: Sendable { case sum, mean, maximum, minimum }

struct BinaryStep: Sendable {
  let operation: BinaryOperator
  var left: Location
  var right: Location
  var output: Location
  /// Sizes of the output and strides of the operands, merged where they can be; innermost strides are 0 or 1.
  let sizes: Dimensions
  let leftStrides: Dimensions
  let rightStrides: Dimensions

  /// Operands are row-major; where their shapes have a 1, or nothing in front, they repeat.
  init(
    operation: BinaryOperator, left: Location, leftShape: [Int], right: Location, rightShape: [Int], output: Location,
    outputShape: [Int]
  ) {
    let merged = Dimensions.merged(
      Dimensions(outputShape, fill: 1), [.broadcastStrides(of: leftShape), .broadcastStrides(of: rightShape)])
    self.operation = operation
    self.left = left
    self.right = right
    self.output = output
    self.sizes = merged.sizes
    self.leftStrides = merged.strides[0]
    self.rightStrides = merged.strides[1]
  }
}

struct ReduceStep: Sendable {
  let kernels: KernelSet
  let reduction: Reduction
  var input: Location
  var output: Location
  /// Sizes of the input, its strides, and the output's strides (0 along reduced axes), merged where they can be.
  let sizes: Dimensions
  let inputStrides: Dimensions
  let outputStrides: Dimensions
  let outputCount: Int
  /// Elements that fall into one output.
  let factor: Int

  /// Reduces a row-major tensor of `shape` over `axes`.
  init(kernels: KernelSet, reduction: Reduction, input: Location, output: Location, shape: [Int], axes: Set<Int>) {
    let kept = shape.enumerated().map { axes.contains($0) ? 1 : $1 }
    let outputStrides = rowMajorStrides(of: kept).enumerated().map { axes.contains($0) ? 0 : $1 }
    let merged = Dimensions.merged(
      Dimensions(shape, fill: 1), [Dimensions(rowMajorStrides(of: shape), fill: 0), Dimensions(outputStrides, fill: 0)])
    self.kernels = kernels
    self.reduction = reduction
    self.input = input
    self.output = output
    self.sizes = merged.sizes
    self.inputStrides = merged.strides[0]
    self.outputStrides = merged.strides[1]
    self.outputCount = kept.reduce(1, *)
    self.factor = shape.reduce(1, *) / outputCount
  }

  /// Whether every output is made of one run of consecutive elements: `sizes` has such runs, nothing else.
  var isOfRows: Bool {
    (0..<4).allSatisfy { sizes[$0] == 1 } && inputStrides[5] == 1 && outputStrides[5] == 0 && outputCount == sizes[4]
  }
}
