/// Values of a FlatBuffer to be written for a test.
package indirect enum FlatValue: Sendable {
  case int8(Int8)
  case uint8(UInt8)
  case int32(Int32)
  case uint32(UInt32)
  case float(Float)
  case table([Int: FlatValue])
  case tables([FlatValue])
  case bytes([UInt8])
  case uint16s([UInt16])
  case int32s([Int])
  case floats([Float])

  package static func string(_ text: String) -> FlatValue { .bytes([UInt8](text.utf8)) }

  fileprivate var inlineSize: Int {
    switch self {
    case .int8, .uint8: 1
    default: 4
    }
  }
}

/// Writes FlatBuffers for tests: no sharing, no alignment, parents before children.
package struct FlatBufferWriter {
  private var bytes: [UInt8] = []

  /// The bytes of a FlatBuffer with this root table.
  package static func write(_ root: FlatValue, identifier: String) -> [UInt8] {
    var writer = FlatBufferWriter()
    writer.append(UInt32(0))
    writer.bytes += [UInt8](identifier.utf8)
    writer.writeTarget(of: 0, root)
    return writer.bytes
  }

  private mutating func append<Value: FixedWidthInteger>(_ value: Value) {
    withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
  }

  private mutating func patch(_ place: Int, with value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { raw in
      for index in 0..<4 { bytes[place + index] = raw[index] }
    }
  }

  /// Writes `value` at the end and makes the offset at `place` point to it.
  private mutating func writeTarget(of place: Int, _ value: FlatValue) {
    switch value {
    case .table(let fields):
      let position = writeVtable(fields)
      patch(place, with: UInt32(position - place))
      writeFields(fields, at: position)
    case .tables(let tables):
      patch(place, with: UInt32(bytes.count - place))
      append(UInt32(tables.count))
      let start = bytes.count
      for _ in tables { append(UInt32(0)) }
      for (index, table) in tables.enumerated() { writeTarget(of: start + 4 * index, table) }
    case .bytes(let content):
      patch(place, with: UInt32(bytes.count - place))
      append(UInt32(content.count))
      bytes += content
    case .uint16s(let values):
      patch(place, with: UInt32(bytes.count - place))
      append(UInt32(values.count))
      for value in values { append(value) }
    case .int32s(let values):
      patch(place, with: UInt32(bytes.count - place))
      append(UInt32(values.count))
      for value in values { append(Int32(truncatingIfNeeded: value)) }
    case .floats(let values):
      patch(place, with: UInt32(bytes.count - place))
      append(UInt32(values.count))
      for value in values { append(value.bitPattern) }
    case .int8, .uint8, .int32, .uint32, .float: break
    }
  }

  /// Writes the table's vtable and returns where the table starts.
  private mutating func writeVtable(_ fields: [Int: FlatValue]) -> Int {
    let slots = (fields.keys.max() ?? -1) + 1
    var offset = 4
    var offsets = [UInt16](repeating: 0, count: slots)
    for (field, value) in fields.sorted(by: { $0.key < $1.key }) {
      offsets[field] = UInt16(offset)
      offset += value.inlineSize
    }
    append(UInt16(4 + 2 * slots))
    append(UInt16(offset))
    for slot in offsets { append(slot) }
    return bytes.count
  }

  private mutating func writeFields(_ fields: [Int: FlatValue], at position: Int) {
    let sorted = fields.sorted { $0.key < $1.key }
    append(Int32(4 + 2 * ((fields.keys.max() ?? -1) + 1)))
    var places: [(Int, FlatValue)] = []
    for (_, value) in sorted {
      places.append((bytes.count, value))
      switch value {
      case .int8(let value): append(value)
      case .uint8(let value): append(value)
      case .int32(let value): append(value)
      case .uint32(let value): append(value)
      case .float(let value): append(value.bitPattern)
      default: append(UInt32(0))
      }
    }
    for (place, value) in places { writeTarget(of: place, value) }
  }
}
