import ImageFiles
import TestSupport
import Testing
import VisionBase

@Suite("PNG files")
struct PNGVariantsTests {
  /// Width 11 leaves unused bits in the last byte of every row below 8 bits.
  private static let width = 11
  private static let height = 5

  /// Red, green, blue, different for every index.
  private static func paletteEntry(_ index: Int) -> [UInt8] {
    let red = 255 - index
    let green = index * 7 % 256
    return [UInt8(red), UInt8(green), UInt8(index)]
  }

  private static func samples(below limit: Int, seed: UInt64) -> [[Int]] {
    var generator = SeededGenerator(seed: seed)
    return (0..<height).map { _ in (0..<width).map { _ in Int.random(in: 0..<limit, using: &generator) } }
  }

  @Test(
    "with grey of 1, 2, 4, 8 bits spread the levels over 0…255, with or without a transparent level", arguments: [1, 2, 4, 8])
  func grayDepths(bits: Int) throws {
    let rows = Self.samples(below: 1 << bits, seed: 11)
    let highest = (1 << bits) - 1
    let expected: [UInt8] = rows.joined().flatMap { level -> [UInt8] in
      [UInt8](repeating: UInt8(level * 255 / highest), count: 3)
    }
    for transparent in [false, true] {
      let builder = PNGBuilder(
        width: Self.width, height: Self.height, bitDepth: UInt8(bits), colorType: 0,
        chunks: transparent ? [("tRNS", [0, 1])] : [], rows: rows.map { packed($0, bits: bits) })
      #expect(rgbBytes(try ImageFile.load(bytes: builder.file())) == expected)
    }
  }

  @Test("with a palette take its colours whatever their transparency", arguments: [1, 2, 4, 8])
  func palettes(bits: Int) throws {
    let rows = Self.samples(below: 1 << bits, seed: 12)
    let palette = (0..<(1 << bits)).map(Self.paletteEntry)
    let builder = PNGBuilder(
      width: Self.width, height: Self.height, bitDepth: UInt8(bits), colorType: 3,
      chunks: [("PLTE", Array(palette.joined())), ("tRNS", [0, 128])], rows: rows.map { packed($0, bits: bits) })
    #expect(rgbBytes(try ImageFile.load(bytes: builder.file())) == rows.joined().flatMap { palette[$0] })
  }

  @Test("with 16 bits keep the high byte, and drop alpha", arguments: [0, 2, 4, 6] as [UInt8])
  func sixteenBits(colorType: UInt8) throws {
    let colours = colorType & 2 == 0 ? 1 : 3
    let channels = colours + (colorType & 4 == 0 ? 0 : 1)
    let rows = (0..<Self.height).map { noise(Self.width * channels * 2, seed: 13 + UInt64($0)) }
    var expected: [UInt8] = []
    for row in rows {
      for x in 0..<Self.width {
        for channel in 0..<3 { expected.append(row[(x * channels + (colours == 1 ? 0 : channel)) * 2]) }
      }
    }
    // Low bytes and a gamma that would matter if it were applied must not.
    let builder = PNGBuilder(
      width: Self.width, height: Self.height, bitDepth: 16, colorType: colorType,
      chunks: [("gAMA", PNGBuilder.bigEndian(100_000))], rows: rows)
    #expect(rgbBytes(try ImageFile.load(bytes: builder.file())) == expected)
  }

  @Test("with interlaced rows come out in order", arguments: [1, 2, 3, 4, 5, 7, 8, 9, 16, 17])
  func interlaced(side: Int) throws {
    let width = side
    let height = side + 2
    let pixels = noise(width * height, seed: 14)
    // First pixel and steps of the seven passes. Source: PNG specification, section 8.2.
    let passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
    var rows: [[UInt8]] = []
    for (startX, startY, stepX, stepY) in passes where startX < width {
      for y in stride(from: startY, to: height, by: stepY) {
        rows.append(stride(from: startX, to: width, by: stepX).map { pixels[y * width + $0] })
      }
    }
    let builder = PNGBuilder(width: width, height: height, bitDepth: 8, colorType: 0, interlaced: true, rows: rows)
    #expect(rgbBytes(try ImageFile.load(bytes: builder.file())) == pixels.flatMap { [$0, $0, $0] })
  }

  @Test("wider than a million pixels are read")
  func veryWide() throws {
    let row = (0..<1_200_000).map { UInt8(truncatingIfNeeded: $0 / 97) }
    let image = try ImageFile.load(
      bytes: PNGBuilder(width: row.count, height: 1, bitDepth: 8, colorType: 0, rows: [row]).file())
    #expect(image.size == ImageSize(width: row.count, height: 1))
    #expect(rgbBytes(image) == row.flatMap { [$0, $0, $0] })
  }

  @Test("with a wrong checksum in any chunk are refused")
  func wrongChecksums() throws {
    let builder = PNGBuilder(
      width: 2, height: 1, bitDepth: 8, colorType: 0, chunks: [("tEXt", Array("Title\0x".utf8))], rows: [[1, 2]])
    let file = builder.file()
    _ = try ImageFile.load(bytes: file)
    // Each chunk ends with its checksum; the first starts after 8 bytes of signature.
    var offset = 8
    var chunks = 0
    while offset < file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      offset += 12 + length
      var broken = file
      broken[offset - 1] ^= 1
      #expect(throws: LandmarkError.self) { try ImageFile.load(bytes: broken) }
      chunks += 1
    }
    #expect(chunks == 4)
  }
}
