import TestSupport
import Testing
import VisionBase

@Suite("Conversion to RGB")
struct ConversionTests {
  /// Widths around the eight pixels that are converted at a time.
  private static let sizes = [(1, 1), (2, 2), (3, 1), (1, 5), (7, 5), (8, 3), (9, 2), (10, 3), (16, 9), (17, 3), (33, 4)]

  /// The formula of BT.601 in floating point for one pixel, not rounded.
  private static func exact(_ format: PixelFormat, y: UInt8, cb: UInt8, cr: UInt8) -> [Double] {
    let video = format == .nv12VideoRange
    let luma = video ? (Double(y) - 16) * 255 / 219 : Double(y)
    let scale = video ? 255.0 / 224 : 1
    let u = (Double(cb) - 128) * scale
    let v = (Double(cr) - 128) * scale
    return [luma + 1.402 * v, luma - (0.114 * 1.772 * u + 0.299 * 1.402 * v) / 0.587, luma + 1.772 * u]
  }

  @Test(
    "of NV12 follows BT.601 to the nearest level for every luma and chroma",
    arguments: [PixelFormat.nv12VideoRange, .nv12FullRange])
  func nv12MatchesFormula(format: PixelFormat) throws {
    var worst = 0.0
    // One row pair per chroma pair: all 256 luma values against a grid of chroma.
    for cb in stride(from: 0, through: 255, by: 5).map({ UInt8($0) }) {
      for cr in stride(from: 0, through: 255, by: 5).map({ UInt8($0) }) {
        let luma = (0...255).map { UInt8($0) }
        let chroma = (0..<128).flatMap { _ in [cb, cr] }
        let rgb = rgbBytes(try Image(width: 256, height: 1, format: format, bytes: luma + chroma).convertedToRGB())
        for y in luma {
          for (channel, value) in Self.exact(format, y: y, cb: cb, cr: cr).enumerated() {
            worst = max(worst, abs(Double(rgb[3 * Int(y) + channel]) - min(max(value, 0), 255)))
          }
        }
      }
    }
    // Half a level of rounding, and the coefficients' own rounding: 128 · 2 / 131072 + 240 / 131072 at most.
    #expect(worst <= 0.5 + 0.004, "worst difference \(worst) levels")
  }

  @Test("of NV12 gives black, white and grey without a tint")
  func nv12Grays() throws {
    let video = try Image(width: 2, height: 2, format: .nv12VideoRange, bytes: [16, 235, 0, 255, 128, 128]).convertedToRGB()
    #expect(rgbBytes(video) == [0, 0, 0, 255, 255, 255, 0, 0, 0, 255, 255, 255])
    let full = try Image(width: 2, height: 2, format: .nv12FullRange, bytes: [0, 255, 16, 235, 128, 128]).convertedToRGB()
    #expect(rgbBytes(full) == [0, 0, 0, 255, 255, 255, 16, 16, 16, 235, 235, 235])
  }

  @Test("picks the colours out of four-byte pixels and repeats grey")
  func simpleFormats() throws {
    #expect(
      rgbBytes(try Image(width: 2, height: 1, format: .rgba8, bytes: [1, 2, 3, 0, 4, 5, 6, 255]).convertedToRGB()) == [
        1, 2, 3, 4, 5, 6,
      ])
    #expect(
      rgbBytes(try Image(width: 2, height: 1, format: .bgra8, bytes: [3, 2, 1, 0, 6, 5, 4, 255]).convertedToRGB()) == [
        1, 2, 3, 4, 5, 6,
      ])
    #expect(
      rgbBytes(try Image(width: 2, height: 1, format: .gray8, bytes: [9, 200]).convertedToRGB()) == [9, 9, 9, 200, 200, 200])
  }

  @Test("does not depend on row padding and never reads behind the last pixel", arguments: PixelFormat.allCases)
  func paddedStrideEqualsPackedStride(format: PixelFormat) throws {
    let seed: UInt64 = 0x7061_6464
    var generator = SeededGenerator(seed: seed)
    for (width, height) in Self.sizes {
      let rowBytes = width * format.bytesPerPixel
      let luma = (0..<height).map { _ in (0..<rowBytes).map { _ in UInt8.random(in: 0...255, using: &generator) } }
      let chromaRows = format.hasChromaPlane ? (height + 1) / 2 : 0
      let chromaRowBytes = (width + 1) / 2 * 2
      let chroma = (0..<chromaRows).map { _ in (0..<chromaRowBytes).map { _ in UInt8.random(in: 0...255, using: &generator) } }
      let packed = try Image(
        width: width, height: height, format: format, bytes: Array(luma.joined()) + Array(chroma.joined())
      ).convertedToRGB()
      for (padding, chromaPadding) in [(0, 0), (1, 0), (5, 3), (64, 17)] {
        var bytes: [UInt8] = []
        for (y, row) in luma.enumerated() {
          bytes += row
          // NV12 keeps whole luma rows; all other planes end with their last pixel.
          if format.hasChromaPlane || y < height - 1 {
            bytes += (0..<padding).map { _ in UInt8.random(in: 0...255, using: &generator) }
          }
        }
        for (y, row) in chroma.enumerated() {
          bytes += row
          if y < chromaRows - 1 { bytes += (0..<chromaPadding).map { _ in UInt8.random(in: 0...255, using: &generator) } }
        }
        let padded = try Image(
          width: width, height: height, format: format, bytesPerRow: rowBytes + padding,
          chromaBytesPerRow: format.hasChromaPlane ? chromaRowBytes + chromaPadding : nil, bytes: bytes)
        let converted = try padded.convertedToRGB()
        #expect(converted.size == padded.size)
        #expect(converted.bytesPerRow == width * 3)
        #expect(rgbBytes(converted) == rgbBytes(packed), "\(format) \(width)×\(height) +\(padding), seed \(seed)")
      }
    }
  }

  @Test("reads only its own bytes: converted from exactly sized memory", arguments: PixelFormat.allCases)
  func exactMemory(format: PixelFormat) throws {
    // The address sanitizer reports any read outside these allocations.
    for (width, height) in Self.sizes {
      let stride = width * format.bytesPerPixel + 3
      let count = stride * (height - 1) + width * format.bytesPerPixel
      let chromaStride = (width + 1) / 2 * 2 + 1
      let chromaCount = chromaStride * ((height + 1) / 2 - 1) + (width + 1) / 2 * 2
      let plane = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      let chroma = UnsafeMutablePointer<UInt8>.allocate(capacity: chromaCount)
      let target = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3)
      defer {
        plane.deallocate()
        chroma.deallocate()
        target.deallocate()
      }
      plane.initialize(repeating: 77, count: count)
      chroma.initialize(repeating: 128, count: chromaCount)
      target.initialize(repeating: 0, count: width * height * 3)
      let view = PixelView(
        size: ImageSize(width: width, height: height), format: format, base: plane, bytesPerRow: stride,
        chromaBase: format.hasChromaPlane ? UnsafePointer(chroma) : nil, chromaBytesPerRow: chromaStride)
      view.writeRGB(to: target)
      let level: UInt8 = format == .nv12VideoRange ? 71 : 77  // (77 − 16) · 255 / 219 = 71.03
      #expect((0..<width * height * 3).allSatisfy { target[$0] == level }, "\(format) \(width)×\(height)")
    }
  }

  @Test(
    "of a full HD frame takes milliseconds", .enabled(if: isOptimized, "needs a release build"),
    arguments: [PixelFormat.nv12VideoRange, .bgra8])
  func fullHDIsFast(format: PixelFormat) throws {
    let count = 1920 * 1080 * format.bytesPerPixel + (format.hasChromaPlane ? 1920 * 540 : 0)
    let image = try Image(
      width: 1920, height: 1080, format: format, bytes: (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let clock = ContinuousClock()
    var best = Duration.seconds(60)
    for _ in 0..<7 { best = min(best, try clock.measure { _ = try image.convertedToRGB() }) }
    print("1920×1080 \(format.rawValue) to RGB: best of 7 \(best)")
    // 5 ms for NV12 and 1.2 ms for BGRA on one core; the bound leaves room for a busy machine and catches a lost order of magnitude.
    #expect(best < .milliseconds(50))
  }
}

/// Whether the code under test was compiled with optimisation.
private let isOptimized: Bool = {
  #if DEBUG
    false
  #else
    true
  #endif
}()
