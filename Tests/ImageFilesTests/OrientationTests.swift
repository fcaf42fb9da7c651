import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// Pixels by place, for definitions that are slow and plain.
struct PixelGrid: Equatable {
  var width: Int
  var height: Int
  var pixels: [[UInt8]]

  /// Every pixel different.
  static func numbered(width: Int, height: Int, channels: Int) -> PixelGrid {
    PixelGrid(
      width: width, height: height,
      pixels: (0..<width * height).map { index in (0..<channels).map { UInt8(truncatingIfNeeded: index * 3 + $0 * 85) } })
  }

  subscript(x: Int, y: Int) -> [UInt8] { pixels[y * width + x] }

  /// How a camera stores this upright picture. Source: EXIF 2.32, tag Orientation: which sides row 0 and column 0 are.
  func stored(as orientation: ImageOrientation) -> PixelGrid {
    let rowZero: Side
    let columnZero: Side
    switch orientation {
    case .up: (rowZero, columnZero) = (.top, .left)
    case .upMirrored: (rowZero, columnZero) = (.top, .right)
    case .down: (rowZero, columnZero) = (.bottom, .right)
    case .downMirrored: (rowZero, columnZero) = (.bottom, .left)
    case .leftMirrored: (rowZero, columnZero) = (.left, .top)
    case .right: (rowZero, columnZero) = (.right, .top)
    case .rightMirrored: (rowZero, columnZero) = (.right, .bottom)
    case .left: (rowZero, columnZero) = (.left, .bottom)
    }
    let turned = rowZero == .left || rowZero == .right
    let columns = turned ? height : width
    let rows = turned ? width : height
    var result: [[UInt8]] = []
    for row in 0..<rows {
      for column in 0..<columns {
        var x = 0
        var y = 0
        for (side, distance) in [(rowZero, row), (columnZero, column)] {
          switch side {
          case .left: x = distance
          case .right: x = width - 1 - distance
          case .top: y = distance
          case .bottom: y = height - 1 - distance
          }
        }
        result.append(self[x, y])
      }
    }
    return PixelGrid(width: columns, height: rows, pixels: result)
  }

  private enum Side { case left, right, top, bottom }

  /// As an image with `padding` more bytes per row, and not one byte behind the last pixel.
  func image(_ format: PixelFormat, padding: Int) throws -> Image {
    let rowBytes = width * format.bytesPerPixel
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { bytes += self[x, y] }
      if y < height - 1 { bytes += [UInt8](repeating: 0xEE, count: padding) }
    }
    return try Image(width: width, height: height, format: format, bytesPerRow: rowBytes + padding, bytes: bytes)
  }
}

@Suite("Orientation")
struct OrientationTests {
  /// A TIFF structure with the orientation behind another entry.
  static func exif(_ orientation: UInt16, bigEndian: Bool, type: UInt16 = 3) -> [UInt8] {
    func two(_ value: UInt16) -> [UInt8] {
      let high = UInt8(value >> 8)
      let low = UInt8(truncatingIfNeeded: value)
      return bigEndian ? [high, low] : [low, high]
    }
    func four(_ value: UInt32) -> [UInt8] {
      let high = UInt16(value >> 16)
      let low = UInt16(truncatingIfNeeded: value)
      return bigEndian ? two(high) + two(low) : two(low) + two(high)
    }
    let value = type == 4 ? four(UInt32(orientation)) : two(orientation) + two(0)
    let header = Array((bigEndian ? "MM" : "II").utf8) + two(42) + four(8)
    return header + two(2) + two(0x0100) + two(3) + four(1) + two(7) + two(0) + two(0x0112) + two(type) + four(1) + value
      + four(0)
  }

  private static func png(_ grid: PixelGrid, exif: [UInt8]) -> [UInt8] {
    let rows = (0..<grid.height).map { y in (0..<grid.width).flatMap { grid[$0, y] } }
    return PNGBuilder(width: grid.width, height: grid.height, bitDepth: 8, colorType: 2, chunks: [("eXIf", exif)], rows: rows)
      .file()
  }

  private static func jpeg(_ grid: PixelGrid, exif: [UInt8]) throws -> [UInt8] {
    let plain = try ImageFile.encode(grid.image(.rgb8, padding: 0), format: .jpeg(quality: 100))
    let payload = Array("Exif\0\0".utf8) + exif
    let length = payload.count + 2
    // A foreign APP1 segment first, and fill bytes before the marker: both are allowed.
    let foreign: [UInt8] = [0xFF, 0xE1, 0, 6, 0x68, 0x74, 0x74, 0x70]
    return plain[..<2] + foreign + [0xFF, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 255)] + payload + plain[2...]
  }

  @Test("of all eight cases is undone in PNG files", arguments: ImageOrientation.allCases)
  func pngFiles(orientation: ImageOrientation) throws {
    let upright = PixelGrid.numbered(width: 5, height: 3, channels: 3)
    let stored = upright.stored(as: orientation)
    for (bigEndian, type) in [(false, 3), (true, 3), (false, 4), (true, 4)] as [(Bool, UInt16)] {
      let file = Self.png(stored, exif: Self.exif(UInt16(orientation.rawValue), bigEndian: bigEndian, type: type))
      let turned = try ImageFile.load(bytes: file)
      #expect(turned.size == ImageSize(width: 5, height: 3))
      #expect(rgbBytes(turned) == Array(upright.pixels.joined()))
      let asStored = try ImageFile.load(bytes: file, orientation: .asStored)
      #expect(asStored.size == ImageSize(width: stored.width, height: stored.height))
      #expect(rgbBytes(asStored) == Array(stored.pixels.joined()))
    }
  }

  @Test("of all eight cases is undone in JPEG files", arguments: ImageOrientation.allCases)
  func jpegFiles(orientation: ImageOrientation) throws {
    let stored = PixelGrid.numbered(width: 9, height: 4, channels: 3)
    for bigEndian in [false, true] {
      let file = try Self.jpeg(stored, exif: Self.exif(UInt16(orientation.rawValue), bigEndian: bigEndian))
      let asStored = try ImageFile.load(bytes: file, orientation: .asStored)
      let turned = try ImageFile.load(bytes: file)
      #expect(turned.size == (orientation.swapsAxes ? ImageSize(width: 4, height: 9) : ImageSize(width: 9, height: 4)))
      #expect(rgbBytes(turned) == rgbBytes(try asStored.turnedUpright(from: orientation)))
    }
  }

  @Test(
    "is undone in WebP files", .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"),
    arguments: ImageOrientation.allCases)
  func webpFiles(orientation: ImageOrientation) throws {
    let url = try #require(TestFiles.corpus).appendingPathComponent("images/fmt_lossless.webp")
    let plain = [UInt8](try Data(contentsOf: url))
    let asStored = try ImageFile.load(bytes: plain)
    let width = asStored.size.width - 1
    let height = asStored.size.height - 1
    for prefix in ["", "Exif\0\0"] {
      let exif = Array(prefix.utf8) + Self.exif(UInt16(orientation.rawValue), bigEndian: false)
      // The extended container: flags (EXIF present), sizes minus one in 24 bits, then pixels, then metadata.
      var body = Array("WEBPVP8X".utf8) + [10, 0, 0, 0, 0x08, 0, 0, 0]
      for value in [width, height] { body += [UInt8(value & 255), UInt8(value >> 8 & 255), UInt8(value >> 16)] }
      body += plain[12...]
      body += Array("EXIF".utf8) + [UInt8(exif.count), 0, 0, 0] + exif
      if exif.count % 2 == 1 { body.append(0) }
      let length = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * $0)) }
      let turned = try ImageFile.load(bytes: Array("RIFF".utf8) + length + body)
      #expect(rgbBytes(turned) == rgbBytes(try asStored.turnedUpright(from: orientation)))
    }
  }

  @Test("that makes no sense is ignored", arguments: [0, 9, 255, 65535] as [UInt16])
  func unknownValues(value: UInt16) throws {
    let grid = PixelGrid.numbered(width: 5, height: 3, channels: 3)
    let image = try ImageFile.load(bytes: Self.png(grid, exif: Self.exif(value, bigEndian: true)))
    #expect(rgbBytes(image) == Array(grid.pixels.joined()))
  }

  @Test("in broken EXIF data is ignored and never traps")
  func brokenExif() throws {
    let grid = PixelGrid.numbered(width: 5, height: 3, channels: 3)
    let seed: UInt64 = 0x6578_6966
    var generator = SeededGenerator(seed: seed)
    let whole = Self.exif(6, bigEndian: false)
    for length in 0..<whole.count {
      let image = try ImageFile.load(bytes: Self.png(grid, exif: Array(whole[..<length])))
      // The last bytes are the link to a next directory and the unused half of the value.
      if length < whole.count - 6 { #expect(rgbBytes(image) == Array(grid.pixels.joined()), "cut at \(length)") }
    }
    for round in 0..<2000 {
      var damaged = Self.exif(6, bigEndian: round % 2 == 0)
      for _ in 0...(round % 5) {
        damaged[Int.random(in: 0..<damaged.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      let image = try ImageFile.load(bytes: Self.png(grid, exif: damaged))
      #expect(image.size.width * image.size.height == 15, "seed \(seed), round \(round)")
    }
  }

  @Test("is undone in memory for every pixel format, size and row padding", arguments: ImageOrientation.allCases)
  func inMemory(orientation: ImageOrientation) throws {
    // Sides around the copying block of 64 pixels.
    for (width, height) in [(1, 1), (1, 7), (6, 1), (5, 3), (63, 65), (64, 64), (130, 66)] {
      for format in [PixelFormat.rgb8, .rgba8, .bgra8, .gray8] {
        let upright = PixelGrid.numbered(width: width, height: height, channels: format.bytesPerPixel)
        for padding in [0, 13] {
          let turned = try upright.stored(as: orientation).image(format, padding: padding).turnedUpright(from: orientation)
          #expect(turned.format == format)
          #expect(turned.size == ImageSize(width: width, height: height))
          let rows = turned.withPixelView { view in
            (0..<height).flatMap { y in
              Array(UnsafeBufferPointer(start: view.base + y * view.bytesPerRow, count: width * format.bytesPerPixel))
            }
          }
          #expect(rows == Array(upright.pixels.joined()), "\(format) \(width)×\(height), padding \(padding)")
        }
      }
    }
  }

  @Test("is undone for NV12 by way of RGB", arguments: ImageOrientation.allCases)
  func nv12(orientation: ImageOrientation) throws {
    let image = try Image(width: 6, height: 4, format: .nv12FullRange, bytes: noise(6 * 4 + 6 * 2, seed: 91))
    let turned = try image.turnedUpright(from: orientation)
    guard orientation != .up else { return #expect(turned.format == .nv12FullRange) }
    #expect(rgbBytes(turned) == rgbBytes(try image.convertedToRGB().turnedUpright(from: orientation)))
  }
}
