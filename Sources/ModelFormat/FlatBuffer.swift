import VisionBase

/// A table of a FlatBuffer; every offset it follows is checked against the bytes, every count against a limit.
///
/// Fields are numbered from 0 in the order of the schema; an absent field yields the schema's default.
struct FlatBufferTable {
  let bytes: ModelBytes
  private let position: Int
  private let vtable: Int
  private let vtableSize: Int
  private let tableSize: Int

  /// The root table of `bytes`, which must carry the four-letter `identifier`.
  static func root(of bytes: ModelBytes, identifier: String, what: String) throws(LandmarkError) -> FlatBufferTable {
    guard bytes.count >= 8, try bytes.slice(at: 4, length: 4).text() == identifier else {
      throw LandmarkError(.invalidModel, "This is not \(what): the identifier \(identifier) is missing.")
    }
    return try FlatBufferTable(bytes, at: Int(bytes.load(at: 0, as: UInt32.self)))
  }

  init(_ bytes: ModelBytes, at position: Int) throws(LandmarkError) {
    let vtable = position - Int(try bytes.load(at: position, as: Int32.self))
    let vtableSize = Int(try bytes.load(at: vtable, as: UInt16.self))
    let tableSize = Int(try bytes.load(at: vtable + 2, as: UInt16.self))
    guard vtableSize >= 4, vtable <= bytes.count - vtableSize, tableSize >= 4, position <= bytes.count - tableSize else {
      throw LandmarkError(.invalidModel, "The table at offset \(position) is damaged.")
    }
    self.bytes = bytes
    self.position = position
    self.vtable = vtable
    self.vtableSize = vtableSize
    self.tableSize = tableSize
  }

  /// Position of a field's `size` bytes, or `nil` if the field is absent.
  private func place(_ field: Int, size: Int) throws(LandmarkError) -> Int? {
    let slot = 4 + 2 * field
    guard slot + 2 <= vtableSize else { return nil }
    let offset = Int(try bytes.load(at: vtable + slot, as: UInt16.self))
    guard offset != 0 else { return nil }
    guard offset >= 4, offset + size <= tableSize else {
      throw LandmarkError(.invalidModel, "Field \(field) of the table at offset \(position) lies outside the table.")
    }
    return position + offset
  }

  func integer<Value: FixedWidthInteger & BitwiseCopyable>(_ field: Int, default value: Value) throws(LandmarkError) -> Value {
    guard let place = try place(field, size: MemoryLayout<Value>.size) else { return value }
    return try bytes.load(at: place, as: Value.self)
  }

  func bool(_ field: Int) throws(LandmarkError) -> Bool { try integer(field, default: UInt8(0)) != 0 }

  func float(_ field: Int, default value: Float) throws(LandmarkError) -> Float {
    Float(bitPattern: try integer(field, default: value.bitPattern))
  }

  /// Where an offset field points to.
  private func target(_ field: Int) throws(LandmarkError) -> Int? {
    guard let place = try place(field, size: 4) else { return nil }
    return place + Int(try bytes.load(at: place, as: UInt32.self))
  }

  func table(_ field: Int) throws(LandmarkError) -> FlatBufferTable? {
    guard let target = try target(field) else { return nil }
    return try FlatBufferTable(bytes, at: target)
  }

  /// The vector in a field. `limit` bounds its count, `what` names it in the message.
  func vector(_ field: Int, elementSize: Int, limit: Int, what: String) throws(LandmarkError) -> FlatBufferVector? {
    guard let target = try target(field) else { return nil }
    let count = Int(try bytes.load(at: target, as: UInt32.self))
    guard count <= limit else {
      throw LandmarkError(.invalidModel, "There are \(count) \(what), more than the limit of \(limit).")
    }
    return try FlatBufferVector(
      elements: bytes.slice(at: target + 4, length: count * elementSize), count: count, start: target + 4, owner: bytes)
  }

  /// The offsets of sub-tables in a field; empty if absent.
  func tables(_ field: Int, limit: Int, what: String) throws(LandmarkError) -> FlatBufferVector {
    if let vector = try vector(field, elementSize: 4, limit: limit, what: what) { return vector }
    return try FlatBufferVector.empty(in: bytes)
  }

  /// The Int32 vector in a field; empty if absent.
  func int32s(_ field: Int, limit: Int, what: String) throws(LandmarkError) -> [Int] {
    guard let vector = try vector(field, elementSize: 4, limit: limit, what: what) else { return [] }
    var values: [Int] = []
    values.reserveCapacity(vector.count)
    for index in 0..<vector.count { values.append(Int(try vector.elements.load(at: 4 * index, as: Int32.self))) }
    return values
  }

  /// The Float vector in a field; empty if absent.
  func floats(_ field: Int, limit: Int, what: String) throws(LandmarkError) -> [Float] {
    try int32s(field, limit: limit, what: what).map { Float(bitPattern: UInt32(truncatingIfNeeded: $0)) }
  }

  /// The text in a field, empty if absent. Longer texts are cut: names serve messages and look-ups, nothing here has
  /// longer ones, and ten thousand tensors may share one huge string.
  func string(_ field: Int) throws(LandmarkError) -> String {
    guard let text = try vector(field, elementSize: 1, limit: .max >> 8, what: "characters") else { return "" }
    return try text.elements.slice(at: 0, length: min(text.count, Self.stringLimit)).text()
  }

  static let stringLimit = 512
}

/// A vector of a FlatBuffer, known to lie inside the bytes.
struct FlatBufferVector {
  /// The elements' bytes.
  let elements: ModelBytes
  let count: Int
  fileprivate let start: Int
  fileprivate let owner: ModelBytes

  static func empty(in bytes: ModelBytes) throws(LandmarkError) -> FlatBufferVector {
    FlatBufferVector(elements: try bytes.slice(at: 0, length: 0), count: 0, start: 0, owner: bytes)
  }

  /// The sub-table number `index` of a vector of offsets.
  func table(_ index: Int) throws(LandmarkError) -> FlatBufferTable {
    let offset = Int(try elements.load(at: 4 * index, as: UInt32.self))
    return try FlatBufferTable(owner, at: start + 4 * index + offset)
  }
}
