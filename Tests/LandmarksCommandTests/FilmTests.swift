import Films
import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// Films and cameras on the command line.
@Suite(.enabled(if: TestFiles.models != nil && TestFiles.corpus != nil, "needs Models/ and ../shared/corpus"))
struct FilmTests {
  let scratch: ScratchFolder
  let runner: ProgramRunner
  let hand: String

  init() throws {
    scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
    self.runner = runner
    hand = try #require(TestFiles.corpus).appendingPathComponent("clips/hand/source.mp4").path
  }

  /// A film that shows one picture, stored as `orientation` says; with the encoder `png` without any loss.
  private func film(
    _ name: String, showing image: Image, times: [Int64], timeBase: FilmRatio = FilmRatio(1, 1000),
    orientation: ImageOrientation = .up, encoder: String? = nil
  ) throws -> String {
    let writer = try FilmWriter(
      path: scratch.path(name),
      options: FilmWriter.Options(
        size: image.size, timeBase: timeBase, frameRate: FilmRatio(25, 1), orientation: orientation, encoder: encoder))
    for time in times { try writer.add(image, time: time) }
    try writer.finish()
    return name
  }

  private func picture(_ name: String) throws -> Image {
    try ImageFile.load(path: try #require(TestFiles.corpus).appendingPathComponent("images/\(name)").path)
  }

  private func points(_ object: [String: Any]) -> [(x: Double, y: Double)] {
    ((object["landmarks"] as? [[[String: Double]]])?.first ?? []).map { ($0["x"] ?? .nan, $0["y"] ?? .nan) }
  }

  @Test func everyFrameIsAnsweredWithItsTime() throws {
    let run = try runner.run(["hand", hand])
    #expect(run.status == 0 && run.standardError == "")
    let objects = try run.objects()
    #expect(objects.count == 202)
    for (index, object) in objects.enumerated() {
      #expect(object["source"] as? String == hand && object["frame"] as? Int == index)
      #expect(object["timestampInMilliseconds"] as? Int == index * 40)
      #expect(object["width"] as? Int == 640 && object["height"] as? Int == 360)
    }
    // One hand all the way: it is followed.
    #expect(objects.allSatisfy { $0["trackIDs"] as? [Int] == [1] })
  }

  @Test func aPartWithoutFramesIsAFailure() throws {
    let run = try runner.run(["hand", hand, "--start", "100"])
    #expect(run.status == 1 && run.standardError.contains("No frame lies between --start and --end. The film is 8."))
    #expect(try run.objects().count == 1)
  }

  #if os(Linux)
    @Test func withoutFFmpegTheStatusSaysSo() throws {
      // A library of that name that is none hides the right one.
      for major in 50...70 { try Data("none".utf8).write(to: scratch.url.appendingPathComponent("libavutil.so.\(major)")) }
      var without = runner
      without.environment["LD_LIBRARY_PATH"] = scratch.url.path
      for options in [[], ["--annotate", "x.mp4"]] {
        let run = try without.run(["hand", hand] + options)
        #expect(run.status == 3 && run.standardError.contains("Films need FFmpeg"), "\(run.standardError)")
        #expect(run.standardError.contains("Install FFmpeg"))
      }
      #expect(try without.run(["hand", try scratch.picture("a.bmp")]).status == 0)
    }
  #endif

  @Test func partsAreChosenByTimeNumberAndRate() throws {
    func times(_ options: [String]) throws -> [Int] {
      let run = try runner.run(["hand", hand] + options)
      #expect(run.status == 0 && run.standardError == "", "\(run.standardError)")
      return try run.objects().compactMap { $0["timestampInMilliseconds"] as? Int }
    }
    #expect(try times(["--start", "0:07.5"]) == Array(stride(from: 7520, through: 8040, by: 40)))
    #expect(try times(["--start", "1", "--end", "00:00:01.2"]) == [1000, 1040, 1080, 1120, 1160])
    #expect(try times(["--end", "1", "--every", "10"]) == [0, 400, 800])
    #expect(try times(["--end", "2", "--max-fps", "2.5"]) == [0, 400, 800, 1200, 1600])
    // Single pictures: nobody is followed, the times stay.
    let alone = try runner.run(["hand", hand, "--end", "0.1", "--mode", "image"]).objects()
    #expect(alone.map { $0["timestampInMilliseconds"] as? Int } == [0, 40, 80])
    #expect(alone.allSatisfy { ($0["trackIDs"] as? [Int])?.isEmpty == true })
    // Numbers count from the start on.
    #expect(try runner.run(["hand", hand, "--start", "8"]).objects().map { $0["frame"] as? Int } == [0, 1])
    for wrong in [
      ["--start", "x"], ["--start", "1:75"], ["--end", "-1"], ["--start", "2", "--end", "2"], ["--max-fps", "0"],
    ] {
      #expect(try runner.run(["hand", hand] + wrong).status == 2, "\(wrong)")
    }
  }

  @Test func theAnnotatedFilmHasTheFramesAndTheLandmarksInPlace() throws {
    let run = try runner.run(["hand", hand, "--end", "2", "--annotate", "out.mp4", "--overlay", "ids,labels,scores"])
    #expect(run.status == 0 && run.standardError == "")
    #expect(try scratch.names == ["out.mp4"])
    let objects = try run.objects()
    let reader = try FilmReader(path: scratch.path("out.mp4"))
    #expect(reader.info.size == ImageSize(width: 640, height: 360) && reader.info.codec == "h264")
    var hits = 0
    for object in objects {
      let frame = try #require(try reader.next())
      #expect(frame.timestampInMilliseconds == object["timestampInMilliseconds"] as? Int)
      hits += try redPoints(reader.image(), points(object))
    }
    #expect(try reader.next() == nil)
    // 21 dots a frame; some lie under others.
    #expect(Double(hits) > 0.8 * Double(objects.count * 21), "\(hits) of \(objects.count * 21)")
  }

  /// How many of the points have the red of a dot, as far as the film's halved chroma lets it through.
  private func redPoints(_ image: Image, _ points: [(x: Double, y: Double)]) throws -> Int {
    let size = image.size
    return image.withPixelView { view in
      points.filter { point in
        let x = min(max(Int(point.x * Double(size.width)), 0), size.width - 1)
        let y = min(max(Int(point.y * Double(size.height)), 0), size.height - 1)
        let pixel = view.base + y * view.bytesPerRow + x * 3
        return Int(pixel[0]) - max(Int(pixel[1]) - 40, Int(pixel[2])) > 60
      }.count
    }
  }

  /// A telephone held upright stores its film lying down and says so.
  @Test(arguments: [ImageOrientation.right, .down, .left, .upMirrored])
  func aFilmTurnedBySideDataComesOutUpright(_ orientation: ImageOrientation) throws {
    let upright = try picture("hand_hagrid_call_2.jpg")
    // Stored so that turning by the side data makes it upright: turned back.
    let back: ImageOrientation = [.right: .left, .left: .right][orientation] ?? orientation
    let stored = try upright.turnedUpright(from: back)
    let times = (0..<5).map { Int64($0 * 40) }
    _ = try film("turned.mov", showing: stored, times: times, orientation: orientation, encoder: "png")
    _ = try film("plain.mov", showing: upright, times: times, encoder: "png")
    let turned = try runner.run(["hand", "turned.mov", "--annotate", "turned-out.mp4"])
    let plain = try runner.run(["hand", "plain.mov"])
    #expect(turned.status == 0 && plain.status == 0 && turned.standardError == "")
    let reader = try FilmReader(path: scratch.path("turned-out.mp4"))
    #expect(reader.info.orientation == .up)
    var worst = 0.0
    for (a, b) in zip(try turned.objects(), try plain.objects()) {
      #expect(a["width"] as? Int == b["width"] as? Int && a["height"] as? Int == b["height"] as? Int)
      #expect(a["width"] as? Int == upright.size.width)
      let (pa, pb) = (points(a), points(b))
      #expect(pa.count == 21 && pb.count == 21)
      for (p, q) in zip(pa, pb) { worst = max(worst, abs(p.x - q.x), abs(p.y - q.y)) }
      _ = try #require(try reader.next())
      let image = try reader.image()
      #expect(abs(image.size.width - upright.size.width) <= 1 && abs(image.size.height - upright.size.height) <= 1)
      #expect(try redPoints(image, pa) >= 17)
    }
    // Nothing was lost on the way, so that the turned pixels are the upright ones.
    #expect(worst == 0)
    // As stored, the landmarks refer to the lying picture.
    let asStored = try runner.run(["hand", "turned.mov", "--ignore-exif", "--end", "0.01"]).objects()
    #expect(asStored[0]["width"] as? Int == stored.size.width)
  }

  @Test func soundIsKept() throws {
    let dance = try #require(TestFiles.corpus).appendingPathComponent("clips/dance/source.mov").path
    let hasSound = try FilmReader(path: dance).info.hasSound
    let run = try runner.run(["pose", dance, "--end", "0.3", "--annotate", "out.mp4", "--overlay", "depth"])
    #expect(run.status == 0 && run.standardError == "", "\(run.standardError)")
    #expect(try FilmReader(path: scratch.path("out.mp4")).info.hasSound == hasSound)
  }

  @Test func framesOfOneMillisecondAreDroppedOpenly() throws {
    _ = try film(
      "fast.mp4", showing: picture("hand_hagrid_call_2.jpg"), times: Array(0..<8), timeBase: FilmRatio(1, 1200))
    let objects = try runner.run(["hand", "fast.mp4"]).objects()
    #expect(objects.map { $0["dropped"] as? Bool ?? false } == [false, false, false, false, true, false, false, false])
    #expect(objects.map { $0["frame"] as? Int } == Array(0..<8))
    // Strict, as with lists, on request.
    let strict = try runner.run(["hand", "fast.mp4", "--timestamps", "strict"])
    #expect(strict.status == 1)
    let errors = try strict.objects().compactMap { $0["error"] as? [String: Any] }
    #expect(errors.map { $0["code"] as? String } == ["timestampNotIncreasing"])
    #expect(try runner.run(["hand", "fast.mp4", "--timestamps", "adjust"]).objects().allSatisfy { $0["dropped"] == nil })
  }

  @Test func damageIsAnErrorInItsPlaceAndTheRestGoesOn() throws {
    let whole = try Data(contentsOf: URL(fileURLWithPath: hand))
    try whole.prefix(whole.count / 2).write(to: scratch.url.appendingPathComponent("half.mp4"))
    try Data("no film at all".utf8).write(to: scratch.url.appendingPathComponent("text.mp4"))
    let run = try runner.run(["hand", "half.mp4", "missing.mkv", "text.mp4", hand, "--max-fps", "2"])
    #expect(run.status == 1)
    let objects = try run.objects()
    func errors(_ source: String) -> [String] {
      objects.filter { $0["source"] as? String == source }
        .compactMap { ($0["error"] as? [String: Any])?["code"] as? String }
    }
    #expect(!errors("half.mp4").isEmpty && Set(errors("half.mp4")) == ["invalidFilm"])
    #expect(objects.filter { $0["source"] as? String == "half.mp4" && $0["error"] == nil }.count >= 6)
    #expect(errors("missing.mkv") == ["fileNotFound"] && errors("text.mp4") == ["invalidFilm"])
    #expect(objects.filter { $0["source"] as? String == hand }.count == 17 && errors(hand).isEmpty)
    #expect(run.standardError.contains("ends early"))
  }

  @Test func anInterruptionLeavesOnlyWholeFiles() throws {
    let process = runner.makeProcess(["hand", hand, hand, hand, "--annotate", "out/", "-o", "out.jsonl"])
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    // Until the first film is being written.
    var isWriting = false
    for _ in 0..<600 where !isWriting {
      Thread.sleep(forTimeInterval: 0.05)
      let names = (try? FileManager.default.contentsOfDirectory(atPath: scratch.path("out"))) ?? []
      isWriting = !names.isEmpty
    }
    #expect(isWriting)
    process.terminate()
    process.waitUntilExit()
    for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")) {
      #expect(!name.hasPrefix("."), "\(name)")
      #expect(try FilmReader(path: scratch.path("out/\(name)")).next() != nil)
    }
    #expect(!(try scratch.names.contains("out.jsonl")))
  }

  @Test func namesOfAnnotatedFilmsMustFit() throws {
    let picture = try scratch.picture("a.bmp")
    #expect(try runner.run(["hand", hand, "--annotate", "out.png"]).status == 2)
    #expect(try runner.run(["hand", hand, "--annotate", "out.xyz"]).status == 2)
    #expect(try runner.run(["hand", picture, "--annotate", "out.mp4"]).status == 2)
    #expect(try runner.run(["hand", hand, picture, "--annotate", "out.mp4"]).status == 2)
    #expect(try runner.run(["hand", hand, "--overlay", "ids,colour"]).status == 2)
    // A folder takes both, each under its own name.
    let run = try runner.run(["hand", hand, picture, "--end", "0.1", "--annotate", "drawn/"])
    #expect(run.status == 0, "\(run.standardError)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("drawn")).sorted() == ["a.png", "source.mp4"])
  }

  @Test func aMachineWithoutFontsDrawsNoTextAndSaysSo() throws {
    var runner = runner
    try Data("<?xml version=\"1.0\"?><fontconfig></fontconfig>".utf8).write(to: scratch.url.appendingPathComponent("none.conf"))
    runner.environment["FONTCONFIG_FILE"] = scratch.path("none.conf")
    let arguments = ["hand", hand, "--end", "0.1", "--annotate", "out.mp4"]
    let run = try runner.run(arguments + ["--overlay", "labels"])
    #expect(run.status == 0 && run.standardError.contains("no font"), "\(run.standardError)")
    #expect(try FilmReader(path: scratch.path("out.mp4")).next() != nil)
    #expect(!(try runner.run(arguments + ["--overlay", "depth"]).standardError.contains("no font")))
  }

  @Test func camerasThatAreNoneAreNamed() throws {
    let none = try runner.run(["hand", "--camera", "/dev/null"])
    #expect(none.status == 1 && none.text == "" && none.standardError.contains("no camera"))
    #expect(try runner.run(["hand", "--camera", "/no/such/device"]).status == 1)
    #expect(try runner.run(["hand", "--camera", "/dev/null", hand]).status == 2)
    #expect(try runner.run(["hand", "--camera", "/dev/null", "--camera-size", "640"]).status == 2)
    #expect(try runner.run(["hand", "--camera", "/dev/null", "--annotate", "a.png"]).status == 2)
  }
}
