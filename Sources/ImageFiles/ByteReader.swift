/// Reads whole numbers out of untrusted bytes; `nil` beyond the end.
struct ByteReader {
  enum Order { case little, big }

  let bytes: ArraySlice<UInt8>
  let order: Order

  init(_ bytes: [UInt8], order: Order) { self.init(bytes[...], order: order) }

  /// Offsets count from the slice's first byte.
  init(_ bytes: ArraySlice<UInt8>, order: Order) {
    self.bytes = bytes
    self.order = order
  }

  func uint8(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < bytes.count else { return nil }
    return bytes[bytes.startIndex + offset]
  }

  func uint16(at offset: Int) -> UInt16? {
    guard offset >= 0, bytes.count >= 2, offset <= bytes.count - 2 else { return nil }
    let first = UInt16(bytes[bytes.startIndex + offset])
    let second = UInt16(bytes[bytes.startIndex + offset + 1])
    return order == .little ? second << 8 | first : first << 8 | second
  }

  func uint32(at offset: Int) -> UInt32? {
    guard bytes.count >= 4, offset >= 0, offset <= bytes.count - 4 else { return nil }
    guard let first = uint16(at: offset), let second = uint16(at: offset + 2) else { return nil }
    return order == .little ? UInt32(second) << 16 | UInt32(first) : UInt32(first) << 16 | UInt32(second)
  }

  /// The `length` bytes from `offset`, or as many of them as there are.
  func slice(at offset: Int, length: Int) -> ArraySlice<UInt8> {
    guard offset >= 0, offset < bytes.count, length > 0 else { return [] }
    let start = bytes.startIndex + offset
    return bytes[start..<start + min(length, bytes.count - offset)]
  }
}
