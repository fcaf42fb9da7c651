#if os(Linux)
  import Films
  import Foundation
  import ImageFiles
  import TestSupport
  import Testing
  import VisionBase

  /// `--camera` with a driver that answers as Video4Linux does: the whole way from the device to the files.
  @Suite(.enabled(if: TestFiles.models != nil && TestFiles.corpus != nil, "needs Models/ and ../shared/corpus"))
  struct CameraTests {
    let scratch: ScratchFolder
    let runner: ProgramRunner

    init() throws {
      scratch = try ScratchFolder()
      var runner = ProgramRunner(folder: scratch.url)
      runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
      runner.environment["LD_PRELOAD"] = try StandInCamera.driver(in: scratch)
      runner.environment["STAND_IN_CAMERA"] = "/dev/video7"
      self.runner = runner
    }

    private func camera(_ format: String, size: ImageSize, frame: String, count: Int, period: Int) -> ProgramRunner {
      var runner = runner
      runner.environment.merge(StandInCamera.settings(format, size: size, frame: frame, count: count, period: period)) { $1 }
      return runner
    }

    /// A JPEG camera that shows a hand.
    private func handCamera(count: Int, period: Int) throws -> (runner: ProgramRunner, picture: Image) {
      let picture = try ImageFile.load(
        path: try #require(TestFiles.corpus).appendingPathComponent("images/hand_thumbs_up.jpg").path)
      let frame = scratch.path("frame.jpg")
      try ImageFile.write(picture, path: frame, format: .jpeg(quality: 95))
      return (camera("MJPG", size: picture.size, frame: frame, count: count, period: period), picture)
    }

    @Test func everyFrameOfACameraIsAnsweredOrReportedUntilItGoesAway() throws {
      let (runner, picture) = try handCamera(count: 40, period: 15)
      let run = try runner.run(["hand", "--camera", "/dev/video7"])
      #expect(run.status == 1 && run.standardError.contains("went away"), "\(run.standardError)")
      let objects = try run.objects()
      let last = try #require(objects.last)
      #expect((last["error"] as? [String: Any])?["code"] as? String == "cameraFailed")
      let frames = objects.dropLast()
      // Each number once and in order: 40 frames, of which the driver lost three.
      let numbers = frames.compactMap { $0["frame"] as? Int }
      #expect(numbers == Array(0..<numbers.count), "\(numbers)")
      #expect(numbers.count > 30 && numbers.count <= 44)
      let answered = frames.filter { $0["landmarks"] != nil }
      let dropped = frames.filter { $0["dropped"] as? Bool == true }
      #expect(answered.count + dropped.count == frames.count)
      #expect(answered.count > 3 && dropped.count >= 8, "\(answered.count) answered, \(dropped.count) dropped")
      for object in answered {
        #expect(object["width"] as? Int == picture.size.width && (object["landmarks"] as? [Any])?.count == 1)
        #expect(object["trackIDs"] as? [Int] == [1])
        // Numbered by the driver's count, timed by its clock; a lost frame takes a number and no time.
        let (number, time) = (try #require(object["frame"] as? Int), try #require(object["timestampInMilliseconds"] as? Int))
        #expect(abs(time - (number - number / 11) * 15) <= 16, "frame \(number) at \(time) ms")
      }
    }

    @Test func plainPixelsAreSeenAsTheyAre() throws {
      // A grey picture of known brightness and size in YUYV: nothing to be found, everything answered.
      let size = ImageSize(width: 320, height: 240)
      let frame = scratch.path("frame.yuyv")
      try Data([UInt8](repeating: 128, count: size.width * size.height * 2)).write(to: URL(fileURLWithPath: frame))
      let run = try camera("YUYV", size: size, frame: frame, count: 6, period: 60).run(
        ["face", "--camera", "/dev/video7", "--annotate", "seen.mkv", "--format", "jsonl"])
      #expect(run.status == 1)
      let answered = try run.objects().filter { $0["faceLandmarks"] != nil }
      #expect(answered.count >= 3 && answered.allSatisfy { ($0["faceLandmarks"] as? [Any])?.isEmpty == true })
      #expect(answered.allSatisfy { $0["width"] as? Int == 320 && $0["height"] as? Int == 240 })
      let film = try FilmReader(path: scratch.path("seen.mkv"))
      #expect(film.info.size == size)
    }

    @Test func endingACameraLeavesWholeFiles() throws {
      let (runner, picture) = try handCamera(count: 100_000, period: 20)
      let process = runner.makeProcess(
        ["hand", "--camera", "/dev/video7", "-o", "seen.jsonl", "--annotate", "seen.mp4", "--overlay", "ids"])
      process.standardError = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: 2.5)
      process.interrupt()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      let lines = try String(contentsOfFile: scratch.path("seen.jsonl"), encoding: .utf8).split(separator: "\n")
      let answered = lines.filter { $0.contains("\"landmarks\":[[") }.count
      #expect(answered > 5)
      let reader = try FilmReader(path: scratch.path("seen.mp4"))
      var frames = 0
      while try reader.next() != nil { frames += 1 }
      #expect(frames == answered)
      let info = reader.info
      #expect(info.size.width == picture.size.width && info.size.height == picture.size.height)
      #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path).allSatisfy { !$0.hasSuffix(".part") })
    }
  }
#endif
