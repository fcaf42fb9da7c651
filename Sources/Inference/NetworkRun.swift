import CLandmarkKernels
import VisionBase

/// One execution of a plan at a time: working memory plus the calls. Not `Sendable`: whoever owns it runs it from one
/// thread at a time. Running allocates nothing.
package final class NetworkRun {
  package let plan: NetworkPlan
  private let arena: AlignedBuffer<Float>

  package init(plan: NetworkPlan) {
    self.plan = plan
    self.arena = AlignedBuffer(count: plan.arenaCount)
  }

  package var inputs: [TensorDescription] { plan.inputs }
  package var outputs: [TensorDescription] { plan.outputs }

  /// Memory of input `index`, row-major Float32; filled by the caller before ``run()``, untouched by it. Valid as long
  /// as this object lives.
  package func input(_ index: Int) -> UnsafeMutableBufferPointer<Float> {
    UnsafeMutableBufferPointer(
      start: arena.base + plan.inputLocations[index].offset, count: plan.inputs[index].elementCount)
  }

  /// Values of output `index` after ``run()``, row-major Float32. Valid until the next run.
  package func output(_ index: Int) -> UnsafeBufferPointer<Float> {
    let location = plan.outputLocations[index]
    let base = UnsafePointer(location.space == .arena ? arena.base : plan.constants.base) + location.offset
    return UnsafeBufferPointer(start: base, count: plan.outputs[index].elementCount)
  }

  /// Computes the outputs from the inputs.
  package func run() {
    let memory = Memory(plan: plan, arena: arena.base)
    plan.steps.withUnsafeBufferPointer { steps in
      for index in steps.indices { memory.execute(steps[index]) }
    }
  }
}

/// The base addresses of one run, and the call behind each step.
struct Memory {
  let table: UnsafePointer<lk_kernels>
  let arena: UnsafeMutablePointer<Float>
  let constants: UnsafePointer<Float>
  let segmentOffsets: UnsafePointer<Int>
  let segmentLengths: UnsafePointer<Int32>
  let indices: UnsafePointer<Int32>

  init(plan: NetworkPlan, arena: UnsafeMutablePointer<Float>) {
    self.table = plan.kernels.table
    self.arena = arena
    self.constants = UnsafePointer(plan.constants.base)
    self.segmentOffsets = UnsafePointer(plan.segmentOffsets.base)
    self.segmentLengths = UnsafePointer(plan.segmentLengths.base)
    self.indices = UnsafePointer(plan.indexTable.base)
  }

  func read(_ location: Location) -> UnsafePointer<Float> {
    (location.space == .arena ? UnsafePointer(arena) : constants) + location.offset
  }

  func write(_ location: Location) -> UnsafeMutablePointer<Float> { arena + location.offset }

  func execute(_ step: Step) {
    switch step {
    case .convolution(let step):
      var conv = step.conv
      conv.segment_offset = segmentOffsets + step.segmentStart
      conv.segment_length = segmentLengths + step.segmentStart
      conv.weights = read(step.weights)
      conv.bias = read(step.bias)
      conv.epilogue = epilogue(step.epilogue)
      table.pointee.conv(table, &conv, read(step.input), write(step.output))
    case .depthwise(let step):
      var depthwise = step.depthwise
      depthwise.weights = read(step.weights)
      depthwise.bias = read(step.bias)
      depthwise.slopes = step.slopes.map(read)
      table.pointee.depthwise(&depthwise, read(step.input), write(step.output))
    case .maxPool(var pool, let input, let output):
      table.pointee.max_pool(&pool, read(input), write(output))
    case .resize(let step):
      var resize = step.resize
      let first = indices + step.indexStart
      let (height, width) = (Int(resize.output_height), Int(resize.output_width))
      resize.y0 = first
      resize.y1 = first + height
      resize.x0 = first + 2 * height
      resize.x1 = first + 2 * height + width
      resize.fy = read(step.weightStart)
      resize.fx = read(step.weightStart) + height
      table.pointee.resize(&resize, read(step.input), write(step.output))
    case .epilogue(let step):
      var operands = epilogue(step.operands)
      table.pointee.epilogue(&operands, read(step.input), write(step.output), step.pixels, step.blocks)
    case .fullyConnected(let step):
      table.pointee.fully_connected(
        read(step.input), read(step.weights), read(step.bias), write(step.output), step.rows, step.depth, step.columns,
        step.activation)
    case .globalMean(let input, let output, let pixels, let channels):
      table.pointee.global_mean(read(input), write(output), pixels, channels)
    case .toBlocks(let input, let output, let pixels, let channels):
      table.pointee.to_blocks(read(input), write(output), pixels, channels)
    case .fromBlocks(let input, let output, let pixels, let channels):
      table.pointee.from_blocks(read(input), write(output), pixels, channels)
    case .copy(let step): PlainOperators.copy(step, read(step.input), write(step.output))
    case .binary(let step): PlainOperators.binary(step, read(step.left), read(step.right), write(step.output))
    case .unary(let operation, let input, let output, let count):
      PlainOperators.unary(operation, read(input), write(output), count: count)
    case .reduce(let step): PlainOperators.reduce(step, read(step.input), write(step.output))
    case .softmax(let input, let output, let rows, let columns, let beta):
      PlainOperators.softmax(read(input), write(output), rows: rows, columns: columns, beta: beta)
    }
  }

  private func epilogue(_ operands: EpilogueOperands) -> lk_epilogue {
    lk_epilogue(
      pre: operands.pre, post: operands.post, pre_slopes: operands.preSlopes.map(read),
      post_slopes: operands.postSlopes.map(read),
      residual: operands.residual.map(read), residual_block_stride: operands.residualBlockStride,
      residual_blocks: operands.residualBlocks)
  }
}
