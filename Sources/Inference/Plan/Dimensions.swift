/// Six sizes or strides, outermost first; shorter shapes have leading 1 (or 0) entries. A fixed size keeps steps free
/// of heap references.
struct Dimensions: Sendable, Hashable {
  private var d0 = 0, d1 = 0, d2 = 0, d3 = 0, d4 = 0, d5 = 0

  static let maximumRank = 6

  /// `values` right-aligned, filled up with `fill` on the left. The caller checks the rank.
  init(_ values: [Int], fill: Int) {
    let all = Array(repeating: fill, count: Dimensions.maximumRank - values.count) + values
    (d0, d1, d2, d3, d4, d5) = (all[0], all[1], all[2], all[3], all[4], all[5])
  }

  subscript(index: Int) -> Int {
    switch index {
    case 0: d0
    case 1: d1
    case 2: d2
    case 3: d3
    case 4: d4
    default: d5
    }
  }

  /// Row-major strides of a shape, right-aligned; 0 where the size is 1, so that the value repeats (broadcasting).
  static func broadcastStrides(of shape: [Int]) -> Dimensions {
    let strides = rowMajorStrides(of: shape)
    return Dimensions(zip(shape, strides).map { $0 == 1 ? 0 : $1 }, fill: 0)
  }

  /// A box over which operands step, with as few axes as possible: none of size 1, and neighbours are one axis where every
  /// operand steps over both as over one. The order in which elements are visited stays.
  static func merged(_ sizes: Dimensions, _ strides: [Dimensions]) -> (sizes: Dimensions, strides: [Dimensions]) {
    var mergedSizes: [Int] = []
    var mergedStrides: [[Int]] = strides.map { _ in [] }
    for axis in (0..<maximumRank).reversed() where sizes[axis] != 1 {
      let continues = strides.indices.allSatisfy { operand in
        guard let inner = mergedStrides[operand].first, let size = mergedSizes.first else { return false }
        return strides[operand][axis] == inner * size
      }
      if continues, !mergedSizes.isEmpty {
        mergedSizes[0] *= sizes[axis]
      } else {
        mergedSizes.insert(sizes[axis], at: 0)
        for operand in strides.indices { mergedStrides[operand].insert(strides[operand][axis], at: 0) }
      }
    }
    return (Dimensions(mergedSizes, fill: 1), mergedStrides.map { Dimensions($0, fill: 0) })
  }
}

/// Row-major strides in elements.
func rowMajorStrides(of shape: [Int]) -> [Int] {
  var strides = Array(repeating: 1, count: shape.count)
  for axis in stride(from: shape.count - 2, through: 0, by: -1) { strides[axis] = strides[axis + 1] * shape[axis + 1] }
  return strides
}
