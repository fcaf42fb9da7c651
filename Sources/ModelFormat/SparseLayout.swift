import VisionBase

/// How the stored values of a sparse constant are spread over its dense shape.
///
/// Source: TFLite schema, `SparsityParameters`: the dimensions (then the dimensions inside blocks) are visited in the
/// traversal order; each is either dense or compressed, that is, for each position of the dimensions before it a
/// segment of the index array tells which of its indices are present.
struct SparseLayout: Sendable {
  private struct Level: Sendable {
    let size: Int
    /// Distance of two neighbours of this dimension in the dense array, in elements.
    let stride: Int
    let compressed: (segments: IndexArray, indices: IndexArray)?
  }

  private let levels: [Level]
  /// Number of values that must be stored.
  let valueCount: Int
  private let elementCount: Int

  /// Largest dense size of a sparse constant, in elements: a few stored bytes can claim any shape, so the general
  /// limit would let a small file ask for a gigabyte. 2^24 is eight times the largest weight here.
  static let elementLimit = 1 << 24

  /// Checks the parameters against `shape`: afterwards every index lies inside it and every segment inside its array.
  init(_ table: FlatBufferTable, shape: [Int]) throws(LandmarkError) {
    let rank = shape.count
    let order = try table.int32s(0, limit: 16, what: "traversal dimensions")
    let blockMap = try table.int32s(1, limit: 8, what: "block dimensions")
    let metadata = try table.tables(2, limit: 16, what: "sparse dimensions")
    guard order.count == rank + blockMap.count, metadata.count == order.count,
      order.sorted() == Array(0..<order.count), blockMap.allSatisfy({ (0..<rank).contains($0) }),
      Set(blockMap).count == blockMap.count
    else { throw Self.damaged("its dimensions do not fit the shape \(shape)") }

    let elementCount = shape.reduce(1, *)
    guard elementCount <= Self.elementLimit else {
      throw LandmarkError(
        .unsupportedModel, "A sparse constant of shape \(shape) is larger than the limit of \(Self.elementLimit) elements.")
    }
    let blockSizes = try Self.blockSizes(metadata, order: order, blockMap: blockMap, shape: shape)
    var strides = [Int](repeating: 1, count: rank)
    for axis in stride(from: rank - 2, through: 0, by: -1) { strides[axis] = strides[axis + 1] * shape[axis + 1] }

    var levels: [Level] = []
    var positions = 1
    for (number, dimension) in order.enumerated() {
      let axis = dimension < rank ? dimension : blockMap[dimension - rank]
      let isBlock = dimension >= rank
      let size = isBlock ? blockSizes[axis] : shape[axis] / blockSizes[axis]
      let stride = isBlock ? strides[axis] : strides[axis] * blockSizes[axis]
      let compressed = try Self.compressed(metadata.table(number), size: size, positions: positions)
      let (product, overflow) = positions.multipliedReportingOverflow(by: size)
      positions = compressed.map(\.indices.count) ?? product
      guard compressed != nil || !overflow, positions <= Self.elementLimit else { throw Self.damaged("it has too many values") }
      levels.append(Level(size: size, stride: stride, compressed: compressed))
    }
    self.levels = levels
    self.valueCount = positions
    self.elementCount = elementCount
  }

  /// Size of the blocks along each axis; 1 where there are none.
  private static func blockSizes(
    _ metadata: FlatBufferVector, order: [Int], blockMap: [Int], shape: [Int]
  ) throws(LandmarkError) -> [Int] {
    var sizes = [Int](repeating: 1, count: shape.count)
    for (number, dimension) in order.enumerated() where dimension >= shape.count {
      let axis = blockMap[dimension - shape.count]
      let table = try metadata.table(number)
      let size = Int(try table.integer(1, default: Int32(0)))
      guard try table.integer(0, default: Int8(0)) == 0, size > 0, shape[axis] % size == 0 else {
        throw damaged("blocks of \(size) do not divide axis \(axis) of \(shape)")
      }
      sizes[axis] = size
    }
    return sizes
  }

  /// The arrays of a compressed dimension, checked; `nil` for a dense one.
  private static func compressed(
    _ table: FlatBufferTable, size: Int, positions: Int
  ) throws(LandmarkError) -> (segments: IndexArray, indices: IndexArray)? {
    let format = try table.integer(0, default: Int8(0))
    if format == 0 {
      let declared = Int(try table.integer(1, default: Int32(0)))
      guard declared == size else { throw damaged("a dense dimension of \(size) says \(declared)") }
      return nil
    }
    guard format == 1 else { throw damaged("dimension format \(format) is unknown") }
    let segments = try IndexArray(table, typeField: 2, field: 3)
    let indices = try IndexArray(table, typeField: 4, field: 5)
    guard segments.count == positions + 1, segments.isAscending(from: 0, to: indices.count) else {
      throw damaged("its segments do not fit")
    }
    let bounds = indices.bounds()
    guard indices.count == 0 || (bounds.lowerBound >= 0 && bounds.upperBound < size) else {
      throw damaged("an index lies outside its dimension of \(size)")
    }
    return (segments, indices)
  }

  private static func damaged(_ why: String) -> LandmarkError {
    LandmarkError(.invalidModel, "The sparse layout is damaged: \(why).")
  }

  /// The dense values: zeros with the stored values in their places. Places outside are skipped, never written: the
  /// bytes may have changed on the disk since they were checked.
  func expand(_ stored: [Float]) -> [Float] {
    [Float](unsafeUninitializedCapacity: elementCount) { dense, initialized in
      dense.initialize(repeating: 0)
      let dense = UnsafeMutableBufferPointer(rebasing: dense[..<elementCount])
      stored.withUnsafeBufferPointer { walk(0, position: 0, offset: 0, values: $0, dense: dense) }
      initialized = elementCount
    }
  }

  /// Spreads the values below one position of the levels before `number`.
  private func walk(
    _ number: Int, position: Int, offset: Int, values: UnsafeBufferPointer<Float>,
    dense: UnsafeMutableBufferPointer<Float>
  ) {
    guard number < levels.count else {
      if position < values.count, offset < dense.count { dense[offset] = values[position] }
      return
    }
    let level = levels[number]
    guard let (segments, indices) = level.compressed else {
      for index in 0..<level.size {
        walk(
          number + 1, position: position * level.size + index, offset: offset + index * level.stride, values: values,
          dense: dense)
      }
      return
    }
    let start = segments[position]
    let end = min(segments[position + 1], indices.count)
    if number == levels.count - 1 {
      indices.spread(start, min(end, values.count), offset: offset, stride: level.stride, values: values, dense: dense)
    } else {
      var place = start
      while place < end {
        walk(number + 1, position: place, offset: offset + indices[place] * level.stride, values: values, dense: dense)
        place += 1
      }
    }
  }
}

/// An array of non-negative indices stored as Int32, UInt16 or UInt8.
struct IndexArray: Sendable {
  private let bytes: ModelBytes
  private let width: Int
  let count: Int

  /// Reads the union of the three vector types: `typeField` tells which, `field` holds it.
  init(_ table: FlatBufferTable, typeField: Int, field: Int) throws(LandmarkError) {
    let type = try table.integer(typeField, default: UInt8(0))
    let widths: [UInt8: Int] = [1: 4, 2: 2, 3: 1]
    guard let width = widths[type], let holder = try table.table(field) else {
      throw LandmarkError(.invalidModel, "The sparse layout is damaged: an index array is missing (type \(type)).")
    }
    let vector = try holder.vector(0, elementSize: width, limit: SparseLayout.elementLimit + 1, what: "sparse indices")
    self.width = width
    self.count = vector?.count ?? 0
    self.bytes = if let vector { vector.elements } else { try table.bytes.slice(at: 0, length: 0) }
  }

  /// The index at `position`; 0 where there is none or it is negative (never so after the checks of `SparseLayout`).
  @inline(__always)
  subscript(position: Int) -> Int {
    bytes.withUnsafeBytes { raw in
      guard position >= 0, position < count else { return 0 }
      switch width {
      case 1: return Int(raw[position])
      case 2: return Int(UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: 2 * position, as: UInt16.self)))
      default: return max(0, Int(Int32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * position, as: Int32.self))))
      }
    }
  }

  /// Writes the values `start..<end`, each `stride` times its index behind `offset`. The range lies in this array.
  fileprivate func spread(
    _ start: Int, _ end: Int, offset: Int, stride: Int, values: UnsafeBufferPointer<Float>,
    dense: UnsafeMutableBufferPointer<Float>
  ) {
    func spread<Value: FixedWidthInteger & BitwiseCopyable>(_ raw: UnsafeRawBufferPointer, _ type: Value.Type) {
      var place = start
      while place < end {
        let stored = raw.loadUnaligned(fromByteOffset: place * MemoryLayout<Value>.size, as: Value.self)
        let target = offset + Int(Value(littleEndian: stored)) * stride
        if target >= 0, target < dense.count { dense[target] = values[place] }
        place += 1
      }
    }
    bytes.withUnsafeBytes { raw in
      switch width {
      case 1: spread(raw, UInt8.self)
      case 2: spread(raw, UInt16.self)
      default: spread(raw, Int32.self)
      }
    }
  }

  /// Smallest and largest index; 0…0 if there is none.
  func bounds() -> ClosedRange<Int> {
    bytes.withUnsafeBytes { raw in
      switch width {
      case 1: Self.bounds(raw, count, UInt8.self)
      case 2: Self.bounds(raw, count, UInt16.self)
      default: Self.bounds(raw, count, Int32.self)
      }
    }
  }

  private static func bounds<Value: FixedWidthInteger & BitwiseCopyable>(
    _ raw: UnsafeRawBufferPointer, _ count: Int, _ type: Value.Type
  ) -> ClosedRange<Int> {
    guard count > 0 else { return 0...0 }
    var low = Value.max
    var high = Value.min
    for index in 0..<count {
      let value = Value(littleEndian: raw.loadUnaligned(fromByteOffset: index * MemoryLayout<Value>.size, as: Value.self))
      low = min(low, value)
      high = max(high, value)
    }
    return Int(low)...Int(high)
  }

  /// Whether the indices start with `first`, never fall and end with `last`.
  func isAscending(from first: Int, to last: Int) -> Bool {
    guard count > 0, bounds().lowerBound >= 0, self[0] == first, self[count - 1] == last else { return false }
    for index in 1..<max(count, 1) where self[index] < self[index - 1] { return false }
    return true
  }
}
