import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// Writes the smallest JPEG files: one 8×8 block of even grey, entropy data by hand.
struct JPEGBuilder {
  /// 0xC0 baseline, 0xC2 progressive, others as the standard numbers them.
  var frameMarker: UInt8 = 0xC0
  var precision: UInt8 = 8
  var components = 1
  /// Spectral band and bit positions of every scan.
  var scans: [(start: UInt8, end: UInt8, high: UInt8, low: UInt8)] = [(0, 63, 0, 0)]

  func file() -> [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segment(0xDB, [0] + [UInt8](repeating: 1, count: 64))
    var frame: [UInt8] = [precision, 0, 8, 0, 8, UInt8(components)]
    for id in 1...components { frame += [UInt8(id), 0x11, 0] }
    bytes += segment(frameMarker, frame)
    // Both tables: the single code "0" for symbol 0, "no difference" (DC) and "end of block" (AC).
    for table in [0x00, 0x10] as [UInt8] { bytes += segment(0xC4, [table, 1] + [UInt8](repeating: 0, count: 15) + [0]) }
    for scan in scans {
      var header = [UInt8(components)]
      for id in 1...components { header += [UInt8(id), 0] }
      bytes += segment(0xDA, header + [scan.start, scan.end, scan.high << 4 | scan.low])
      // A baseline block is "00", a progressive scan of the block "0"; ones fill up the byte.
      bytes.append(frameMarker == 0xC2 ? 0x7F : 0x3F)
    }
    return bytes + [0xFF, 0xD9]
  }

  /// A DC scan, then for `bands` coefficients one first scan and 13 refinements each.
  static func progressive(bands: Int) -> JPEGBuilder {
    var builder = JPEGBuilder(frameMarker: 0xC2, scans: [(0, 0, 0, 0)])
    for band in 1...UInt8(bands) {
      builder.scans.append((band, band, 0, 13))
      for low in (0..<13).reversed() { builder.scans.append((band, band, UInt8(low + 1), UInt8(low))) }
    }
    return builder
  }

  private func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + payload
  }
}

@Suite("JPEG files")
struct JPEGVariantsTests {
  private static let evenGray = [UInt8](repeating: 128, count: 8 * 8 * 3)

  @Test("built by hand decode to the grey they hold")
  func handMade() throws {
    #expect(rgbBytes(try ImageFile.load(bytes: JPEGBuilder().file())) == Self.evenGray)
    #expect(rgbBytes(try ImageFile.load(bytes: JPEGBuilder.progressive(bands: 3).file())) == Self.evenGray)
  }

  @Test("may have many scans, but not without end")
  func scanLimit() throws {
    let many = JPEGBuilder.progressive(bands: 35)
    #expect(many.scans.count == 491)
    #expect(rgbBytes(try ImageFile.load(bytes: many.file())) == Self.evenGray)
    let endless = JPEGBuilder.progressive(bands: 60)
    #expect(endless.scans.count == 841)
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: endless.file()) }
    #expect(error.code == .unsupportedImage)
    #expect(error.message.contains("scans"))
  }

  @Test(
    "of kinds that cannot be read say so",
    arguments: [
      JPEGBuilder(precision: 12), JPEGBuilder(frameMarker: 0xC3), JPEGBuilder(frameMarker: 0xC5), JPEGBuilder(components: 2),
    ])
  func unsupported(builder: JPEGBuilder) throws {
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: builder.file()) }
    #expect(error.code == .unsupportedImage, "\(error)")
    #expect(error.remedy != nil)
  }

  @Test("with scans that contradict each other are damaged")
  func contradictingScans() throws {
    // The second scan refines a bit that no scan before has brought near.
    let builder = JPEGBuilder(frameMarker: 0xC2, scans: [(0, 0, 0, 0), (1, 5, 3, 2)])
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: builder.file()) }
    #expect(error.code == .invalidImage)
  }

  @Test("without their end marker have ended early")
  func missingEnd() throws {
    let file = JPEGBuilder().file()
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: Array(file.dropLast(2))) }
    #expect(error.code == .invalidImage)
  }

  // Digests of what Pillow 13.0.0 (libjpeg-turbo 3.2.0) makes of the same changed bytes, converted to RGB.
  @Test(
    "with four channels convert as the reference decoder does, as CMYK and as YCCK, with and without Adobe's segment",
    .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"),
    arguments: [
      (FourChannels.asStored, "3132e30e2a5ee5f585b87d0c481d2a5b668caef4d137cc60eb138a36e7e2ed65"),
      (.markedYCCK, "39a33b580c608a867e333803b1be1c178fcd70afa68e3cd450f3a64c91b526eb"),
      (.withoutAdobe, "3132e30e2a5ee5f585b87d0c481d2a5b668caef4d137cc60eb138a36e7e2ed65"),
    ])
  func fourChannels(kind: FourChannels, digest: String) throws {
    let url = try #require(TestFiles.corpus).appendingPathComponent("images/fmt_cmyk.jpg")
    var bytes = [UInt8](try Data(contentsOf: url))
    // The segment follows the start marker: marker, length 14, "Adobe", version, flags, colour transform.
    try #require(Array(bytes[2..<11]) == [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8))
    switch kind {
    case .asStored: break
    case .markedYCCK: bytes[17] = 2
    case .withoutAdobe: bytes.removeSubrange(2..<18)
    }
    #expect(rgbDigest(try ImageFile.load(bytes: bytes)) == digest)
  }

  enum FourChannels: Sendable { case asStored, markedYCCK, withoutAdobe }
}
