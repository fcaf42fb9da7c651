import Films
import Foundation
import Landmarks
import Overlay
import TestSupport
import Testing
import VisionBase

/// What the whole costs beside its parts. Only on request, on a machine that does nothing else:
/// `TIME_FILMS=1 swift test -c release --filter FilmTimingTests`.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["TIME_FILMS"] == "1" && TestFiles.models != nil && TestFiles.corpus != nil,
    "measures; on request with TIME_FILMS=1"))
struct FilmTimingTests {
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    try body()
    return (clock.now - start) / .seconds(1)
  }

  /// Decoding, looking, and drawing and encoding, each for itself with everything it needs in memory, against the program
  /// that does all of it. Best of three.
  @Test func theWholeCostsWhatItsPartsCost() throws {
    let scratch = try ScratchFolder()
    let path = try #require(TestFiles.corpus).appendingPathComponent("clips/hand/source.mp4").path
    let model = try #require(TestFiles.models).appendingPathComponent("hand_landmarker.task").path
    var best = (decode: Double.infinity, look: Double.infinity, encode: Double.infinity, whole: Double.infinity)
    for _ in 0..<3 {
      var images: [Image] = []
      var times: [FilmFrame] = []
      let reader = try FilmReader(path: path)
      let decode = try seconds {
        while let frame = try reader.next() {
          images.append(try reader.image())
          times.append(frame)
        }
      }
      var results: [HandLandmarkerResult] = []
      let look = try seconds {
        let task = try HandLandmarker(model: .path(model), options: HandLandmarkerOptions())
        for (image, frame) in zip(images, times) {
          let time = frame.timestampInMilliseconds
          results.append(try #require(try task.detect(videoFrame: image, timestampInMilliseconds: time)))
        }
      }
      let encode = try seconds {
        let options = FilmWriter.Options(
          size: reader.info.size, timeBase: reader.info.timeBase, frameRate: reader.info.frameRate)
        let writer = try FilmWriter(path: scratch.path("parts.mp4"), options: options)
        let pairs = HandConnections.all.map { (start: $0.start, end: $0.end) }
        for ((image, frame), result) in zip(zip(images, times), results) {
          let subjects = result.landmarks.map { hand in
            OverlaySubject(points: hand.map(\.point), connections: [OverlayConnections(pairs: pairs)])
          }
          let drawn = try LandmarkOverlay.draw(on: image, subjects: subjects, style: .hand)
          try writer.add(drawn, time: frame.time - reader.info.start, duration: frame.duration)
        }
        try writer.finish()
      }
      let whole = try seconds {
        let run = try ProgramRunner().run(
          ["hand", path, "--model", model, "--annotate", scratch.path("whole.mp4"), "-o", scratch.path("whole.jsonl")])
        #expect(run.status == 0)
      }
      best = (min(best.decode, decode), min(best.look, look), min(best.encode, encode), min(best.whole, whole))
    }
    let sum = best.decode + best.look + best.encode
    print("decode \(best.decode) s, look \(best.look) s, draw and encode \(best.encode) s: \(sum) s; whole \(best.whole) s")
    #expect(best.whole < sum * 1.15)
  }
}
