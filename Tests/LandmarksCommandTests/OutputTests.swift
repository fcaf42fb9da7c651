import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Files that the program writes, terminals, signals.
@Suite(.enabled(if: TestFiles.models != nil, "needs Models/ (make models)"))
struct OutputTests {
  let scratch: ScratchFolder
  let runner: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
    runner.environment["TERM"] = "xterm"
    self.runner = runner
  }

  @Test func outputGoesToTheFileAndOnlyThere() throws {
    _ = try scratch.picture("grey.bmp")
    let printed = try runner.run(["hand", "grey.bmp"])
    for arguments in [["-o", "out.jsonl"], ["--output=out.jsonl"]] {
      let result = try runner.run(["hand", "grey.bmp"] + arguments)
      #expect(result.status == 0 && result.standardOutput.isEmpty && result.standardError == "")
      #expect(try Data(contentsOf: scratch.url.appendingPathComponent("out.jsonl")) == printed.standardOutput)
    }
    #expect(try scratch.names == ["grey.bmp", "out.jsonl"])
  }

  @Test func outputThatCannotBeMadeIsAnError() throws {
    _ = try scratch.picture("grey.bmp")
    let result = try runner.run(["hand", "grey.bmp", "-o", "no/such/folder.jsonl"])
    #expect(result.status == 1)
    #expect(result.standardError.contains("no/such/folder.jsonl: No such file or directory"))
  }

  @Test func inputsAreNeverOverwritten() throws {
    let path = try scratch.picture("grey.bmp")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    try FileManager.default.copyItem(atPath: path, toPath: scratch.path("photo.png"))
    for arguments in [
      ["grey.bmp", "-o", "./grey.bmp"], ["photo.png", "--annotate", "."], ["photo.png", "--annotate", "photo.png"],
    ] {
      let result = try runner.run(["hand"] + arguments)
      #expect(result.status == 2, "\(arguments)")
      #expect(result.standardError.contains("would overwrite the input"))
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("photo.png")) == before)
  }

  @Test func annotationIsWrittenInTheFormatOfItsName() throws {
    _ = try scratch.picture("grey.bmp")
    for (name, start) in [
      ("out.png", [0x89, 0x50, 0x4E, 0x47]), ("out.JPG", [0xFF, 0xD8, 0xFF]), ("out.jpeg", [0xFF, 0xD8, 0xFF]),
    ] {
      let result = try runner.run(["hand", "grey.bmp", "--annotate", name])
      #expect(result.status == 0, "\(result.standardError)")
      #expect(try Data(contentsOf: scratch.url.appendingPathComponent(name)).starts(with: start.map(UInt8.init)))
    }
  }

  @Test func annotationsOfManyInputsGoToAFolderUnderTheirNames() throws {
    try FileManager.default.createDirectory(atPath: scratch.path("sub"), withIntermediateDirectories: false)
    _ = try scratch.picture("a.bmp")
    _ = try scratch.picture("sub/a.bmp")
    _ = try scratch.picture("b.jpg")
    let result = try runner.run(["hand", "a.bmp", "sub/a.bmp", "b.jpg", "--annotate", "out/deep"])
    #expect(result.status == 0, "\(result.standardError)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("out/deep")).sorted() == ["a-2.png", "a.png", "b.jpg"])
  }

  @Test(.enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"))
  func annotationDrawsOnThePicture() throws {
    let path = try #require(TestFiles.corpus).appendingPathComponent("images/face_grace_hopper.jpg").path
    let found = try runner.run(["face", path, "--annotate", "drawn.png"])
    let none = try runner.run(["hand", path, "--annotate", "plain.png"])
    #expect(found.status == 0 && none.status == 0)
    let drawn = try Data(contentsOf: scratch.url.appendingPathComponent("drawn.png"))
    let plain = try Data(contentsOf: scratch.url.appendingPathComponent("plain.png"))
    #expect(drawn != plain)
  }

  @Test func answersLeaveWhileLaterInputsAreStillComing() throws {
    _ = try scratch.picture("grey.bmp")
    let process = runner.makeProcess(["hand", "grey.bmp", "-"])
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The program waits for its second input; the first answer must be here all the same.
    let line = output.fileHandleForReading.availableData
    #expect(String(decoding: line, as: UTF8.self).hasPrefix(#"{"source":"grey.bmp""#) && line.last == UInt8(ascii: "\n"))
    try input.fileHandleForWriting.close()
    let rest = Drain(output.fileHandleForReading).wait()
    process.waitUntilExit()
    #expect(process.terminationStatus == 1)
    #expect(String(decoding: rest, as: UTF8.self).hasPrefix(#"{"source":"-","error""#))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func interruptLeavesNoHalfWrittenFile(_ signal: Int32) throws {
    _ = try scratch.picture("grey.bmp")
    let process = runner.makeProcess(["hand", "grey.bmp", "-", "-o", "out.jsonl"])
    let input = Pipe()
    let errors = Pipe()
    process.standardInput = input
    process.standardError = errors
    try process.run()
    // The unfinished file is there as soon as the program is at work; then it waits for standard input.
    let deadline = Date(timeIntervalSinceNow: 20)
    while try scratch.names.count < 3, Date() < deadline { Thread.sleep(forTimeInterval: 0.01) }
    #expect(try scratch.names == [".out.jsonl.journal", ".out.jsonl.part", "grey.bmp"])
    Thread.sleep(forTimeInterval: 0.2)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == signal)
    #expect(try scratch.names == ["grey.bmp"])
    try errors.fileHandleForWriting.close()
    #expect(Drain(errors.fileHandleForReading).wait().isEmpty)
  }

  @Test func readerThatGoesAwayEndsTheProgramQuietly() throws {
    _ = try scratch.picture("grey.bmp")
    let process = runner.makeProcess(["hand", "grey.bmp"])
    let output = Pipe()
    let errors = Pipe()
    try output.fileHandleForReading.close()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let drain = Drain(errors.fileHandleForReading)
    let said = drain.wait()
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGPIPE)
    #expect(said.isEmpty)
  }

  #if os(Linux)
    @Test func progressAndColourAreForTerminalsOnly() throws {
      _ = try scratch.picture("a.bmp")
      let arguments = ["hand", "a.bmp", "none.png", "a.bmp"]
      let shown = try runner.runOnTerminal(arguments)
      #expect(shown.status == 1)
      #expect(shown.screen.contains("[....................] 0/3 a.bmp"))
      #expect(shown.screen.contains(/\[#############\.......\] 2\/3 [0-9]+\.[0-9]\/s 0:[0-9][0-9] left a\.bmp/))
      #expect(shown.screen.contains("\u{1B}[31mlandmarks:\u{1B}[0m"))
      #expect(shown.output.split(separator: UInt8(ascii: "\n")).count == 3)

      let quiet = try runner.runOnTerminal(arguments + ["-q"])
      #expect(!quiet.screen.contains("/3"))
      #expect(quiet.screen.contains("none.png"))

      var plain = runner
      plain.environment["NO_COLOR"] = "1"
      #expect(try !plain.runOnTerminal(arguments).screen.contains("\u{1B}[31m"))

      let piped = try runner.run(arguments)
      #expect(!piped.standardError.unicodeScalars.contains("\u{1B}"))
      #expect(!piped.standardError.contains("/3"))
    }

    @Test func textIsTheDefaultOnATerminal() throws {
      _ = try scratch.picture("a.bmp")
      let shown = try runner.runOnTerminal(["hand", "a.bmp"], outputToo: true)
      #expect(shown.screen == "a.bmp: 64 × 48, no hands\r\n")
    }
  #endif
}
