import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

@Suite("Damaged pictures", .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"))
struct DamagedPicturesTests {
  static let formatFiles: [String] = {
    guard let images = TestFiles.corpus?.appendingPathComponent("images") else { return [] }
    return ((try? FileManager.default.contentsOfDirectory(atPath: images.path)) ?? []).filter { $0.hasPrefix("fmt_") }.sorted()
  }()

  private func path(_ name: String) throws -> String {
    try #require(TestFiles.corpus).appendingPathComponent("images/\(name)").path
  }

  private func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name)))) }

  @Test(
    "are answered with a code and a sentence",
    arguments: [
      ("bad_crc.png", LandmarkError.Code.invalidImage), ("bad_empty.jpg", .invalidImage), ("bad_header_only.jpg", .invalidImage),
      ("bad_huge_header.png", .unsupportedImage), ("bad_text.jpg", .invalidImage), ("bad_truncated.jpg", .invalidImage),
      ("bad_truncated.png", .invalidImage),
    ])
  func badPictures(name: String, code: LandmarkError.Code) throws {
    let path = try path(name)
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(path: path) }
    #expect(error.code == code, "\(error)")
    #expect(error.message.hasPrefix(path))
    #expect(error.remedy?.isEmpty == false)
  }

  @Test("of the corpus all throw")
  func everyBadPicture() throws {
    let list = try #require(TestFiles.corpus).appendingPathComponent("goldens/_invalid.json")
    let names = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: list)).keys
    #expect(names.count >= 7)
    for name in names { #expect(throws: LandmarkError.self, "\(name)") { try ImageFile.load(path: path(name)) } }
  }

  @Test("that end early throw wherever they were cut", arguments: formatFiles)
  func truncations(name: String) throws {
    let whole = try bytes(name)
    var generator = SeededGenerator(seed: 0x7275_6E63)
    var lengths = (0..<64).map { _ in Int.random(in: 0..<whole.count, using: &generator) }
    lengths += Array(0..<20) + (1...20).map { whole.count - $0 }
    for length in lengths {
      let error = #expect(throws: LandmarkError.self, "\(name) cut at \(length) of \(whole.count)") {
        try ImageFile.load(bytes: Array(whole[..<length]), pixelLimit: 1 << 20)
      }
      // Below the length of the header a signature may be taken for another kind of file.
      if length >= 64 { #expect(error?.code == .invalidImage, "\(name) cut at \(length): \(error?.description ?? "")") }
    }
  }

  @Test("with flipped bytes throw a typed error or load, and never trap", arguments: formatFiles)
  func byteFlips(name: String) throws {
    let whole = try bytes(name)
    let seed: UInt64 = 0x666C_6970
    var generator = SeededGenerator(seed: seed)
    var thrown = 0
    for round in 0..<200 {
      var damaged = whole
      // Half of the rounds hit the header, where sizes and types stand.
      let reach = round % 2 == 0 ? min(700, damaged.count) : damaged.count
      for _ in 0...(round % 4) {
        damaged[Int.random(in: 0..<reach, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      do {
        let image = try ImageFile.load(bytes: damaged, pixelLimit: 1 << 20)
        #expect(image.format == .rgb8)
      } catch {
        thrown += 1
        #expect([.invalidImage, .unsupportedImage].contains(error.code), "\(name), seed \(seed), round \(round): \(error)")
        #expect(!error.message.isEmpty)
      }
    }
    #expect(thrown > 0)
  }

  @Test(
    "with the entropy data broken off in the middle are refused, not shown as grey",
    arguments: ["fmt_444_q95.jpg", "fmt_progressive.jpg", "fmt_restart.jpg"])
  func corruptEntropyData(name: String) throws {
    var damaged = try bytes(name)
    // A marker in the middle of the scan ends the data there.
    damaged.replaceSubrange(damaged.count / 2..<damaged.count / 2 + 4, with: [0xFF, 0xC4, 0xFF, 0xFF])
    let error = #expect(throws: LandmarkError.self) { try ImageFile.load(bytes: damaged) }
    #expect(error?.code == .invalidImage)
  }

  @Test("JPEG files with stray bytes before a marker are whole")
  func extraneousBytes() throws {
    let whole = try bytes("fmt_444_q95.jpg")
    // After the first segment (APP0): its length stands behind its marker.
    let end = 4 + Int(whole[4]) << 8 + Int(whole[5])
    var padded = whole
    padded.insert(contentsOf: [0x00, 0x12, 0x34], at: end)
    #expect(rgbBytes(try ImageFile.load(bytes: padded)) == rgbBytes(try ImageFile.load(bytes: whole)))
  }

  @Test("are told apart from pictures above the pixel limit", arguments: formatFiles)
  func pixelLimit(name: String) throws {
    let path = try path(name)
    let size = try ImageFile.load(path: path).size
    let pixels = size.width * size.height
    #expect(try ImageFile.load(path: path, pixelLimit: pixels).size == size)
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(path: path, pixelLimit: pixels - 1) }
    #expect(error.code == .unsupportedImage)
    #expect(error.message.contains("\(pixels - 1)"))
    #expect(throws: LandmarkError.self) { try ImageFile.load(path: path, pixelLimit: 0) }
  }
}

@Suite("Files that are no pictures")
struct ForeignFilesTests {
  @Test(
    "are named if their kind is known",
    arguments: [
      ("GIF89a-and-more", "GIF"), ("%PDF-1.7 and more", "PDF"), ("\0\0\0\u{18}ftypheic and more", "HEIC"),
      ("\0\0\0\u{18}ftypavif and more", "AVIF"), ("II*\0 and more", "TIFF"),
    ])
  func namedKinds(text: String, kind: String) throws {
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(bytes: Array(text.utf8)) }
    #expect(error.code == .unsupportedImage)
    #expect(error.message.contains(kind))
  }

  @Test("are refused when missing, a folder, or not readable as a picture")
  func missingFiles() throws {
    for path in ["/nonexistent/picture.png", NSTemporaryDirectory(), ""] {
      let error = try #require(throws: LandmarkError.self) { try ImageFile.load(path: path) }
      #expect(error.code == .fileNotFound, "\(path): \(error)")
    }
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(path: "/dev/null") }
    #expect(error.code == .invalidImage)
  }

  @Test("that never end are given up on", .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero"), "needs /dev/zero"))
  func endlessFile() throws {
    let error = try #require(throws: LandmarkError.self) { try ImageFile.load(path: "/dev/zero", pixelLimit: 100) }
    #expect(error.code == .unsupportedImage)
  }
}
