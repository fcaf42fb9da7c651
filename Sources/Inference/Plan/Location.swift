/// Where a buffer lies: in the working memory of a run or among the plan's constants. Offsets count Float32 elements.
package struct Location: Sendable, Hashable {
  package enum Space: Sendable, Hashable { case arena, constants }

  package let space: Space
  package let offset: Int

  package static func arena(_ offset: Int) -> Location { Location(space: .arena, offset: offset) }
  package static func constants(_ offset: Int) -> Location { Location(space: .constants, offset: offset) }
}

/// How the elements of a value are ordered in memory.
package enum Layout: String, Sendable, Hashable {
  /// Row-major in the order of the shape.
  case plain
  /// Channel blocks of 16: `[⌈C/16⌉][H][W][16]`, lanes beyond C are zero. Only for shapes `[1, H, W, C]`.
  case blocks
}

/// The orders of what a step reads first (a residual and a second operand come later) and of what it writes.
struct StepLayouts: Sendable, Hashable {
  var input: Layout
  var output: Layout
}

package let channelLanes = 16

/// `count` channels in blocks of 16.
func blockCount(_ channels: Int) -> Int { (channels + channelLanes - 1) / channelLanes }
