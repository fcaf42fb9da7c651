import CLandmarkKernels
import KernelSets

// How steps are split between the members of a team: by output rows or pixels where the picture is large, so that each
// member keeps its rows in its own cache, by channels where it is small, so that each streams only a part of the weights.
// Every output is still one sum in one order: results do not depend on the split.

/// The split of one step, chosen when the run that executes it is made.
struct Split: Sendable, Hashable {
  /// What the members divide among them.
  enum Axis: String, Sendable, Hashable {
    /// Output rows.
    case rows
    /// Pixels of a picture whose rows lie one after the other.
    case pixels
    /// Tiles of pixels.
    case tiles
    /// Output channel blocks.
    case blocks
    /// Panels of weights: the output channel blocks that a convolution computes together.
    case panels
    /// Nothing: the first member does the whole step.
    case none
  }

  let axis: Axis
  /// How many of them there are; 1 for none.
  let count: Int

  private static let none = Split(axis: .none, count: 1)
  /// Below this many pixels a convolution is split by channels.
  private static let smallPicture = 100
  /// Fewer pixels are not worth a member's reading all weights.
  private static let leastPixels = 4

  private init(axis: Axis, count: Int) {
    self.axis = axis
    self.count = count
  }

  /// The split of `step` between `threads` members. Steps that only move a little data are the first member's.
  init(of step: Step, threads: Int, _ table: UnsafePointer<lk_kernels>) {
    guard threads > 1 else {
      self = .none
      return
    }
    switch step {
    case .convolution(let step): self = Self.split(of: step.conv, threads: threads, table)
    case .sparseConvolution(let step): self = Self.split(of: step, threads: threads)
    case .depthwise(let step): self = Self.split(of: step, threads: threads)
    case .block(let step): self = Split(axis: .rows, count: Int(step.depthwise.depthwise.output_height))
    case .singleConvolution(let step): self = Split(axis: .rows, count: Int(step.single.output_height))
    case .maxPool(let pool, _, _): self = Split(axis: .rows, count: Int(pool.output_height))
    case .resize(let step): self = Split(axis: .rows, count: Int(step.resize.output_height))
    case .epilogue(let step):
      self = step.blocks > 1 ? Split(axis: .blocks, count: Int(step.blocks)) : Split(axis: .pixels, count: Int(step.pixels))
    // With one row the columns are independent pieces of memory; with more they interleave.
    case .fullyConnected(let step):
      self = step.rows == 1 ? Split(axis: .blocks, count: blockCount(Int(step.columns))) : .none
    case .globalMean, .toBlocks, .fromBlocks, .copy, .binary, .unary, .reduce, .softmax: self = .none
    }
  }

  private static func split(of conv: lk_conv, threads: Int, _ table: UnsafePointer<lk_kernels>) -> Split {
    if conv.rows > 1, conv.rows >= threads { return Split(axis: .rows, count: Int(conv.rows)) }
    if conv.rows == 1, conv.pixels >= smallPicture { return Split(axis: .pixels, count: Int(conv.pixels)) }
    let panels = panelStarts(conv.blocks, table).count
    // Few panels do not divide evenly: three for two threads would take as long as four.
    let isEven = (panels + threads - 1) / threads * threads * 10 <= panels * 11
    if !isEven, conv.rows == 1, Int(conv.pixels) >= leastPixels * threads {
      return Split(axis: .pixels, count: Int(conv.pixels))
    }
    return Split(axis: .panels, count: panels)
  }

  /// By tiles if that is even: by output channels every member turns the whole input around for itself.
  private static func split(of step: SparseConvolutionStep, threads: Int) -> Split {
    let tiles = Int(step.tiles)
    let isEven = tiles % threads == 0 || tiles >= 4 * threads
    return isEven ? Split(axis: .tiles, count: tiles) : Split(axis: .blocks, count: Int(step.sparse.blocks))
  }

  private static func split(of step: DepthwiseStep, threads: Int) -> Split {
    let height = Int(step.depthwise.output_height)
    let byRows = height * Int(step.depthwise.output_width) >= smallPicture || step.blocks < threads
    return byRows ? Split(axis: .rows, count: height) : Split(axis: .blocks, count: step.blocks)
  }

  /// The first block of each panel of `blocks`.
  private static func panelStarts(_ blocks: Int32, _ table: UnsafePointer<lk_kernels>) -> [Int32] {
    Array(sequence(first: 0) { $0 + lk_panel_width(table, $0, blocks) }.prefix { $0 < blocks })
  }

  /// What the member of `share` does; the parts of all members are adjacent and of nearly equal size.
  func part(of share: Share) -> Part {
    let range = axis == .none ? 0..<(share.isFirst ? 1 : 0) : share.range(of: count)
    return Part(axis: axis, range: range, member: share.member)
  }
}

extension NetworkPlan {
  /// How each step is split in a run with a team of `threads`.
  func splits(threads: Int) -> [Split] { steps.map { Split(of: $0, threads: threads, kernels.table) } }

  /// Whether the members wait for each other after each step. They need not between steps that the first one does alone, and
  /// not after the last one, where they wait anyhow.
  static func waits(after splits: [Split]) -> [Bool] {
    splits.indices.map { $0 + 1 < splits.count && (splits[$0].axis != .none || splits[$0 + 1].axis != .none) }
  }
}

/// One member's part of a step.
struct Part: Sendable {
  let axis: Split.Axis
  let range: Range<Int>
  let member: Int

  /// The part along one axis of a step: all of `0..<count` unless it is the one that is divided.
  func range(along axis: Split.Axis, of count: Int32) -> Range<Int32> {
    self.axis == axis ? Int32(range.lowerBound)..<Int32(range.upperBound) : 0..<count
  }
}
