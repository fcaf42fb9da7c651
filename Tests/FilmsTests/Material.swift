import Films
import Foundation
import TestSupport
import Testing
import VisionBase

let hasCorpus = TestFiles.models != nil && TestFiles.corpus != nil
let needsCorpus: Comment = "needs Models/ and ../shared/corpus"

/// The source film of a clip of the corpus.
func clipPath(_ name: String) throws -> String {
  let file = ["hand": "source.mp4", "dance": "source.mov", "heads_two": "source.gif"][name] ?? ""
  return try #require(TestFiles.corpus).appendingPathComponent("clips/\(name)/\(file)").path
}

/// A folder that is gone after the test.
final class Scratch: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("films-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() } }
}

/// A picture whose four quarters have colours of their own: top left red, top right green, bottom left blue, bottom right
/// white; `shade` darkens all by a little, so that frames differ.
func quarters(width: Int, height: Int, shade: Int = 0) throws -> Image {
  var bytes = [UInt8](repeating: 0, count: width * height * 3)
  let level = UInt8(clamping: 230 - shade)
  for y in 0..<height {
    for x in 0..<width {
      let place = (y * width + x) * 3
      switch (x < width / 2, y < height / 2) {
      case (true, true): bytes[place] = level
      case (false, true): bytes[place + 1] = level
      case (true, false): bytes[place + 2] = level
      case (false, false): for channel in 0..<3 { bytes[place + channel] = level }
      }
    }
  }
  return try Image(width: width, height: height, format: .rgb8, bytes: bytes)
}

/// The colours of the middle of the four quarters of a picture, as one letter each: r, g, b, w, from top left row by row.
func corners(_ image: Image) throws -> String {
  let rgb = try image.convertedToRGB()
  let size = rgb.size
  return rgb.withPixelView { view in
    var text = ""
    for (x, y) in [(1, 1), (3, 1), (1, 3), (3, 3)] {
      let pixel = view.base + (size.height * y / 4) * view.bytesPerRow + (size.width * x / 4) * 3
      let isOn = (0..<3).map { pixel[$0] > 128 }
      text += isOn == [true, true, true] ? "w" : isOn[0] ? "r" : isOn[1] ? "g" : isOn[2] ? "b" : "k"
    }
    return text
  }
}

/// Reads a film to its end: frames, and the errors met on the way.
func readAll(_ reader: FilmReader, limit: Int = 100_000) -> (frames: [FilmFrame], errors: [LandmarkError]) {
  var frames: [FilmFrame] = []
  var errors: [LandmarkError] = []
  while frames.count + errors.count < limit {
    do throws(LandmarkError) {
      guard let frame = try reader.next() else { break }
      frames.append(frame)
    } catch {
      errors.append(error)
    }
  }
  return (frames, errors)
}
