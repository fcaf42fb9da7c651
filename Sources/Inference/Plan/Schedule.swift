import CLandmarkKernels
import KernelSets

/// Everything that was chosen for one step of a plan, for `landmarks inspect`.
package struct ScheduledStep: Sendable, Hashable {
  /// What a kernel keeps in registers at a time.
  package struct Kernel: Sendable, Hashable {
    package let name: String
    /// Output rows, pixels of each and channels of the largest tile; `nil` for kernels without tiles.
    package let tile: Tile?
  }

  package struct Tile: Sendable, Hashable {
    package let rows: Int
    package let pixels: Int
    package let channels: Int
  }

  package let name: String
  /// The name with the sizes that decide about the time.
  package let description: String
  /// In the order of their use; several where panels of weights differ in width, and for blocks in bands.
  package let kernels: [Kernel]
  package let input: Layout
  package let output: Layout
  /// Output rows of a band, `nil` for steps that are not computed in bands.
  package let bandRows: Int?
  /// What the threads divide among them: `rows`, `pixels`, `tiles`, `blocks`, `panels` or `none`.
  package let split: String
  /// How many of them there are.
  package let splitCount: Int
  /// Threads with something to do.
  package let busyThreads: Int
}

extension NetworkPlan {
  /// The steps in order, as a run with a team of `threads` executes them.
  package func schedule(threads: Int) -> [ScheduledStep] {
    zip(zip(steps, layouts), splits(threads: threads)).map { planned, split in
      let (step, layouts) = planned
      let parts = (0..<threads).map { split.part(of: Share(member: $0, count: threads)) }
      return ScheduledStep(
        name: step.name, description: step.description, kernels: step.kernels(for: parts, kernels.table),
        input: layouts.input, output: layouts.output, bandRows: step.bandRows, split: split.axis.rawValue,
        splitCount: split.count, busyThreads: parts.count { !$0.range.isEmpty })
    }
  }
}

extension Step {
  fileprivate var bandRows: Int? {
    if case .block(let step) = self { step.band } else { nil }
  }

  /// The kernels behind the step, with the tiles of the largest of `parts`.
  fileprivate func kernels(for parts: [Part], _ table: UnsafePointer<lk_kernels>) -> [ScheduledStep.Kernel] {
    switch self {
    case .convolution(let step):
      let pixels = parts.map { $0.range(along: .pixels, of: step.conv.pixels).count }.max()
      return Self.kernels(of: step.conv, pixels: pixels ?? Int(step.conv.pixels), table)
    case .depthwise(let step): return [Self.kernel(of: step, rows: Self.mostRows(parts, step.depthwise), table)]
    case .block(let step):
      let shape = step.depthwise.depthwise
      let rows = min(step.band, Self.mostRows(parts, shape))
      return [Self.kernel(of: step.depthwise, rows: rows, table)]
        + Self.kernels(of: step.project.conv, pixels: rows * Int(shape.output_width), table)
    case .sparseConvolution(let step):
      return [.init(name: "sparse", tile: .init(rows: 1, pixels: Int(step.sparse.tile_vectors) * channelLanes, channels: 1))]
    case .singleConvolution:
      return [.init(name: "single", tile: .init(rows: 1, pixels: Int(table.pointee.single_vectors) * channelLanes, channels: 1))]
    case .resize(let step) where step.lanes < channelLanes: return [.init(name: "resize-eight", tile: nil)]
    case .epilogue(let step) where step.lanes < channelLanes: return [.init(name: "element-wise-eight", tile: nil)]
    case .maxPool, .resize, .epilogue, .fullyConnected, .globalMean, .toBlocks, .fromBlocks, .binary:
      return [.init(name: name, tile: nil)]
    // Written in Swift: no kernel.
    case .copy, .unary, .reduce, .softmax: return []
    }
  }

  private static func mostRows(_ parts: [Part], _ shape: lk_depthwise) -> Int {
    parts.map { $0.range(along: .rows, of: shape.output_height).count }.max() ?? Int(shape.output_height)
  }

  /// One tile for each width of the panels of weights, in their order.
  private static func kernels(of conv: lk_conv, pixels: Int, _ table: UnsafePointer<lk_kernels>) -> [ScheduledStep.Kernel] {
    var kernels: [ScheduledStep.Kernel] = []
    var block: Int32 = 0
    while block < conv.blocks {
      let width = lk_panel_width(table, block, conv.blocks)
      let tiles = max(Int(lk_conv_tiles(table, width, Int32(pixels))), 1)
      let lanes = Int(width) * channelLanes - (isHalf(conv, block, width) ? channelLanes / 2 : 0)
      let tile = ScheduledStep.Tile(rows: 1, pixels: (pixels + tiles - 1) / tiles, channels: lanes)
      if kernels.last?.tile != tile { kernels.append(.init(name: "product", tile: tile)) }
      block += width
    }
    return kernels
  }

  private static func isHalf(_ conv: lk_conv, _ block: Int32, _ width: Int32) -> Bool {
    withUnsafePointer(to: conv) { lk_conv_is_half($0, block, width) }
  }

  private static func kernel(of step: DepthwiseStep, rows: Int, _ table: UnsafePointer<lk_kernels>) -> ScheduledStep.Kernel {
    let width = Int(step.depthwise.output_width)
    let rowsAtOnce = min(Int(table.pointee.depthwise_rows), rows)
    guard step.lanes == channelLanes else {
      let pixels = min(Int(table.pointee.depthwise_eight_pixels), width)
      return .init(name: "depthwise-eight", tile: .init(rows: rowsAtOnce, pixels: pixels, channels: step.lanes))
    }
    guard withUnsafePointer(to: step.depthwise, { lk_depthwise_is_tiled($0) }) else {
      return .init(name: "depthwise-any", tile: .init(rows: 1, pixels: 1, channels: channelLanes))
    }
    let most = Int(table.pointee.depthwise_pixels)
    let tiles = max((width + most - 1) / most, 1)
    return .init(
      name: rowsAtOnce == 2 ? "depthwise-pair" : "depthwise-row",
      tile: .init(rows: rowsAtOnce, pixels: (width + tiles - 1) / tiles, channels: channelLanes))
  }
}
