import Films
import Foundation
import TestSupport
import Testing
import VisionBase

/// Films written here and read back.
@Suite struct WritingTests {
  /// Writes quarters of colour at the given times and answers the path.
  static func film(
    _ scratch: Scratch, _ name: String = "film.mp4", times: [Int64], size: ImageSize = ImageSize(width: 96, height: 64),
    timeBase: FilmRatio = FilmRatio(1, 1000), orientation: ImageOrientation = .up, sound: FilmWriter.Sound? = nil,
    encoder: String? = nil
  ) throws -> String {
    let path = scratch.path(name)
    let writer = try FilmWriter(
      path: path,
      options: FilmWriter.Options(
        size: size, timeBase: timeBase, frameRate: FilmRatio(25, 1), orientation: orientation, encoder: encoder, sound: sound))
    for (index, time) in times.enumerated() {
      try writer.add(quarters(width: size.width, height: size.height, shade: index % 50), time: time)
    }
    try writer.finish()
    return path
  }

  @Test(arguments: ["mp4", "mov", "mkv", "avi", "webm"])
  func whatIsWrittenIsReadBack(_ ending: String) throws {
    let scratch = try Scratch()
    let path = try Self.film(scratch, "film.\(ending)", times: (0..<12).map { $0 * 40 }, timeBase: FilmRatio(1, 1000))
    let reader = try FilmReader(path: path)
    #expect(reader.info.size == ImageSize(width: 96, height: 64) && !reader.info.hasSound)
    var times: [Int] = []
    while let frame = try reader.next() {
      times.append(frame.timestampInMilliseconds)
      #expect(try corners(reader.image()) == "rgbw")
    }
    #expect(times == (0..<12).map { $0 * 40 })
    #expect(try scratch.names == ["film.\(ending)"])
  }

  @Test(arguments: ["libx264", "mpeg4", "mjpeg"])
  func everyEncoderGivesTheColoursBack(_ encoder: String) throws {
    let scratch = try Scratch()
    let path = try Self.film(scratch, "film.mov", times: [0, 1, 2], timeBase: FilmRatio(1001, 30000), encoder: encoder)
    let reader = try FilmReader(path: path)
    while try reader.next() != nil {
      let image = try reader.image()
      #expect(try corners(image) == "rgbw")
      // The levels, too: 230 in the middle of the white quarter, give or take what coding costs.
      let level = image.withPixelView { Int($0.base[48 * $0.bytesPerRow + 72 * 3]) }
      #expect(abs(level - 229) < 8, "\(encoder) gives \(level)")
    }
  }

  @Test func oddSidesAreDoubledNotScaled() throws {
    let scratch = try Scratch()
    let path = try Self.film(scratch, times: [0, 40], size: ImageSize(width: 95, height: 63))
    let reader = try FilmReader(path: path)
    #expect(reader.info.size == ImageSize(width: 96, height: 64))
    _ = try reader.next()
    #expect(try corners(reader.image()) == "rgbw")
  }

  @Test func framesOfVaryingDistanceKeepTheirTimes() throws {
    let scratch = try Scratch()
    let times: [Int64] = [0, 10, 15, 400, 401, 2000, 2033]
    let reader = try FilmReader(path: Self.film(scratch, times: times))
    let (frames, errors) = readAll(reader)
    #expect(errors.isEmpty && frames.map(\.timestampInMilliseconds) == times.map { Int($0) })
    #expect(frames.allSatisfy { !$0.isTimeGuessed && !$0.isDamaged })
  }

  /// With units of 1/1200 s some frames fall onto the same millisecond.
  @Test func closeFramesComeWithEqualMilliseconds() throws {
    let scratch = try Scratch()
    let reader = try FilmReader(path: Self.film(scratch, times: Array(0..<12), timeBase: FilmRatio(1, 1200)))
    let (frames, errors) = readAll(reader)
    #expect(errors.isEmpty && frames.count == 12)
    #expect(frames.map(\.timestampInMilliseconds) == [0, 1, 2, 3, 3, 4, 5, 6, 7, 8, 8, 9])
    #expect(zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test(arguments: ImageOrientation.allCases)
  func sideDataTurnsTheFilmUpright(_ orientation: ImageOrientation) throws {
    let scratch = try Scratch()
    let path = try Self.film(scratch, "film.mov", times: [0, 40], orientation: orientation)
    let reader = try FilmReader(path: path)
    #expect(reader.info.orientation == orientation)
    _ = try reader.next()
    let upright = try reader.image().turnedUpright(from: orientation)
    let expected = try quarters(width: 96, height: 64).turnedUpright(from: orientation)
    #expect(upright.size == expected.size)
    #expect(try corners(upright) == corners(expected))
  }

  @Test func timesMustGrow() throws {
    let scratch = try Scratch()
    let options = FilmWriter.Options(size: ImageSize(width: 64, height: 64), timeBase: FilmRatio(1, 25))
    let writer = try FilmWriter(path: scratch.path("a.mp4"), options: options)
    let image = try quarters(width: 64, height: 64)
    try writer.add(image, time: 5)
    #expect { try writer.add(image, time: 5) } throws: { ($0 as? LandmarkError)?.code == .outputFailed }
    try writer.add(image, time: 6)
    try writer.finish()
    #expect { try writer.add(image, time: 7) } throws: { ($0 as? LandmarkError)?.code == .closed }
    #expect { try writer.finish() } throws: { ($0 as? LandmarkError)?.code == .closed }
  }

  @Test func anUnfinishedFilmLeavesNothingAndTheOldOneStands() throws {
    let scratch = try Scratch()
    let path = scratch.path("a.mp4")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    do {
      let writer = try FilmWriter(
        path: path, options: FilmWriter.Options(size: ImageSize(width: 64, height: 64), timeBase: FilmRatio(1, 25)))
      try writer.add(quarters(width: 64, height: 64), time: 0)
      #expect(try scratch.names.count == 2)
    }
    #expect(try scratch.names == ["a.mp4"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("old".utf8))
  }

  @Test func wrongOptionsAreNamed() throws {
    let scratch = try Scratch()
    let size = ImageSize(width: 64, height: 64)
    let good = FilmWriter.Options(size: size, timeBase: FilmRatio(1, 25))
    func code(_ name: String, _ edit: (inout FilmWriter.Options) -> Void) -> LandmarkError.Code? {
      var options = good
      edit(&options)
      do { _ = try FilmWriter(path: scratch.path(name), options: options) } catch { return error.code }
      return nil
    }
    #expect(code("a.mp4") { $0.size.width = 0 } == .invalidArgument)
    #expect(code("a.mp4") { $0.size.height = 100_000 } == .invalidArgument)
    #expect(code("a.mp4") { $0.timeBase = FilmRatio(0, 1) } == .invalidArgument)
    #expect(code("a.mp4") { $0.threads = 99 } == .invalidArgument)
    #expect(code("a.mp4") { $0.encoder = "no_such_encoder" } == .unsupportedFilm)
    #expect(code("a.txt") { _ in } == .unsupportedFilm)
    #expect(code("no/folder/a.mp4") { _ in } == .outputFailed)
    #expect(code("a.mp4") { $0.sound = FilmWriter.Sound(path: "/no/such/film.mp4") } == .fileNotFound)
    #expect(try scratch.names.isEmpty)
  }

  // MARK: Sound

  /// A WAV of silence with a short ramp, 8 kHz, 16 bits, one channel.
  static func wave(_ scratch: Scratch, seconds: Int) throws -> String {
    let samples = 8000 * seconds
    var bytes = Data("RIFF".utf8)
    func append(_ value: Int, _ count: Int) {
      for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    append(36 + samples * 2, 4)
    bytes.append(contentsOf: "WAVEfmt ".utf8)
    append(16, 4)
    append(1, 2)
    append(1, 2)
    append(8000, 4)
    append(16000, 4)
    append(2, 2)
    append(16, 2)
    bytes.append(contentsOf: "data".utf8)
    append(samples * 2, 4)
    for sample in 0..<samples { append(sample % 1000, 2) }
    let path = scratch.path("sound.wav")
    try bytes.write(to: URL(fileURLWithPath: path))
    return path
  }

  @Test func soundIsCopiedWhereTheContainerTakesIt() throws {
    let scratch = try Scratch()
    let sound = try Self.wave(scratch, seconds: 4)
    let times = (0..<50).map { Int64($0 * 40) }
    let kept = try Self.film(scratch, "kept.mov", times: times, sound: FilmWriter.Sound(path: sound, start: 1, end: 3))
    #expect(try FilmReader(path: kept).info.hasSound)
    let lengthOfKept = try Data(contentsOf: URL(fileURLWithPath: kept)).count
    // Two seconds of it: 32000 bytes.
    let silent = try Self.film(scratch, "silent.mov", times: times)
    let lengthOfSilent = try Data(contentsOf: URL(fileURLWithPath: silent)).count
    #expect(abs(lengthOfKept - lengthOfSilent - 32000) < 6000)
    // And once more from that film.
    let again = try Self.film(scratch, "again.mkv", times: times, sound: FilmWriter.Sound(path: kept))
    #expect(try FilmReader(path: again).info.hasSound)

    let writer = try FilmWriter(
      path: scratch.path("left.webm"),
      options: FilmWriter.Options(
        size: ImageSize(width: 64, height: 64), timeBase: FilmRatio(1, 25), sound: FilmWriter.Sound(path: sound)))
    #expect(writer.soundTracks == 0 && writer.soundLeftOut == "pcm_s16le")
  }
}
