import Films
import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

/// The corpus clips' source films against what the original saw and answered.
@Suite struct ReferenceFilmTests {
  /// The pixels of each frame, and its time, are those that the original was given.
  @Test(
    .enabled(if: hasCorpus, needsCorpus),
    arguments: [("hand", "hand_landmarker"), ("dance", "pose_landmarker_full")])
  func framesHaveTheBytesOfTheReference(_ clip: String, _ task: String) throws {
    let file = try #require(TestFiles.corpus).appendingPathComponent("goldens/\(task)/clip_\(clip).native.json")
    let goldens = try JSONValue(contentsOf: file).at("frames").elements
    let reader = try FilmReader(path: clipPath(clip))
    for (index, golden) in goldens.enumerated() {
      let frame = try #require(try reader.next())
      #expect(frame.index == index)
      #expect(frame.timestampInMilliseconds == (try golden.at("timestamp_ms").int))
      #expect(!frame.isDamaged && !frame.isTimeGuessed)
      let image = try reader.image()
      let size = image.size
      let bytes = image.withPixelView { view in
        (0..<size.height).flatMap { Array(UnsafeBufferPointer(start: view.base + $0 * view.bytesPerRow, count: size.width * 3)) }
      }
      #expect(SHA256.hexDigest(bytes) == (try golden.at("rgb_sha256").text), "frame \(index)")
    }
  }
}
