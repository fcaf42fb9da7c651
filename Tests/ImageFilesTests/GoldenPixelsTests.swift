import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// What the reference results say about one picture as it was fed in.
struct GoldenPixels: Hashable, CustomTestStringConvertible {
  /// File name in the corpus.
  let name: String
  let orientation: ImageFile.OrientationPolicy
  let width: Int
  let height: Int
  let rgbSHA256: String

  var testDescription: String { orientation == .fromFile ? "\(name), turned upright" : name }

  private struct File: Decodable {
    struct Picture: Decodable {
      let width: Int
      let height: Int
      let rgbSHA256: String

      enum CodingKeys: String, CodingKey {
        case width, height
        case rgbSHA256 = "rgb_sha256"
      }
    }
    let image: Picture
  }

  /// Every different statement in the results of all tasks; empty if there is no corpus.
  static let all: [GoldenPixels] = {
    guard let corpus = TestFiles.corpus else { return [] }
    let goldens = corpus.appendingPathComponent("goldens")
    var found: Set<GoldenPixels> = []
    for task in (try? FileManager.default.contentsOfDirectory(atPath: goldens.path)) ?? [] where !task.hasPrefix("_") {
      let folder = goldens.appendingPathComponent(task)
      for file in (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [] where !file.hasPrefix("clip_") {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent(file)),
          let golden = try? JSONDecoder().decode(File.self, from: data)
        else {
          Issue.record("\(task)/\(file) is not readable")
          continue
        }
        var name = String(file.dropLast(".json".count))
        let turned = name.hasSuffix(".exif_applied")
        if turned { name.removeLast(".exif_applied".count) }
        found.insert(
          GoldenPixels(
            name: name, orientation: turned ? .fromFile : .asStored, width: golden.image.width, height: golden.image.height,
            rgbSHA256: golden.image.rgbSHA256))
      }
    }
    return found.sorted { ($0.name, $0.rgbSHA256) < ($1.name, $1.rgbSHA256) }
  }()
}

@Suite("Decoded pixels", .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"))
struct GoldenPixelsTests {
  let corpus: URL

  init() throws { corpus = try #require(TestFiles.corpus) }

  @Test("are those of the reference results, bit for bit", arguments: GoldenPixels.all)
  func equalReference(golden: GoldenPixels) throws {
    let path = corpus.appendingPathComponent("images/\(golden.name)").path
    let image = try ImageFile.load(path: path, orientation: golden.orientation)
    #expect(image.format == .rgb8)
    #expect(image.size == ImageSize(width: golden.width, height: golden.height))
    #expect(rgbDigest(image) == golden.rgbSHA256)
  }

  @Test("are compared for every readable picture of the corpus")
  func everyPictureIsCovered() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.appendingPathComponent("images").path)
    let readable = Set(names.filter { !$0.hasPrefix("bad_") })
    #expect(readable.count > 90)
    #expect(Set(GoldenPixels.all.map(\.name)) == readable)
    #expect(GoldenPixels.all.contains { $0.orientation == .fromFile })
  }

  @Test("of every format equal the PNG that another decoder made of it")
  func formatsEqualDecodedPNG() throws {
    let decoded = corpus.appendingPathComponent("decoded")
    let names = try FileManager.default.contentsOfDirectory(atPath: decoded.path).sorted()
    #expect(!names.isEmpty)
    for name in names {
      let original = corpus.appendingPathComponent("images/\(name.dropLast(".png".count))").path
      let expected = try ImageFile.load(path: decoded.appendingPathComponent(name).path)
      let actual = try ImageFile.load(path: original, orientation: .asStored)
      #expect(actual.size == expected.size, "\(name)")
      #expect(rgbBytes(actual) == rgbBytes(expected), "\(name)")
    }
  }

  private struct Clip: Decodable {
    struct Frame: Decodable {
      let file: String
      let rgbSHA256: String

      enum CodingKeys: String, CodingKey {
        case file
        case rgbSHA256 = "rgb_sha256"
      }
    }
    let frames: [Frame]
  }

  @Test("of every clip's frames are those that its list names", arguments: ["dance", "hand", "heads_two"])
  func clipFramesEqualList(name: String) throws {
    let folder = corpus.appendingPathComponent("clips/\(name)")
    let clip = try JSONDecoder().decode(Clip.self, from: Data(contentsOf: folder.appendingPathComponent("clip.json")))
    #expect(!clip.frames.isEmpty)
    for frame in clip.frames {
      let image = try ImageFile.load(path: folder.appendingPathComponent("frames/\(frame.file)").path)
      #expect(rgbDigest(image) == frame.rgbSHA256, "\(name) \(frame.file)")
    }
  }

  @Test(
    "The digest itself is SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
    ])
  func digestIsSHA256(text: String, digest: String) {
    #expect(SHA256.hexDigest(Array(text.utf8)) == digest)
  }
}
