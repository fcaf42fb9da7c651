import CLandmarkKernels
package import KernelSets
package import ModelFormat
package import VisionBase

/// Name and shape of a network's input or output.
package struct TensorDescription: Sendable, Hashable {
  package let name: String
  /// Row-major, for pictures `[1, H, W, C]`.
  package let shape: [Int]

  package var elementCount: Int { shape.reduce(1, *) }
}

/// Where the elements of an input lie in the working memory: rows of a picture, which may have a border of zeros, or one row
/// of anything else.
struct InputRows: Sendable {
  /// Offset of the first element.
  var first: Int
  var rowCount: Int
  /// Elements of a row, and from the start of one to that of the next.
  var rowLength: Int
  var rowStride: Int

  init(first: Int, shape: [Int], border: PlanBuilder.InputBorder?) {
    let isPicture = shape.count == 4 && shape[0] == 1
    rowCount = isPicture ? shape[1] : 1
    rowLength = isPicture ? shape[2] * shape[3] : shape.reduce(1, *)
    self.first = first
    rowStride = rowLength
    if let border {
      rowStride = border.width * shape[3]
      self.first += border.top * rowStride + border.left * shape[3]
    }
  }
}

/// A network made ready for one instruction set: steps in order, packed constants, the layout of the working memory.
/// Immutable and shared by any number of runs on any threads.
package final class NetworkPlan: Sendable {
  package let name: String
  package let kernels: KernelSet
  package let inputs: [TensorDescription]
  package let outputs: [TensorDescription]
  /// Size of the working memory of a run in Float32 elements.
  package let arenaCount: Int

  /// Working memory of each thread besides it, in Float32 elements.
  let scratchCount: Int
  let steps: [Step]
  /// Of the steps, in their order.
  let layouts: [StepLayouts]
  let constants: AlignedBuffer<Float>
  let segmentOffsets: AlignedBuffer<Int>
  let segmentLengths: AlignedBuffer<Int32>
  let indexTable: AlignedBuffer<Int32>
  let inputRows: [InputRows]
  let outputLocations: [Location]

  /// Most elements of working memory: 1 GB, a hundred times what the largest network takes here.
  private static let memoryLimit = 1 << 28

  /// Plans `graph` for `kernels`.
  ///
  /// - Parameters:
  ///   - outputs: Which of the graph's outputs to compute, as positions in its list; operators that only the others
  ///     need are left out. `nil` means all, in their order.
  ///   - kernels: `nil` means the fastest set of this processor (or the one `LANDMARKS_KERNELS` names).
  /// - Throws: `unsupportedModel`, naming the operator, if the graph asks for something the engine does not have.
  package init(graph: Graph, outputs: [Int]? = nil, kernels: KernelSet? = nil) throws(LandmarkError) {
    let wanted = outputs ?? Array(graph.outputs.indices)
    guard wanted.allSatisfy(graph.outputs.indices.contains) else {
      throw LandmarkError(.invalidArgument, "\(graph.name) has \(graph.outputs.count) outputs, asked for \(wanted).")
    }
    for tensor in graph.inputs + wanted.map({ graph.outputs[$0] }) where graph.tensors[tensor].type != .float32 {
      throw LandmarkError(.unsupportedModel, "\(graph.name): tensor '\(graph.tensors[tensor].name)' is not Float32.")
    }
    let set: KernelSet
    if let kernels { set = kernels } else { set = try KernelSet.preferred() }
    let outputTensors = wanted.map { graph.outputs[$0] }
    let fused = FusedGraph(graph: graph, outputs: outputTensors)
    var builder = PlanBuilder(graph: graph, fused: fused, kernels: set)
    for tensor in graph.inputs { builder.defineInput(tensor) }
    for node in fused.nodes { try builder.add(node) }
    var outputValues: [PlanBuilder.Value] = []
    for tensor in outputTensors {
      let end = FusedGraph.Node(kind: .reshape, inputs: [tensor], outputs: [tensor], position: graph.operations.count)
      let value = try builder.value(of: tensor, as: .plain, for: end)
      builder.keep(value)
      outputValues.append(value)
    }
    let inputValues = try graph.inputs.map { (tensor) throws(LandmarkError) in
      try builder.value(
        of: tensor, as: .plain, for: FusedGraph.Node(kind: .reshape, inputs: [tensor], outputs: [tensor], position: 0))
    }
    builder.fuseBlocks()
    let placement = MemoryPlanner.place(
      builder.buffers.map { .init(count: $0.count, firstStep: $0.firstStep, lastStep: $0.lastStep) })

    let scratch = builder.steps.map(\.step.scratchCount).max() ?? 0
    guard placement.total <= Self.memoryLimit, scratch <= Self.memoryLimit / ThreadTeam.largestSize else {
      throw LandmarkError(
        .unsupportedModel, "\(graph.name) needs more than \(Self.memoryLimit / (1 << 18)) MB of memory to work in.")
    }

    func place(_ location: Location) -> Location {
      location.space == .arena ? .arena(placement.offsets[location.offset]) : location
    }
    self.name = graph.name
    self.kernels = set
    self.inputs = graph.inputs.map { TensorDescription(name: graph.tensors[$0].name, shape: graph.tensors[$0].shape) }
    self.outputs = outputTensors.map { TensorDescription(name: graph.tensors[$0].name, shape: graph.tensors[$0].shape) }
    self.arenaCount = placement.total
    self.steps = builder.steps.map { $0.step.placed(by: place) }
    self.layouts = builder.steps.map(\.layouts)
    self.scratchCount = scratch
    self.constants = builder.constants.materialized()
    self.segmentOffsets = AlignedBuffer(copying: builder.segmentOffsets)
    self.segmentLengths = AlignedBuffer(copying: builder.segmentLengths)
    self.indexTable = AlignedBuffer(copying: builder.indexTable)
    self.inputRows = zip(graph.inputs, inputValues).map { tensor, value in
      InputRows(
        first: place(builder.location(value)).offset, shape: graph.tensors[tensor].shape, border: builder.inputBorders[tensor])
    }
    self.outputLocations = outputValues.map { place(builder.location($0)) }
  }

  /// What the plan consists of, for `landmarks inspect`.
  package struct Summary: Sendable, Hashable {
    /// Steps by name, in order of first appearance.
    package var steps: [(name: String, count: Int)] { zip(stepNames, stepCounts).map { ($0, $1) } }
    private var stepNames: [String]
    private var stepCounts: [Int]
    /// Working memory (with that of one thread) and packed constants in bytes.
    package var arenaBytes: Int
    package var constantBytes: Int
    package var kernels: String

    fileprivate init(names: [String], arenaBytes: Int, constantBytes: Int, kernels: String) {
      stepNames = []
      stepCounts = []
      self.arenaBytes = arenaBytes
      self.constantBytes = constantBytes
      self.kernels = kernels
      for name in names {
        if let index = stepNames.firstIndex(of: name) {
          stepCounts[index] += 1
        } else {
          stepNames.append(name)
          stepCounts.append(1)
        }
      }
    }
  }

  package var summary: Summary {
    Summary(
      names: steps.map(\.name), arenaBytes: (arenaCount + scratchCount) * MemoryLayout<Float>.stride,
      constantBytes: constants.count * MemoryLayout<Float>.stride, kernels: kernels.name)
  }
}

extension Step {
  /// The same step with every buffer number replaced by its place in the arena.
  func placed(by place: (Location) -> Location) -> Step {
    switch self {
    case .convolution(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      step.epilogue.residual = step.epilogue.residual.map(place)
      return .convolution(step)
    case .singleConvolution(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .singleConvolution(step)
    case .block(var step):
      // The tensor in between has no place: bands are working memory.
      step.depthwise.input = place(step.depthwise.input)
      step.project.output = place(step.project.output)
      step.project.epilogue.residual = step.project.epilogue.residual.map(place)
      return .block(step)
    case .sparseConvolution(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      step.epilogue.residual = step.epilogue.residual.map(place)
      return .sparseConvolution(step)
    case .depthwise(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .depthwise(step)
    case .maxPool(let pool, let input, let output): return .maxPool(pool, input: place(input), output: place(output))
    case .resize(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .resize(step)
    case .epilogue(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      step.operands.residual = step.operands.residual.map(place)
      return .epilogue(step)
    case .fullyConnected(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .fullyConnected(step)
    case .globalMean(let input, let output, let pixels, let channels):
      return .globalMean(input: place(input), output: place(output), pixels: pixels, channels: channels)
    case .toBlocks(let input, let output, let pixels, let channels):
      return .toBlocks(input: place(input), output: place(output), pixels: pixels, channels: channels)
    case .fromBlocks(let input, let output, let pixels, let channels):
      return .fromBlocks(input: place(input), output: place(output), pixels: pixels, channels: channels)
    case .copy(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .copy(step)
    case .binary(var step):
      step.left = place(step.left)
      step.right = place(step.right)
      step.output = place(step.output)
      return .binary(step)
    case .unary(let operation, let input, let output, let count):
      return .unary(operation, input: place(input), output: place(output), count: count)
    case .reduce(var step):
      step.input = place(step.input)
      step.output = place(step.output)
      return .reduce(step)
    case .softmax(let input, let output, let rows, let columns, let beta):
      return .softmax(input: place(input), output: place(output), rows: rows, columns: columns, beta: beta)
    }
  }
}
