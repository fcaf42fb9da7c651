/// Writes PNG files of any kind without compression, so that tests know every byte.
struct PNGBuilder {
  var width: Int
  var height: Int
  var bitDepth: UInt8
  /// 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha.
  var colorType: UInt8
  var interlaced = false
  /// Chunks between the header and the pixels.
  var chunks: [(name: String, data: [UInt8])] = []
  /// Rows of samples without the filter byte; for interlaced files the rows of all passes.
  var rows: [[UInt8]]

  func file() -> [UInt8] {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    var header = Self.bigEndian(UInt32(width)) + Self.bigEndian(UInt32(height))
    header += [bitDepth, colorType, 0, 0, interlaced ? 1 : 0]
    bytes += Self.chunk("IHDR", header)
    for chunk in chunks { bytes += Self.chunk(chunk.name, chunk.data) }
    bytes += Self.chunk("IDAT", Self.storedZlib(rows.flatMap { [0] + $0 }))
    bytes += Self.chunk("IEND", [])
    return bytes
  }

  static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(crc32(body))
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
  }

  /// Deflate's stored blocks between zlib's header and checksum.
  static func storedZlib(_ data: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 0xFFFF, data.count)
      let length = UInt16(end - start)
      bytes.append(end == data.count ? 1 : 0)
      for value in [length, ~length] { bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)] }
      bytes += data[start..<end]
      start = end
    } while start < data.count
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in data {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return bytes + bigEndian(b << 16 | a)
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var value: UInt32 = .max
    for byte in bytes {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~value
  }
}
