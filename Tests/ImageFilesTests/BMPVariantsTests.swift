import ImageFiles
import TestSupport
import Testing
import VisionBase

@Suite("BMP files")
struct BMPVariantsTests {
  private static let width = 5
  private static let height = 3

  private static func little(_ value: Int, bytes: Int) -> [UInt8] {
    (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A file with the 40-byte header; rows in file order, padded here to multiples of 4 bytes.
  private static func file(
    bits: Int, compression: Int = 0, height: Int = height, extra: [UInt8] = [], gap: [UInt8] = [], rows: [[UInt8]]
  ) -> [UInt8] {
    var header = little(40, bytes: 4) + little(width, bytes: 4) + little(height, bytes: 4) + little(1, bytes: 2)
    header += little(bits, bytes: 2) + little(compression, bytes: 4) + [UInt8](repeating: 0, count: 20) + extra + gap
    let pixels = rows.flatMap { $0 + [UInt8](repeating: 0, count: (4 - $0.count % 4) % 4) }
    return Array("BM".utf8) + little(14 + header.count + pixels.count, bytes: 4) + [0, 0, 0, 0]
      + little(14 + header.count, bytes: 4)
      + header + pixels
  }

  /// Blue, green, red and perhaps a fourth byte, as files hold them, to red, green, blue.
  private static func rgb(_ rows: [[UInt8]], bytesPerPixel: Int) -> [UInt8] {
    var result: [UInt8] = []
    for row in rows {
      for x in 0..<width { result += [row[bytesPerPixel * x + 2], row[bytesPerPixel * x + 1], row[bytesPerPixel * x]] }
    }
    return result
  }

  /// Blue, green, red and an unused byte, different for every index.
  private static func paletteEntry(_ index: Int) -> [UInt8] {
    let green = 255 - index
    let red = index * 7 % 256
    return [UInt8(index), UInt8(green), UInt8(red), 0]
  }

  private static func noiseRows(_ rowBytes: Int, seed: UInt64) -> [[UInt8]] {
    (0..<height).map { noise(rowBytes, seed: seed + UInt64($0)) }
  }

  @Test("with 24 bits are read from the bottom row up, or down with a negative height")
  func trueColour() throws {
    let rows = Self.noiseRows(Self.width * 3, seed: 31)
    #expect(rgbBytes(try ImageFile.load(bytes: Self.file(bits: 24, rows: rows))) == Self.rgb(rows.reversed(), bytesPerPixel: 3))
    let topDown = try ImageFile.load(bytes: Self.file(bits: 24, height: -Self.height, rows: rows))
    #expect(rgbBytes(topDown) == Self.rgb(rows, bytesPerPixel: 3))
  }

  @Test("with 32 bits drop the fourth byte, whatever it is")
  func fourBytes() throws {
    let rows = Self.noiseRows(Self.width * 4, seed: 41)
    let expected = Self.rgb(rows.reversed(), bytesPerPixel: 4)
    #expect(rgbBytes(try ImageFile.load(bytes: Self.file(bits: 32, rows: rows))) == expected)
    let masks = [0xFF0000, 0xFF00, 0xFF].flatMap { Self.little($0, bytes: 4) }
    #expect(rgbBytes(try ImageFile.load(bytes: Self.file(bits: 32, compression: 3, extra: masks, rows: rows))) == expected)
  }

  @Test("with a palette take its colours", arguments: [1, 4, 8])
  func palettes(bits: Int) throws {
    var generator = SeededGenerator(seed: 51)
    let levels = (0..<Self.height).map { _ in (0..<Self.width).map { _ in Int.random(in: 0..<(1 << bits), using: &generator) } }
    let palette = (0..<(1 << bits)).map(Self.paletteEntry)
    let rows = levels.map { packed($0, bits: bits) }
    let file = Self.file(bits: bits, extra: Array(palette.joined()), rows: rows)
    var expected: [UInt8] = []
    for row in levels.reversed() {
      for index in row { expected += [palette[index][2], palette[index][1], palette[index][0]] }
    }
    #expect(rgbBytes(try ImageFile.load(bytes: file)) == expected)
    // A palette too short for the pixels is damage, not black.
    let short = Self.file(bits: bits, extra: Array(palette.joined().prefix(4)), rows: rows)
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: short) }
    #expect(error.code == .invalidImage)
  }

  @Test("that promise rows they do not hold are refused")
  func missingRows() throws {
    let rows = Self.noiseRows(Self.width * 3, seed: 61)
    let whole = Self.file(bits: 24, rows: rows)
    for length in 0..<whole.count {
      #expect(throws: LandmarkError.self, "cut at \(length)") { try ImageFile.load(bytes: Array(whole[..<length])) }
    }
    #expect(throws: LandmarkError.self) { try ImageFile.load(bytes: Self.file(bits: 24, height: Self.height + 1, rows: rows)) }
    // More pixels than a 32-bit product holds.
    #expect(throws: LandmarkError.self) { try ImageFile.load(bytes: Self.file(bits: 24, height: Int(Int32.min), rows: rows)) }
  }

  @Test("of kinds that cannot be read say so", arguments: [(8, 1), (4, 2), (24, 4), (24, 5), (2, 0), (64, 0)])
  func unsupported(bits: Int, compression: Int) throws {
    let file = Self.file(bits: bits, compression: compression, rows: [noise(4096, seed: 71)])
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: file) }
    #expect(error.code == .unsupportedImage)
    #expect(error.remedy != nil)
  }

  @Test("with flipped header bytes never trap")
  func headerFlips() throws {
    let seed: UInt64 = 0x626D_7066
    var generator = SeededGenerator(seed: seed)
    let palette: [UInt8] = (0..<16).flatMap { index -> [UInt8] in [UInt8(index), 0, 0, 0] }
    let originals = [
      Self.file(bits: 24, rows: Self.noiseRows(15, seed: 81)), Self.file(bits: 32, rows: Self.noiseRows(20, seed: 82)),
      Self.file(bits: 4, extra: palette, rows: Self.noiseRows(3, seed: 83)),
      Self.file(bits: 16, rows: Self.noiseRows(10, seed: 84)),
    ]
    var loaded = 0
    for round in 0..<4000 {
      var damaged = originals[round % originals.count]
      for _ in 0...(round % 3) {
        damaged[Int.random(in: 2..<54, using: &generator)] = UInt8.random(in: 0...40, using: &generator)
      }
      if let image = try? ImageFile.load(bytes: damaged, pixelLimit: 1 << 16) {
        loaded += 1
        #expect(image.size.width * image.size.height <= 1 << 16, "seed \(seed), round \(round)")
      }
    }
    #expect(loaded > 0 && loaded < 4000)
  }
}
