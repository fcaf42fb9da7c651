import VisionBase

/// Reads the wire format of protocol buffers; every read is checked against the end of the bytes.
struct ProtobufReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  enum Value {
    case integer(UInt64)
    case fixed32(UInt32)
    case fixed64(UInt64)
    case bytes(ArraySlice<UInt8>)
  }

  /// The next field, or `nil` at the end.
  mutating func next() throws(LandmarkError) -> (field: UInt64, value: Value)? {
    guard position < bytes.endIndex else { return nil }
    let key = try varint()
    switch key & 7 {
    case 0: return (key >> 3, .integer(try varint()))
    case 1: return (key >> 3, .fixed64(try fixed(8)))
    case 2:
      let length = try varint()
      guard length <= UInt64(bytes.endIndex - position) else { throw Self.truncated }
      let start = position
      position += Int(length)
      return (key >> 3, .bytes(bytes[start..<position]))
    case 5: return (key >> 3, .fixed32(UInt32(truncatingIfNeeded: try fixed(4))))
    default:
      throw LandmarkError(.invalidModel, "The metadata has a field of unknown wire type \(key & 7).")
    }
  }

  static let truncated = LandmarkError(.invalidModel, "The metadata ends in the middle of a field.")

  mutating func varint() throws(LandmarkError) -> UInt64 {
    var result: UInt64 = 0
    for shift in stride(from: UInt64(0), to: 70, by: 7) {
      guard position < bytes.endIndex else { throw Self.truncated }
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 127) << shift
      if byte < 128 { return result }
    }
    throw LandmarkError(.invalidModel, "The metadata has a number of more than ten bytes.")
  }

  private mutating func fixed(_ count: Int) throws(LandmarkError) -> UInt64 {
    guard count <= bytes.endIndex - position else { throw Self.truncated }
    var result: UInt64 = 0
    for i in 0..<count { result |= UInt64(bytes[position + i]) << UInt64(8 * i) }
    position += count
    return result
  }

  var isAtEnd: Bool { position >= bytes.endIndex }
}

extension ProtobufReader.Value {
  /// Appends Float32 values: one of a repeated field, or all of a packed one.
  func appendFloats(to values: inout [Float], limit: Int) throws(LandmarkError) {
    switch self {
    case .fixed32(let bits): values.append(Float(bitPattern: bits))
    case .bytes(let slice):
      guard slice.count.isMultiple(of: 4), slice.count / 4 <= limit - values.count else {
        throw LandmarkError(
          .invalidModel, "The metadata has a list of \(slice.count) bytes where at most \(limit) numbers are expected.")
      }
      for start in stride(from: slice.startIndex, to: slice.endIndex, by: 4) {
        let bits = (0..<4).reduce(UInt32(0)) { $0 | UInt32(slice[start + $1]) << UInt32(8 * $1) }
        values.append(Float(bitPattern: bits))
      }
    default: throw LandmarkError(.invalidModel, "The metadata has whole numbers where fractions are expected.")
    }
    guard values.count <= limit else {
      throw LandmarkError(.invalidModel, "The metadata has more than \(limit) numbers in a list.")
    }
  }
}
