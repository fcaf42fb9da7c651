import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

@Suite("Writing pictures")
final class WriteTests {
  /// A fresh folder for each test, removed with it.
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UInt64.random(in: 0...UInt64.max))")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }
  private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }

  private func noiseImage(width: Int, height: Int, seed: UInt64) throws -> Image {
    try Image(width: width, height: height, format: .rgb8, bytes: noise(width * height * 3, seed: seed))
  }

  /// Slow waves in all channels: what a photo's compression keeps.
  private func smooth(width: Int, height: Int) throws -> Image {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 {
          let phase = Double(x + 2 * y * channel) / 17 + Double(channel)
          bytes.append(UInt8(128 + 100 * sin(phase)))
        }
      }
    }
    return try Image(width: width, height: height, format: .rgb8, bytes: bytes)
  }

  @Test("a grey picture becomes a grey PNG, whatever its row stride")
  func greyPNG() throws {
    let samples = noise(13 * 9, seed: 5)
    let image = try Image(width: 11, height: 9, format: .gray8, bytesPerRow: 13, bytes: samples)
    let bytes = try ImageFile.encode(image, format: .png)
    // Bit depth and colour type in the header: 8 bits, grey. Source: PNG specification, 11.2.2 IHDR.
    #expect(Array(bytes[24..<26]) == [8, 0])
    let expected = (0..<9).flatMap { y in (0..<11).flatMap { x in [UInt8](repeating: samples[y * 13 + x], count: 3) } }
    #expect(rgbBytes(try ImageFile.load(bytes: bytes)) == expected)
  }

  @Test("as PNG reads back bit for bit", arguments: [(1, 1), (7, 3), (640, 480), (1, 300), (70_000, 2)])
  func pngRoundTrip(width: Int, height: Int) throws {
    let image = try noiseImage(width: width, height: height, seed: 21)
    try ImageFile.write(image, path: path("a.png"), format: .png)
    let back = try ImageFile.load(path: path("a.png"))
    #expect(back.size == image.size)
    #expect(rgbBytes(back) == rgbBytes(image))
    #expect(try names() == ["a.png"])
  }

  @Test("as JPEG reads back within its quality, in all channels", arguments: [(100, 2.0), (92, 4.0), (50, 16.0)])
  func jpegRoundTrip(quality: Int, worst: Double) throws {
    let image = try smooth(width: 129, height: 67)
    try ImageFile.write(image, path: path("a.jpg"), format: .jpeg(quality: quality))
    let back = try ImageFile.load(path: path("a.jpg"))
    #expect(back.size == image.size)
    let differences = zip(rgbBytes(back), rgbBytes(image)).map { abs(Double($0) - Double($1)) }
    let largest = try #require(differences.max())
    let mean = differences.reduce(0, +) / Double(differences.count)
    #expect(mean <= worst / 2, "mean \(mean), largest \(largest)")
    #expect(largest <= worst * 3, "mean \(mean), largest \(largest)")
  }

  @Test("keeps thin coloured lines in JPEG: chroma is not halved")
  func jpegKeepsChroma() throws {
    // Columns of pure red and blue, one pixel wide: halved chroma would mix them to violet.
    let bytes: [UInt8] = (0..<16 * 16).flatMap { index -> [UInt8] in index % 2 == 0 ? [255, 0, 0] : [0, 0, 255] }
    let image = try Image(width: 16, height: 16, format: .rgb8, bytes: bytes)
    let back = rgbBytes(try ImageFile.load(bytes: ImageFile.encode(image, format: .jpeg(quality: 100))))
    #expect(zip(back, bytes).allSatisfy { abs(Int($0) - Int($1)) <= 16 })
  }

  @Test("converts other pixel formats first")
  func otherFormats() throws {
    let bgra = try Image(width: 1, height: 2, format: .bgra8, bytesPerRow: 9, bytes: [3, 2, 1, 0, 9, 9, 9, 9, 9, 6, 5, 4, 0])
    #expect(rgbBytes(try ImageFile.load(bytes: ImageFile.encode(bgra, format: .png))) == [1, 2, 3, 4, 5, 6])
  }

  @Test("replaces an existing file whole and leaves nothing else behind")
  func replacesWhole() throws {
    let first = try noiseImage(width: 40, height: 40, seed: 22)
    let second = try noiseImage(width: 8, height: 8, seed: 23)
    try ImageFile.write(first, path: path("a.png"), format: .png)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path("a.png"))
    // A reader that opened the old file still sees all of it.
    let reader = try #require(FileHandle(forReadingAtPath: path("a.png")))
    try ImageFile.write(second, path: path("a.png"), format: .png)
    #expect(rgbBytes(try ImageFile.load(bytes: [UInt8](reader.readToEnd() ?? Data()))) == rgbBytes(first))
    #expect(rgbBytes(try ImageFile.load(path: path("a.png"))) == rgbBytes(second))
    #expect(try names() == ["a.png"])
    let mode = try FileManager.default.attributesOfItem(atPath: path("a.png"))[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o640)
  }

  @Test("that fails leaves the old file and no temporary one")
  func failureLeavesOldFile() throws {
    let image = try noiseImage(width: 8, height: 8, seed: 24)
    try ImageFile.write(image, path: path("a.jpg"), format: .png)
    // JPEG cannot hold this width; the file of before must stand.
    let wide = try noiseImage(width: 65_501, height: 1, seed: 25)
    let error = try #require(throws: LandmarkError.self) {
      try ImageFile.write(wide, path: path("a.jpg"), format: .jpeg(quality: 90))
    }
    #expect(error.code == .outputFailed)
    #expect(rgbBytes(try ImageFile.load(path: path("a.jpg"))) == rgbBytes(image))
    #expect(try names() == ["a.jpg"])
  }

  @Test("into a missing folder or over a folder says so")
  func badTargets() throws {
    let image = try noiseImage(width: 2, height: 2, seed: 26)
    for target in [path("missing/a.png"), folder.path] {
      let error = try #require(throws: LandmarkError.self) { try ImageFile.write(image, path: target, format: .png) }
      #expect(error.code == .outputFailed)
      #expect(error.message.contains(target))
    }
    #expect(try names().isEmpty)
  }

  @Test("to a link replaces what it points to, and a device stays one")
  func linksAndDevices() throws {
    let image = try noiseImage(width: 4, height: 4, seed: 27)
    try ImageFile.write(try noiseImage(width: 2, height: 2, seed: 28), path: path("real.png"), format: .png)
    try FileManager.default.createSymbolicLink(atPath: path("link.png"), withDestinationPath: "real.png")
    try ImageFile.write(image, path: path("link.png"), format: .png)
    #expect(rgbBytes(try ImageFile.load(path: path("real.png"))) == rgbBytes(image))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link.png")) == "real.png")
    try FileManager.default.createSymbolicLink(atPath: path("null.png"), withDestinationPath: "/dev/null")
    try ImageFile.write(image, path: path("null.png"), format: .png)
    #expect(try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type] as? FileAttributeType == .typeCharacterSpecial)
    #expect(try names() == ["link.png", "null.png", "real.png"])
  }

  @Test("refuses qualities outside 1…100", arguments: [0, 101, -5, Int.max])
  func badQuality(quality: Int) throws {
    let image = try noiseImage(width: 2, height: 2, seed: 29)
    let error = try #require(throws: LandmarkError.self) { try ImageFile.encode(image, format: .jpeg(quality: quality)) }
    #expect(error.code == .invalidArgument)
  }

  @Test("chooses the format by the name's ending")
  func formatByName() throws {
    #expect(try ImageFile.Format(path: "a.PNG") == .png)
    #expect(try ImageFile.Format(path: "x.y/a.b.jpg") == .jpeg(quality: ImageFile.Format.defaultJPEGQuality))
    #expect(try ImageFile.Format(path: "a.JPeG", jpegQuality: 70) == .jpeg(quality: 70))
    for path in ["a", "a.gif", "png", "x.png/a", "", "a.png/"] {
      let error = try #require(throws: LandmarkError.self) { try ImageFile.Format(path: path) }
      #expect(error.code == .invalidArgument)
    }
  }
}
