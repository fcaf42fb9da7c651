package import Foundation

/// Unpacks gzip files (RFC 1952, one member, RFC 1951 inside), so that tests read packed reference data as it lies. Slow,
/// simple, and it checks length and CRC-32 of what it made.
package struct Gzip {
  package struct Damaged: Error, CustomStringConvertible {
    package let description: String
  }

  /// The bytes packed in `url`.
  package static func contents(of url: URL) throws -> [UInt8] { try unpack([UInt8](Data(contentsOf: url))) }

  package static func unpack(_ packed: [UInt8]) throws -> [UInt8] {
    guard packed.count >= 18, packed[0] == 0x1F, packed[1] == 0x8B, packed[2] == 8 else { throw Damaged(description: "no gzip") }
    let flags = packed[3]
    var start = 10
    if flags & 4 != 0 { start += 2 + Int(packed[10]) + Int(packed[11]) << 8 }
    for text in [UInt8(8), 16] where flags & text != 0 {
      while start < packed.count, packed[start] != 0 { start += 1 }
      start += 1
    }
    if flags & 2 != 0 { start += 2 }
    guard start <= packed.count - 8 else { throw Damaged(description: "the header is too long") }
    var reader = Gzip(packed: packed, position: start, end: packed.count - 8)
    try reader.inflate()
    func number(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(packed[packed.count - 8 + offset + $1]) << (8 * $1) } }
    guard UInt32(truncatingIfNeeded: reader.output.count) == number(4), crc32(reader.output) == number(0) else {
      throw Damaged(description: "length or checksum differ")
    }
    return reader.output
  }

  // MARK: Bits

  private let packed: [UInt8]
  private var position: Int
  private let end: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  private init(packed: [UInt8], position: Int, end: Int) {
    (self.packed, self.position, self.end) = (packed, position, end)
  }

  /// The next `count` bits, first one lowest.
  private mutating func take(_ count: Int) throws -> Int {
    while bitCount < count {
      guard position < end else { throw Damaged(description: "the data end early") }
      bits |= UInt32(packed[position]) << bitCount
      (position, bitCount) = (position + 1, bitCount + 8)
    }
    defer { (bits, bitCount) = (bits >> count, bitCount - count) }
    return Int(bits & (1 << count - 1))
  }

  /// A prefix code as the number of codes of each length and the symbols in order of their codes.
  private struct Code {
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(lengths: [Int]) {
      for length in lengths where length > 0 { counts[length] += 1 }
      for length in 1..<16 { symbols += lengths.indices.filter { lengths[$0] == length } }
    }
  }

  private mutating func symbol(_ code: Code) throws -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1..<16 {
      value |= try take(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      (first, value) = ((first + count) << 1, value << 1)
    }
    throw Damaged(description: "an unknown code")
  }

  // MARK: Blocks

  private mutating func inflate() throws {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        try copyCoded(Code(lengths: lengths), Code(lengths: Array(repeating: 5, count: 30)))
      case 2:
        let (literals, distances) = try readCodes()
        try copyCoded(literals, distances)
      default: throw Damaged(description: "an unknown kind of block")
      }
    }
  }

  private mutating func copyStored() throws {
    (bits, bitCount) = (0, 0)
    let length = try take(16)
    guard try take(16) == ~length & 0xFFFF, position + length <= end else { throw Damaged(description: "a bad stored block") }
    output += packed[position..<position + length]
    position += length
  }

  private static let lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private mutating func readCodes() throws -> (Code, Code) {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let orderCount = try take(4) + 4
    var short = [Int](repeating: 0, count: 19)
    for index in 0..<orderCount { short[Self.lengthOrder[index]] = try take(3) }
    let code = Code(lengths: short)
    var lengths: [Int] = []
    while lengths.count < literalCount + distanceCount {
      switch try symbol(code) {
      case let length where length < 16: lengths.append(length)
      case 16:
        guard let last = lengths.last else { throw Damaged(description: "nothing to repeat") }
        lengths += Array(repeating: last, count: try take(2) + 3)
      case 17: lengths += Array(repeating: 0, count: try take(3) + 3)
      default: lengths += Array(repeating: 0, count: try take(7) + 11)
      }
    }
    guard lengths.count == literalCount + distanceCount else { throw Damaged(description: "too many code lengths") }
    return (Code(lengths: Array(lengths.prefix(literalCount))), Code(lengths: Array(lengths.suffix(distanceCount))))
  }

  private mutating func copyCoded(_ literals: Code, _ distances: Code) throws {
    while true {
      let value = try symbol(literals)
      if value == 256 { return }
      if value < 256 {
        output.append(UInt8(value))
        continue
      }
      guard value <= 285 else { throw Damaged(description: "an unknown length") }
      let step = value - 257
      let length: Int
      if value == 285 {
        length = 258
      } else if step < 8 {
        length = step + 3
      } else {
        let extra = step / 4 - 1
        length = (4 + step % 4) << extra + 3 + (try take(extra))
      }
      let place = try symbol(distances)
      let distance = place < 4 ? place + 1 : (2 + place % 2) << (place / 2 - 1) + 1 + (try take(place / 2 - 1))
      guard distance <= output.count else { throw Damaged(description: "a distance before the beginning") }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    let table = (0..<256).map { index in (0..<8).reduce(UInt32(index)) { value, _ in value >> 1 ^ (value & 1) * 0xEDB8_8320 } }
    return ~bytes.reduce(~0) { $0 >> 8 ^ table[Int(($0 ^ UInt32($1)) & 0xFF)] }
  }
}
