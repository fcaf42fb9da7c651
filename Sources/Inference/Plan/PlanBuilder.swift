import CLandmarkKernels
import KernelSets
import ModelFormat
import VisionBase

/// Turns a fused graph into steps: chooses a layout for every value, converts where two operators disagree, packs the
/// constants and gives every value a lifetime. Extensions in `PlanBuilder+….swift` hold one family of operators each.
struct PlanBuilder {
  /// A buffer that needs memory in the arena for part of a run.
  struct Buffer {
    var count: Int
    var firstStep: Int
    var lastStep: Int
  }

  /// A tensor as it exists in memory: which buffer or constant, and in which order.
  struct Value {
    var storage: Storage
    var layout: Layout
    var shape: [Int]
  }

  enum Storage {
    case buffer(Int)
    case constant(offset: Int)
  }

  let graph: Graph
  let kernels: KernelSet
  /// Tensors of 8 channels that stay row-major between operators on channel blocks.
  private let narrow: Set<Int>
  private(set) var steps: [UnplacedStep] = []
  private(set) var buffers: [Buffer] = []
  var constants = ConstantPool()
  private(set) var segmentOffsets: [Int] = []
  private(set) var segmentLengths: [Int32] = []
  private(set) var indexTable: [Int32] = []
  /// The same tensor may exist in both layouts.
  private var plainValues: [Int: Value] = [:]
  private var blockValues: [Int: Value] = [:]

  /// The graph's inputs that have a border of zeros around them, and how.
  private(set) var inputBorders: [Int: InputBorder] = [:]
  /// How many operators read each tensor.
  private let readers: [Int: Int]

  /// An input inside a larger picture of zeros, as its only reader wants it.
  struct InputBorder {
    var top: Int
    var left: Int
    /// Columns of the larger picture.
    var width: Int
  }

  /// A step whose buffers are known by number only; `Location.arena(n)` means buffer n until ``place(_:)``.
  struct UnplacedStep {
    var step: Step
    var layouts: StepLayouts
  }

  init(graph: Graph, fused: FusedGraph, kernels: KernelSet) {
    self.graph = graph
    self.narrow = fused.narrowTensors(of: graph)
    self.readers = fused.nodes.reduce(into: [:]) { readers, node in
      for tensor in node.inputs + [node.epilogue.residual].compactMap({ $0 }) { readers[tensor, default: 0] += 1 }
    }
    self.kernels = kernels
  }

  // MARK: Values

  /// Memory for a graph input: it belongs to the caller between runs, so nothing else may use it.
  mutating func defineInput(_ tensor: Int) {
    let shape = graph.tensors[tensor].shape
    let buffer = newBuffer(count: graph.tensors[tensor].elementCount)
    buffers[buffer].firstStep = -1
    buffers[buffer].lastStep = Int.max
    plainValues[tensor] = Value(storage: .buffer(buffer), layout: .plain, shape: shape)
  }

  /// Puts a border of zeros around an input that only the caller of this reads, so that whoever writes the input need not be
  /// followed by a copy. Says whether it could.
  mutating func border(_ tensor: Int, height: Int, width: Int, top: Int, left: Int) -> Bool {
    guard graph.inputs.contains(tensor), readers[tensor] == 1, case .buffer(let buffer)? = plainValues[tensor]?.storage else {
      return false
    }
    buffers[buffer].count = Self.wholeLines(height * width * shape(tensor)[3])
    inputBorders[tensor] = InputBorder(top: top, left: left, width: width)
    return true
  }

  /// The tensor in the wanted order, converted by an extra step if so far it exists in the other one only.
  mutating func value(of tensor: Int, as layout: Layout, for node: FusedGraph.Node) throws(LandmarkError) -> Value {
    if let value = layout == .plain ? plainValues[tensor] : blockValues[tensor] { return value }
    switch layout {
    case .plain:
      if let blocks = blockValues[tensor] {
        let (pixels, channels) = Self.pixelsAndChannels(blocks.shape)
        let plain = define(tensor, layout: .plain)
        append(
          .fromBlocks(input: location(blocks), output: location(plain), pixels: Int32(pixels), channels: Int32(channels)),
          reads: [blocks], writes: plain)
        return plain
      }
      guard let constant = graph.tensors[tensor].constant, !constant.isInteger else {
        throw unsupported(node, "reads tensor '\(graph.tensors[tensor].name)', which is not a Float32 value")
      }
      let offset = constants.reserve(graph.tensors[tensor].elementCount) { target in
        (constant.floats() ?? []).withUnsafeBufferPointer { target.update(from: $0) }
      }
      let value = Value(storage: .constant(offset: offset), layout: .plain, shape: graph.tensors[tensor].shape)
      plainValues[tensor] = value
      return value
    case .blocks:
      let plain = try value(of: tensor, as: .plain, for: node)
      try requirePicture(plain.shape, node)
      let (pixels, channels) = Self.pixelsAndChannels(plain.shape)
      let blocks = define(tensor, layout: .blocks)
      append(
        .toBlocks(input: location(plain), output: location(blocks), pixels: Int32(pixels), channels: Int32(channels)),
        reads: [plain], writes: blocks)
      return blocks
    }
  }

  /// Whether the tensor exists in channel blocks already.
  func isInBlocks(_ tensor: Int) -> Bool { blockValues[tensor] != nil }

  /// The layout that an operator on channel blocks gives its output, or reads it in as an operand.
  func pictureLayout(_ tensor: Int) -> Layout { narrow.contains(tensor) ? .plain : .blocks }

  /// Floats between neighbouring pixels of a tensor in its ``pictureLayout(_:)``.
  func pictureLanes(_ tensor: Int) -> Int { narrow.contains(tensor) ? FusedGraph.narrowChannels : channelLanes }

  /// New memory for an operator's output.
  mutating func define(_ tensor: Int, layout: Layout) -> Value {
    let shape = graph.tensors[tensor].shape
    let value = scratch(shape: shape, layout: layout)
    if layout == .plain { plainValues[tensor] = value } else { blockValues[tensor] = value }
    return value
  }

  /// New memory that belongs to no tensor of the graph.
  mutating func scratch(shape: [Int], layout: Layout) -> Value {
    let count: Int
    switch layout {
    case .plain: count = shape.reduce(1, *)
    case .blocks: count = shape[1] * shape[2] * blockCount(shape[3]) * channelLanes
    }
    return Value(storage: .buffer(newBuffer(count: count)), layout: layout, shape: shape)
  }

  /// Gives `tensor` the memory of `value` under another shape (reshape).
  mutating func alias(_ tensor: Int, to value: Value) {
    plainValues[tensor] = Value(storage: value.storage, layout: .plain, shape: graph.tensors[tensor].shape)
  }

  /// Keeps a value alive to the end of the run.
  mutating func keep(_ value: Value) {
    if case .buffer(let buffer) = value.storage { buffers[buffer].lastStep = Int.max }
  }

  func location(_ value: Value) -> Location {
    switch value.storage {
    case .buffer(let buffer): .arena(buffer)
    case .constant(let offset): .constants(offset)
    }
  }

  private mutating func newBuffer(count: Int) -> Int {
    buffers.append(Buffer(count: Self.wholeLines(count), firstStep: Int.max, lastStep: -1))
    return buffers.count - 1
  }

  /// Whole cache lines, so that every buffer starts aligned.
  private static func wholeLines(_ count: Int) -> Int { blockCount(count) * channelLanes }

  // MARK: Steps

  mutating func replaceSteps(_ new: [UnplacedStep]) { steps = new }

  /// Keeps what some steps read until the last of them, and what they write from the first of them on.
  mutating func stretchLifetimes(over group: ClosedRange<Int>) {
    for buffer in buffers.indices {
      if group.contains(buffers[buffer].lastStep) { buffers[buffer].lastStep = group.upperBound }
      if group.contains(buffers[buffer].firstStep) { buffers[buffer].firstStep = group.lowerBound }
    }
  }

  /// Gives back the memory of a buffer that no step uses any more.
  mutating func drop(_ location: Location) { buffers[location.offset].count = 0 }

  /// Adds a step and stretches the lifetimes of what it touches.
  mutating func append(_ step: Step, reads: [Value], writes: Value) {
    let position = steps.count
    for value in reads + [writes] {
      guard case .buffer(let buffer) = value.storage else { continue }
      buffers[buffer].firstStep = min(buffers[buffer].firstStep, position)
      buffers[buffer].lastStep = max(buffers[buffer].lastStep, position)
    }
    let layouts = StepLayouts(input: reads.first?.layout ?? .plain, output: writes.layout)
    steps.append(UnplacedStep(step: step, layouts: layouts))
  }

  mutating func addConstant(_ values: [Float]) -> Location { .constants(constants.add(values)) }

  mutating func addSegments(_ segments: [(offset: Int, length: Int)]) -> Int {
    let start = segmentOffsets.count
    segmentOffsets.append(contentsOf: segments.map(\.offset))
    segmentLengths.append(contentsOf: segments.map { Int32($0.length) })
    return start
  }

  mutating func addIndices(_ indices: [Int32]) -> Int {
    let start = indexTable.count
    indexTable.append(contentsOf: indices)
    return start
  }

  // MARK: Operators

  mutating func add(_ node: FusedGraph.Node) throws(LandmarkError) {
    switch node.kind {
    case .conv2D(let window, _): try addConvolution(node, window)
    case .depthwiseConv2D(let window, let multiplier, _): try addDepthwise(node, window, multiplier: multiplier)
    case .fullyConnected(let activation, _): try addFullyConnected(node, activation)
    case .maxPool2D(let window, let height, let width, let activation):
      try addMaxPool(node, window, filterHeight: height, filterWidth: width, activation)
    case .resizeBilinear(let align, let half): try addResize(node, alignCorners: align, halfPixelCenters: half)
    case .add(let activation): try addAddition(node, activation)
    case .subtract(let activation): try addBinary(node, .subtract, activation)
    case .multiply(let activation): try addBinary(node, .multiply, activation)
    case .divide(let activation): try addBinary(node, .divide, activation)
    case .maximum: try addBinary(node, .maximum, .none)
    case .squaredDifference: try addBinary(node, .squaredDifference, .none)
    case .prelu: try addPrelu(node)
    case .relu: try addActivation(node, .relu, LK_ACT_RELU)
    case .relu6: try addActivation(node, .relu6, LK_ACT_RELU6)
    case .negate: try addUnary(node, .negate)
    case .squareRoot: try addUnary(node, .squareRoot)
    case .reciprocalSquareRoot: try addUnary(node, .reciprocalSquareRoot)
    case .logistic: try addUnary(node, .logistic)
    case .softmax(let beta): try addSoftmax(node, beta: beta)
    case .mean: try addMean(node)
    case .sum: try addReduction(node, .sum)
    case .reduceMax: try addReduction(node, .maximum)
    case .reduceMin: try addReduction(node, .minimum)
    case .reshape: alias(node.outputs[0], to: try value(of: node.inputs[0], as: .plain, for: node))
    case .transpose: try addTranspose(node)
    case .concatenation(let axis, let activation): try addConcatenation(node, axis: axis, activation)
    case .stridedSlice(let beginMask, let endMask, let shrinkAxisMask):
      try addStridedSlice(node, beginMask: beginMask, endMask: endMask, shrinkAxisMask: shrinkAxisMask)
    case .unpack(let axis): try addUnpack(node, axis: axis)
    case .gather(let axis): try addGather(node, axis: axis)
    case .pad: try addPad(node)
    case .depthToSpace(let blockSize): try addDepthToSpace(node, blockSize: blockSize)
    case .dequantize: throw unsupported(node, "reads a Float16 tensor that is not a constant")
    }
  }

  // MARK: Helpers for the families

  func shape(_ tensor: Int) -> [Int] { graph.tensors[tensor].shape }

  /// A Float32 constant that is decoded when the plan's memory is filled.
  func constant(_ tensor: Int, _ role: String, _ node: FusedGraph.Node) throws(LandmarkError) -> ConstantData {
    guard tensor >= 0, let constant = graph.tensors[tensor].constant, !constant.isInteger else {
      throw unsupported(node, "has \(role) that are not a Float32 constant")
    }
    return constant
  }

  func constantFloats(_ tensor: Int, _ role: String, _ node: FusedGraph.Node) throws(LandmarkError) -> [Float] {
    try constant(tensor, role, node).floats() ?? []
  }

  func constantIntegers(_ tensor: Int, _ role: String, _ node: FusedGraph.Node) throws(LandmarkError) -> [Int] {
    guard tensor >= 0, let values = graph.tensors[tensor].constant?.integers() else {
      throw unsupported(node, "has \(role) that are not an Int32 constant")
    }
    return values.map(Int.init)
  }

  func unsupported(_ node: FusedGraph.Node, _ what: String) -> LandmarkError {
    LandmarkError(.unsupportedModel, "\(graph.name): operator \(node.position) (\(node.kind.name)) \(what).")
  }

  func requirePicture(_ shape: [Int], _ node: FusedGraph.Node) throws(LandmarkError) {
    guard shape.count == 4, shape[0] == 1 else {
      throw unsupported(node, "needs a tensor of shape [1, height, width, channels], not \(shape)")
    }
  }

  static func pixelsAndChannels(_ shape: [Int]) -> (pixels: Int, channels: Int) {
    (shape[1] * shape[2], shape[3])
  }
}
