import Foundation
import TestSupport
import Testing

/// Streams: lists of frames, tracks, dropped and failed frames.
@Suite(.enabled(if: TestFiles.models != nil, "needs Models/ (make models)"))
struct StreamTests {
  let scratch: ScratchFolder
  let runner: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
    self.runner = runner
  }

  func list(_ text: String) throws { try Data(text.utf8).write(to: scratch.url.appendingPathComponent("list.tsv")) }

  @Test(.needsCorpus)
  func framesOfAListAreFollowedAndNumbered() throws {
    let text = try clipList("heads_two", count: 4)
    try list(text)
    let fromFile = try runner.run(["face", "--num", "2", "--frames", "list.tsv"])
    #expect(fromFile.status == 0 && fromFile.standardError == "")
    let objects = try fromFile.objects()
    let lines = text.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(objects.map { $0["source"] as? String } == lines.map { String($0[1]) })
    #expect(objects.map { $0["frame"] as? Int } == [0, 1, 2, 3])
    #expect(objects.map { $0["timestampInMilliseconds"] as? Int } == lines.map { Int($0[0]) })
    for object in objects {
      #expect(object["trackIDs"] as? [Int] == [1, 2])
      #expect((object["faceLandmarks"] as? [Any])?.count == 2)
    }
    // The same list by way of standard input, and with the mode spelled out.
    let fromInput = try runner.run(["face", "--num", "2", "--mode", "video", "--frames", "-"], input: Data(text.utf8))
    #expect(fromInput.standardOutput == fromFile.standardOutput && fromInput.status == 0)
    // Each picture on its own is something else: the second frame's region does not come from the first's landmarks.
    let alone = try runner.run(["face", "--num", "2"] + lines.map { String($0[1]) }).objects()
    #expect(alone.allSatisfy { ($0["trackIDs"] as? [Int])?.isEmpty == true && $0["frame"] as? Int == 0 })
    #expect(
      NSArray(array: alone[3]["faceLandmarks"] as? [Any] ?? []) != NSArray(array: objects[3]["faceLandmarks"] as? [Any] ?? []))
  }

  @Test func picturesAsAStreamAre33MillisecondsApart() throws {
    for name in ["a.bmp", "b.bmp", "c.bmp"] { _ = try scratch.picture(name) }
    let objects = try runner.run(["pose", "--mode", "video", "a.bmp", "b.bmp", "c.bmp"]).objects()
    #expect(objects.map { $0["frame"] as? Int } == [0, 1, 2])
    #expect(objects.map { $0["timestampInMilliseconds"] as? Int } == [0, 33, 66])
  }

  @Test func framesThatAreNotLaterFollowThePolicy() throws {
    for name in ["a.bmp", "b.bmp", "c.bmp"] { _ = try scratch.picture(name) }
    try list("10\ta.bmp\n10\tb.bmp\n20\tc.bmp\n")
    let strict = try runner.run(["hand", "--frames", "list.tsv"])
    #expect(strict.status == 1)
    let objects = try strict.objects()
    #expect((objects[1]["error"] as? [String: Any])?["code"] as? String == "timestampNotIncreasing")
    #expect(objects[2]["frame"] as? Int == 2 && objects[2]["timestampInMilliseconds"] as? Int == 20)

    let dropped = try runner.run(["hand", "--frames", "list.tsv", "--timestamps", "drop"])
    #expect(dropped.status == 0 && dropped.standardError == "")
    #expect(dropped.text.split(separator: "\n")[1] == #"{"source":"b.bmp","frame":1,"dropped":true}"#)
    #expect(try dropped.objects().count == 3)

    let adjusted = try runner.run(["hand", "--frames", "list.tsv", "--timestamps", "adjust"])
    #expect(adjusted.status == 0)
    #expect(try adjusted.objects().map { $0["timestampInMilliseconds"] as? Int } == [10, 11, 20])

    let text = try runner.run(["hand", "--frames", "list.tsv", "--timestamps", "drop", "--format", "text"])
    #expect(
      text.text == """
        a.bmp: frame 0 at 10 ms, 64 × 48, no hands
        b.bmp: frame 1, dropped
        c.bmp: frame 2 at 20 ms, 64 × 48, no hands

        """)
  }

  @Test func wrongLinesAndFramesAreAnsweredInTheirPlaceAndTheStreamGoesOn() throws {
    _ = try scratch.picture("a.bmp")
    _ = try scratch.picture("größe e\u{301}.bmp")
    try list("0\ta.bmp\r\n\nno tab\nsoon\ta.bmp\n30\t\n40\tmissing.png\n50\tgröße e\u{301}.bmp")
    let result = try runner.run(["gesture", "--frames", "list.tsv"])
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(
      objects.map { $0["source"] as? String }
        == ["a.bmp", "list.tsv", "list.tsv", "list.tsv", "missing.png", "größe e\u{301}.bmp"])
    let errors = objects.map { $0["error"] as? [String: Any] }
    #expect(
      errors.map { $0?["code"] as? String }
        == [nil, "invalidArgument", "invalidArgument", "invalidArgument", "fileNotFound", nil])
    let messages = errors.map { $0?["message"] as? String ?? "" }
    #expect(messages[1].hasPrefix("list.tsv, line 3: there is no tab."))
    #expect(messages[2].hasPrefix("list.tsv, line 4: \"soon\" is no whole number of milliseconds."))
    #expect(messages[3].hasPrefix("list.tsv, line 5: the path is empty."))
    #expect(objects[5]["frame"] as? Int == 5)
    #expect(result.standardError.split(separator: "\n").count == 4)
  }

  @Test func linesThatAreNoTextOrTooLongAreAnswered() throws {
    _ = try scratch.picture("a.bmp")
    var bytes = Data("0\t".utf8)
    bytes.append(contentsOf: [0xFF, 0xFE, 0x0A])
    bytes.append(contentsOf: Data(repeating: UInt8(ascii: "7"), count: 300_000))
    bytes.append(contentsOf: Data("\n5\ta\0.bmp\n9\ta.bmp\n".utf8))
    let result = try runner.run(["hand", "--frames", "-"], input: bytes)
    let objects = try result.objects()
    #expect(result.status == 1 && objects.count == 4)
    #expect(objects[0...2].allSatisfy { $0["source"] as? String == "-" && $0["error"] != nil })
    #expect(result.standardError.contains("Standard input, line 2: it has more than 65536 bytes."))
    #expect(objects[3]["timestampInMilliseconds"] as? Int == 9)
  }

  @Test func listThatCannotBeReadIsAFailedInput() throws {
    for (path, reason) in [("none.tsv", "No such file or directory"), (".", "Is a directory")] {
      let result = try runner.run(["hand", "--frames", path])
      #expect(result.status == 1)
      #expect(result.standardError.contains("The list of frames cannot be read: \(reason)."), "\(result.standardError)")
      let objects = try result.objects()
      #expect(objects.count == 1 && (objects[0]["error"] as? [String: Any])?["code"] as? String == "fileNotFound")
    }
    try list("")
    let empty = try runner.run(["hand", "--frames", "list.tsv"])
    #expect(empty.status == 0 && empty.standardOutput.isEmpty)
  }

  @Test func framesAreAnsweredWhileTheListIsStillComing() throws {
    _ = try scratch.picture("a.bmp")
    let process = runner.makeProcess(["hand", "--frames", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    for frame in 0..<3 {
      try input.fileHandleForWriting.write(contentsOf: Data("\(frame)\ta.bmp\n".utf8))
      let line = output.fileHandleForReading.availableData
      #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"source":"a.bmp","frame":\#(frame),"#))
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func interruptEndsAStreamThatWaitsForItsList() throws {
    let process = runner.makeProcess(["hand", "--frames", "-", "-o", "out.jsonl"])
    let input = Pipe()
    process.standardInput = input
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 20)
    while try scratch.names.isEmpty, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    Thread.sleep(forTimeInterval: 0.2)
    process.interrupt()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
    #expect(try scratch.names.isEmpty)
    try input.fileHandleForWriting.close()
  }

  @Test(.needsCorpus)
  func smoothingAndRedetectionReachTheStream() throws {
    try list(clipList("dance", count: 6))
    func last(_ arguments: String...) throws -> NSArray {
      let objects = try runner.run(["pose", "--frames", "list.tsv"] + arguments).objects()
      return NSArray(array: try #require(objects.last?["landmarks"] as? [Any]))
    }
    let off = try last("--smoothing", "off")
    #expect(off.count == 1)
    #expect(try last() == last("--smoothing", "mediapipe"))
    #expect(try last() != off)
    #expect(try last("--smoothing", "one-euro:0.5,10,1") != off)
    #expect(try last("--smoothing", "one-euro:0.5,10,1") != last("--smoothing", "one-euro:0.05,80,1"))

    let often = try runner.run(["pose", "--num", "2", "--frames", "list.tsv", "-v"]).standardError
    let seldom = try runner.run(["pose", "--num", "2", "--redetect", "3", "--frames", "list.tsv", "-v"]).standardError
    #expect(often.contains("Frames: 6, dropped: 0, failed: 0; runs of the detector: 6, of the landmark network: 6"))
    #expect(seldom.contains("runs of the detector: 2, of the landmark network: 6"), "\(seldom)")
  }

  @Test(.needsCorpus)
  func csvAndTextNameTracks() throws {
    try list(clipList("dance", count: 2))
    let csv = try runner.run(["pose", "--frames", "list.tsv", "--format", "csv"]).text.split(separator: "\n")
    let rows = csv.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(rows.count == 2 * 33)
    #expect(rows.map { $0[1] } == Array(repeating: "0", count: 33) + Array(repeating: "1", count: 33))
    #expect(rows.allSatisfy { $0[17] == "1" })
    let text = try runner.run(["pose", "--frames", "list.tsv", "--format", "text"]).text
    #expect(text.contains(", 1 person\n  person 1: track 1, x "))
  }

  @Test func annotatedFramesAreNumbered() throws {
    _ = try scratch.picture("a.bmp")
    _ = try scratch.picture("b.bmp")
    try list("0\ta.bmp\n1\tnone.bmp\n2\tb.bmp\n")
    let result = try runner.run(["face", "--frames", "list.tsv", "--annotate", "film"])
    #expect(result.status == 1)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("film")).sorted()
        == ["frame-000000.png", "frame-000002.png"])
  }

  @Test func framesAreNeverOverwritten() throws {
    try FileManager.default.createDirectory(atPath: scratch.path("film"), withIntermediateDirectories: false)
    _ = try scratch.picture("film/frame-000001.png")
    let before = try Data(contentsOf: scratch.url.appendingPathComponent("film/frame-000001.png"))
    let text = "0\tfilm/frame-000001.png\n1\tfilm/frame-000001.png\n"
    try list(text)
    // A list in a file is known beforehand.
    for arguments in [["--annotate", "film"], ["--masks", "-o", "film/out.jsonl"], ["--masks-folder", "./film/"]] {
      let result = try runner.run(["pose", "--frames", "list.tsv"] + arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.standardError.contains("could be overwritten"))
    }
    for output in ["list.tsv", "film/frame-000001.png"] {
      let result = try runner.run(["pose", "--frames", "list.tsv", "-o", output])
      #expect(result.status == 2 && result.standardError.contains("would overwrite the input"))
    }
    // One that comes through a pipe is not: the frame is answered, its picture refused.
    let piped = try runner.run(["pose", "--frames", "-", "--annotate", "film"], input: Data(text.utf8))
    #expect(piped.status == 1 && piped.standardError.contains("could be overwritten"))
    #expect(try piped.objects().allSatisfy { $0["error"] == nil })
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("film/frame-000001.png")) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path("film")) == ["frame-000001.png"])
  }
}
