import CFilms
import Films
import Foundation
import TestSupport
import Testing
import VisionBase

/// What films may do to their reader.
@Suite struct ReadingTests {
  @Test func startIsFoundExactly() throws {
    let scratch = try Scratch()
    // Keyframes are rare: decoding must begin before the start and pass over what lies between.
    let path = try WritingTests.film(scratch, times: (0..<300).map { $0 * 40 })
    for start in [1, 40, 41, 3999, 11_960] {
      let reader = try FilmReader(path: path)
      try reader.skip(toMilliseconds: start)
      let frame = try #require(try reader.next())
      #expect(frame.index == 0 && frame.timestampInMilliseconds == (start + 39) / 40 * 40)
      #expect(try corners(reader.image()) == "rgbw")
      let (rest, errors) = readAll(reader)
      #expect(errors.isEmpty && rest.count == 300 - (start + 39) / 40 - 1)
    }
    let reader = try FilmReader(path: path)
    try reader.skip(toMilliseconds: 60_000)
    #expect(try reader.next() == nil)
  }

  /// The same pixels as without the jump.
  @Test(.enabled(if: hasCorpus, needsCorpus)) func framesBehindAStartAreThoseOfTheWholeFilm() throws {
    let whole = try FilmReader(path: clipPath("hand"))
    let part = try FilmReader(path: clipPath("hand"))
    try part.skip(toMilliseconds: 4000)
    while let frame = try whole.next() {
      guard frame.timestampInMilliseconds >= 4000 else { continue }
      let other = try #require(try part.next())
      #expect(other.timestampInMilliseconds == frame.timestampInMilliseconds)
      let (a, b) = (try whole.image(), try part.image())
      let same = a.withPixelView { a in b.withPixelView { b in memcmp(a.base, b.base, a.size.height * a.bytesPerRow) == 0 } }
      #expect(same, "at \(frame.timestampInMilliseconds) ms")
    }
    #expect(try part.next() == nil)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus)) func nv12HasTheSamePictureAsRGB() throws {
    let reader = try FilmReader(path: clipPath("hand"))
    _ = try reader.next()
    let nv12 = try reader.image(.nv12)
    #expect(nv12.format == .nv12VideoRange)
    let (a, b) = (try nv12.convertedToRGB(), try reader.image())
    var worst = 0
    var sum = 0
    a.withPixelView { a in
      b.withPixelView { b in
        for y in 0..<a.size.height {
          for x in 0..<a.size.width * 3 {
            let gap = abs(Int(a.base[y * a.bytesPerRow + x]) - Int(b.base[y * b.bytesPerRow + x]))
            worst = max(worst, gap)
            sum += gap
          }
        }
      }
    }
    let mean = Double(sum) / Double(640 * 360 * 3)
    print("NV12 by this package and RGB by FFmpeg: worst level \(worst), mean \(mean)")
    #expect(worst <= 3 && mean < 1.5)
    // Of another matrix than BT.601: as RGB, rather than with wrong colours.
    let dance = try FilmReader(path: clipPath("dance"))
    _ = try dance.next()
    #expect(try dance.image(.nv12).format == .rgb8)
  }

  @Test func whatIsNoFilmIsNamed() throws {
    let scratch = try Scratch()
    func code(_ name: String, _ bytes: Data?) throws -> LandmarkError.Code? {
      if let bytes { try bytes.write(to: URL(fileURLWithPath: scratch.path(name))) }
      do { _ = try FilmReader(path: scratch.path(name)) } catch { return error.code }
      return nil
    }
    #expect(try code("missing.mp4", nil) == .fileNotFound)
    #expect(try code("empty.mp4", Data()) == .invalidFilm)
    #expect(try code("noise.mp4", Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 197 &+ $0 >> 3) })) == .invalidFilm)
    // A list that names other files is never followed.
    #expect(
      try code(
        "list.m3u8",
        Data(
          "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:1\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n"
            .utf8)) == .unsupportedFilm
    )
    #expect(try code("list.txt", Data("ffconcat version 1.0\nfile /etc/passwd\n".utf8)) == .unsupportedFilm)
    // Sound alone.
    let sound = try WritingTests.wave(scratch, seconds: 1)
    #expect { _ = try FilmReader(path: sound) } throws: { ($0 as? LandmarkError)?.code == .unsupportedFilm }
    #expect { _ = try FilmReader(path: scratch.url.path) } throws: { ($0 as? LandmarkError)?.code == .fileNotFound }
    #expect { _ = try FilmReader(path: sound, pixelLimit: 0) } throws: { ($0 as? LandmarkError)?.code == .invalidArgument }
  }

  @Test func framesAboveTheLimitAreRefused() throws {
    let scratch = try Scratch()
    let path = try WritingTests.film(scratch, times: [0, 40])
    #expect { _ = try FilmReader(path: path, pixelLimit: 96 * 64 - 1) } throws: {
      ($0 as? LandmarkError)?.code == .unsupportedFilm
    }
    #expect(try FilmReader(path: path, pixelLimit: 96 * 64).next() != nil)
  }

  /// Cut at any place, a film is refused as a whole or gives its frames and then says that more were promised.
  @Test(arguments: ["film.mp4", "film.mkv", "film.avi", "film.mov"])
  func aFilmThatEndsEarlyIsSaidToBe(_ name: String) throws {
    let scratch = try Scratch()
    let path = try WritingTests.film(scratch, name, times: (0..<100).map { $0 * 40 })
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    let all = readAll(try FilmReader(path: path))
    #expect(all.frames.count == 100 && all.errors.isEmpty, "\(all.errors)")
    for share in [0.01, 0.1, 0.3, 0.5, 0.7, 0.9] {
      let cut = scratch.path("cut-\(name)")
      try whole.prefix(Int(Double(whole.count) * share)).write(to: URL(fileURLWithPath: cut))
      do {
        let (frames, errors) = readAll(try FilmReader(path: cut))
        #expect(frames.count == 100 || errors.contains { $0.code == .invalidFilm }, "\(share): \(frames.count) frames, no error")
      } catch {
        #expect(error.code == .invalidFilm || error.code == .unsupportedFilm, "\(error)")
      }
    }
  }

  /// A film whose head stands in front, as those of cameras and of the web.
  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["hand", "dance", "heads_two"])
  func aClipThatEndsEarlyIsSaidToBe(_ name: String) throws {
    let scratch = try Scratch()
    let source = try clipPath(name)
    let whole = try Data(contentsOf: URL(fileURLWithPath: source))
    for share in [0.2, 0.5, 0.8, 0.97] {
      let cut = scratch.path("cut.\(URL(fileURLWithPath: source).pathExtension)")
      try whole.prefix(Int(Double(whole.count) * share)).write(to: URL(fileURLWithPath: cut))
      do {
        let (frames, errors) = readAll(try FilmReader(path: cut))
        print("\(name) cut at \(share): \(frames.count) frames, \(errors.map(\.message))")
        #expect(errors.contains { $0.code == .invalidFilm } || frames.contains(where: \.isDamaged), "\(share)")
      } catch {
        print("\(name) cut at \(share): \(error)")
        #expect(error.code == .invalidFilm)
      }
    }
  }

  /// Wherever bytes are changed, reading ends, and without a trap.
  @Test(arguments: ["film.mp4", "film.mkv", "film.avi", "film.webm"])
  func changedBytesNeverTrap(_ name: String) throws {
    let scratch = try Scratch()
    let path = try WritingTests.film(scratch, name, times: (0..<30).map { $0 * 40 })
    let whole = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    let seed: UInt64 = 20_261_130
    var random = SeededGenerator(seed: seed)
    var (refused, damaged, unharmed) = (0, 0, 0)
    for round in 0..<60 {
      var bytes = whole
      for _ in 0...Int.random(in: 0..<12, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let changed = scratch.path("changed-\(name)")
      try Data(bytes).write(to: URL(fileURLWithPath: changed))
      do {
        let reader = try FilmReader(path: changed, pixelLimit: 1 << 22)
        var (met, hasEnded) = (false, false)
        for _ in 0..<2000 {
          do {
            guard let frame = try reader.next() else {
              hasEnded = true
              break
            }
            met = met || frame.isDamaged
            _ = try reader.image(round.isMultiple(of: 2) ? .rgb : .nv12)
          } catch { met = true }
        }
        #expect(hasEnded, "seed \(seed), round \(round): reading goes on for ever")
        if met { damaged += 1 } else { unharmed += 1 }
      } catch { refused += 1 }
    }
    print("\(name), seed \(seed): \(refused) refused, \(damaged) with damage, \(unharmed) without")
  }

  @Test func namesOfAnyKindAreFiles() throws {
    let scratch = try Scratch()
    for name in ["http: a%20b.mp4", "pipe:0.mp4", "映画 ü.mp4", "-.mp4"] {
      let path = try WritingTests.film(scratch, name, times: [0, 40])
      #expect(readAll(try FilmReader(path: path)).frames.count == 2)
    }
  }

  @Test func clockFillsInWhatIsMissing() {
    var clock = FilmClock(timeBase: FilmRatio(1, 1000), frameRate: FilmRatio(25, 1), start: 100)
    #expect(clock.next(time: nil, duration: 0) == (100, true))
    #expect(clock.next(time: nil, duration: 0) == (140, true))
    #expect(clock.next(time: 150, duration: 7) == (150, false))
    #expect(clock.next(time: nil, duration: 0) == (157, true))
    #expect(clock.next(time: .min, duration: .max) == (197, true))
    #expect(clock.next(time: .max, duration: 0) == (237, true))
    #expect(clock.next(time: 12, duration: 0) == (12, false))
    #expect(clock.milliseconds(237) == 137 && clock.time(milliseconds: 137) == 237)
    #expect(clock.milliseconds(.max) == 9_000_000_000_000_000 || clock.milliseconds(.max) > 1 << 50)
  }

  @Test func selectionTakesWhatIsAskedFor() {
    func taken(_ selection: FrameSelection, _ times: [Int]) -> [Int] {
      var selector = FrameSelector(selection)
      var taken: [Int] = []
      for (index, time) in times.enumerated() {
        switch selector.judge(index: index, timestampInMilliseconds: time) {
        case .take: taken.append(time)
        case .pass: continue
        case .stop: return taken
        }
      }
      return taken
    }
    let at25 = (0..<50).map { $0 * 40 }
    #expect(taken(FrameSelection(), at25) == at25)
    #expect(taken(FrameSelection(every: 3), at25) == stride(from: 0, to: 2000, by: 120).map { $0 })
    #expect(taken(FrameSelection(endInMilliseconds: 400), at25) == (0..<10).map { $0 * 40 })
    #expect(taken(FrameSelection(maximumRate: 5), at25) == stride(from: 0, to: 2000, by: 200).map { $0 })
    #expect(taken(FrameSelection(maximumRate: 25), at25) == at25)
    #expect(taken(FrameSelection(maximumRate: 10), at25).count == 20)
    let at30 = (0..<90).map { Int((Double($0) * 1000 / 30).rounded()) }
    #expect(taken(FrameSelection(maximumRate: 30), at30) == at30)
    #expect(taken(FrameSelection(maximumRate: 24), at30).count == 72)
  }

  @Test func displayMatrixOfOddFiles() {
    #expect(DisplayMatrix(a: 0, b: 0, c: 0, d: 0).orientation == .up)
    #expect(DisplayMatrix(a: .min, b: .min, c: .min, d: .min).orientation == .down)
    // Turned by 80 degrees: nearest to a quarter.
    #expect(DisplayMatrix(a: 11380, b: 64540, c: -64540, d: 11380).orientation == .right)
    for orientation in ImageOrientation.allCases { #expect(DisplayMatrix(orientation).orientation == orientation) }
  }

  @Test func filmsAreToldFromPictures() throws {
    let scratch = try Scratch()
    for name in ["a.mp4", "a.mkv", "a.avi", "a.webm", "a.mov"] {
      let path = try WritingTests.film(scratch, name, times: (0..<5).map { $0 * 40 })
      let head = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)).prefix(FilmKind.headBytes))
      #expect(FilmKind.isFilm(head) && FilmKind.isFilmName(path), "\(name)")
    }
    #expect(!FilmKind.isFilm([]) && !FilmKind.isFilm([0xFF, 0xD8, 0xFF, 0xE0]))
    #expect(!FilmKind.isFilm(Array("#EXTM3U\n#EXT-X-VERSION:3\n".utf8)))
    #expect(FilmKind.isFilmName("x/ü.MP4") && !FilmKind.isFilmName("mp4") && !FilmKind.isFilmName("a.jpg"))
  }
}
