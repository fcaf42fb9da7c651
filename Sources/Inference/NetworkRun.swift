import CLandmarkKernels
import KernelSets
import VisionBase

/// One execution of a plan at a time: working memory plus the calls. Not `Sendable`: whoever owns it runs it from one
/// thread at a time. Running allocates nothing.
package final class NetworkRun {
  package let plan: NetworkPlan
  private let arena: AlignedBuffer<Float>
  /// One part per thread.
  private let scratch: AlignedBuffer<Float>
  private let team: ThreadTeam?
  /// Of the plan's steps, in their order, for this team.
  private let splits: [Split]
  private let waits: [Bool]

  /// - Parameter team: Threads to share the work with; `nil` means the caller's alone. Results do not depend on it.
  package init(plan: NetworkPlan, team: ThreadTeam? = nil) {
    self.plan = plan
    self.team = team
    self.splits = plan.splits(threads: team?.size ?? 1)
    self.waits = NetworkPlan.waits(after: splits)
    self.arena = AlignedBuffer(count: plan.arenaCount)
    self.scratch = AlignedBuffer(count: plan.scratchCount * (team?.size ?? 1))
  }

  package var inputs: [TensorDescription] { plan.inputs }
  package var outputs: [TensorDescription] { plan.outputs }

  /// Memory of a picture that is input `index`: its first element, row-major Float32, and the distance of two rows in elements.
  /// Filled by the caller before ``run()``, untouched by it. What lies between the rows must not be written. Valid as long as
  /// this object lives.
  package func pictureInput(_ index: Int) -> (base: UnsafeMutablePointer<Float>, rowStride: Int) {
    (arena.base + plan.inputRows[index].first, plan.inputRows[index].rowStride)
  }

  /// Writes input `index`, row-major Float32.
  ///
  /// - Returns: Whether `values` had as many elements as the input; else nothing was written.
  @discardableResult
  package func setInput(_ index: Int, to values: some Collection<Float>) -> Bool {
    guard values.count == plan.inputs[index].elementCount else { return false }
    let rows = plan.inputRows[index]
    let first = arena.base + rows.first
    if rows.rowStride == rows.rowLength {
      _ = UnsafeMutableBufferPointer(start: first, count: values.count).update(fromContentsOf: values)
      return true
    }
    var rest = values[...]
    for row in 0..<rows.rowCount {
      let target = UnsafeMutableBufferPointer(start: first + row * rows.rowStride, count: rows.rowLength)
      _ = target.update(fromContentsOf: rest.prefix(rows.rowLength))
      rest = rest.dropFirst(rows.rowLength)
    }
    return true
  }

  /// Writes the same number into all elements of all inputs.
  package func setInputs(to value: Float) {
    for rows in plan.inputRows {
      for row in 0..<rows.rowCount {
        (arena.base + rows.first + row * rows.rowStride).update(repeating: value, count: rows.rowLength)
      }
    }
  }

  /// Values of output `index` after ``run()``, row-major Float32. Valid until the next run.
  package func output(_ index: Int) -> UnsafeBufferPointer<Float> {
    let location = plan.outputLocations[index]
    let base = UnsafePointer(location.space == .arena ? arena.base : plan.constants.base) + location.offset
    return UnsafeBufferPointer(start: base, count: plan.outputs[index].elementCount)
  }

  /// Computes the outputs from the inputs.
  ///
  /// - Parameter alone: Whether the calling thread does it all, while the others of the team may do something else.
  package func run(alone: Bool = false) {
    let memory = Memory(plan: plan, arena: arena.base, scratch: scratch.base)
    plan.steps.withUnsafeBufferPointer { steps in
      splits.withUnsafeBufferPointer { splits in
        guard let team, team.size > 1, !alone else {
          for index in steps.indices { memory.execute(steps[index], splits[index], .whole) }
          return
        }
        waits.withUnsafeBufferPointer { waits in
          var job = TeamJob(memory: memory, steps: steps, splits: splits, waits: waits, team: team.handle, size: team.size)
          team.run(&job) { job, member in
            // The job above, alive until all members are done.
            job?.assumingMemoryBound(to: TeamJob.self).pointee.run(member: Int(member))
          }
        }
      }
    }
  }
}

/// What the members of a team need to work on a run.
private struct TeamJob {
  let memory: Memory
  let steps: UnsafeBufferPointer<Step>
  let splits: UnsafeBufferPointer<Split>
  let waits: UnsafeBufferPointer<Bool>
  let team: OpaquePointer
  let size: Int

  func run(member: Int) {
    let share = Share(member: member, count: size)
    for index in steps.indices {
      memory.execute(steps[index], splits[index], share)
      if waits[index] { lk_team_barrier(team) }
    }
  }
}

extension NetworkRun {
  /// What one step of a plan costs.
  package struct StepCost: Sendable, Hashable {
    package var step: String
    /// Smallest time of all runs, on one thread.
    package var milliseconds: Double
    /// Multiply-adds that the step computes, with those of unused lanes.
    package var multiplyAdds: Int
  }

  /// How long each step of the plan takes, in order, measured within `repeats` whole runs on one thread.
  package func profile(repeats: Int) -> [StepCost] {
    let memory = Memory(plan: plan, arena: arena.base, scratch: scratch.base)
    let clock = ContinuousClock()
    var best = Array(repeating: Double.infinity, count: plan.steps.count)
    for _ in 0..<max(repeats, 1) {
      for (index, step) in plan.steps.enumerated() {
        let duration = clock.measure { memory.execute(step, splits[index], .whole) }
        best[index] = min(best[index], Double(duration.components.attoseconds) / 1e15)
      }
    }
    return zip(plan.steps, best).map { StepCost(step: $0.description, milliseconds: $1, multiplyAdds: $0.multiplyAdds) }
  }
}

/// The base addresses of one run, and the call behind each step.
struct Memory {
  let table: UnsafePointer<lk_kernels>
  let arena: UnsafeMutablePointer<Float>
  let scratch: UnsafeMutablePointer<Float>
  let scratchCount: Int
  let constants: UnsafePointer<Float>
  let segmentOffsets: UnsafePointer<Int>
  let segmentLengths: UnsafePointer<Int32>
  let indices: UnsafePointer<Int32>

  init(plan: NetworkPlan, arena: UnsafeMutablePointer<Float>, scratch: UnsafeMutablePointer<Float>) {
    self.table = plan.kernels.table
    self.arena = arena
    self.scratch = scratch
    self.scratchCount = plan.scratchCount
    self.constants = UnsafePointer(plan.constants.base)
    self.segmentOffsets = UnsafePointer(plan.segmentOffsets.base)
    self.segmentLengths = UnsafePointer(plan.segmentLengths.base)
    self.indices = UnsafePointer(plan.indexTable.base)
  }

  func read(_ location: Location) -> UnsafePointer<Float> {
    (location.space == .arena ? UnsafePointer(arena) : constants) + location.offset
  }

  func write(_ location: Location) -> UnsafeMutablePointer<Float> { arena + location.offset }

  /// Does `share` of a step as `split` says.
  func execute(_ step: Step, _ split: Split, _ share: Share) {
    let part = split.part(of: share)
    guard !part.range.isEmpty else { return }
    switch step {
    case .convolution(let step): convolve(step, part)
    case .singleConvolution(let step): convolveSingle(step, part)
    case .block(let step): computeBlock(step, part)
    case .sparseConvolution(let step): convolveSparse(step, part)
    case .depthwise(let step): convolveDepthwise(step, part)
    case .maxPool(var pool, let input, let output):
      let rows = part.range(along: .rows, of: pool.output_height)
      pool.row_begin = rows.lowerBound
      pool.row_end = rows.upperBound
      table.pointee.max_pool(&pool, read(input), write(output))
    case .resize(let step): resize(step, part)
    case .epilogue(let step): applyEpilogue(step, part)
    case .fullyConnected(let step): fullyConnect(step, part)
    default: executeWhole(step)
    }
  }

  /// The steps that only move a little data.
  private func executeWhole(_ step: Step) {
    switch step {
    case .globalMean(let input, let output, let pixels, let channels):
      table.pointee.global_mean(read(input), write(output), pixels, channels)
    case .toBlocks(let input, let output, let pixels, let channels):
      table.pointee.to_blocks(read(input), write(output), pixels, channels)
    case .fromBlocks(let input, let output, let pixels, let channels):
      table.pointee.from_blocks(read(input), write(output), pixels, channels)
    case .copy(let step): PlainOperators.copy(step, read(step.input), write(step.output))
    case .binary(let step): PlainOperators.binary(step, table, read(step.left), read(step.right), write(step.output))
    case .unary(let operation, let input, let output, let count):
      PlainOperators.unary(operation, read(input), write(output), count: count)
    case .reduce(let step): PlainOperators.reduce(step, read(step.input), write(step.output))
    case .softmax(let input, let output, let rows, let columns, let beta):
      PlainOperators.softmax(read(input), write(output), rows: rows, columns: columns, beta: beta)
    case .convolution, .block, .singleConvolution, .sparseConvolution, .depthwise, .maxPool, .resize, .epilogue, .fullyConnected:
      break
    }
  }

  func epilogue(_ operands: EpilogueOperands) -> lk_epilogue {
    lk_epilogue(
      pre: operands.pre, post: operands.post, pre_slopes: operands.preSlopes.map(read),
      post_slopes: operands.postSlopes.map(read),
      residual: operands.residual.map(read), residual_block_stride: operands.residualBlockStride,
      residual_blocks: operands.residualBlocks)
  }
}
