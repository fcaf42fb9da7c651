import Foundation
import ImageFiles
import TestSupport
import Testing
import VisionBase

/// Every command of the documents, run as it stands there.
@Suite(.needsModels, .needsCorpus) struct ExampleTests {
  /// A command and the document that shows it.
  struct Example: Sendable, CustomTestStringConvertible {
    let command: String
    let place: String
    var testDescription: String { "\(place): \(command)" }
  }

  /// The lines of the document that begin with a prompt, inside of code.
  static let readme: [Example] = {
    let url = TestFiles.packageRoot.appendingPathComponent("README.md")
    return examples((try? String(contentsOf: url, encoding: .utf8)) ?? "", "README.md")
  }()

  static let manual: [Example] = {
    guard let page = try? ProgramRunner().run(["man"]).text else { return [] }
    // What the page escapes, and nothing else, is turned back.
    var text = page
    for (escaped, plain) in [
      ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"), ("\\e", "\\"),
    ] { text = text.replacingOccurrences(of: escaped, with: plain) }
    return examples(text, "manual")
  }()

  static func examples(_ text: String, _ place: String) -> [Example] {
    text.split(separator: "\n").filter { $0.hasPrefix("$ ") }.map { Example(command: String($0.dropFirst(2)), place: place) }
  }

  /// Lays down all that the examples speak of.
  static func layOut(in scratch: ScratchFolder) throws {
    func copy(_ image: String, _ name: String) throws {
      try FileManager.default.copyItem(at: corpusImage(image), to: scratch.url.appendingPathComponent(name))
    }
    for folder in ["photos/2024 sommer", "film"] { try scratch.makeFolder(folder) }
    try copy("hand_thumbs_up.jpg", "photo.jpg")
    try copy("face_grace_hopper.jpg", "portrait.jpg")
    try copy("hand_ok_sign.jpg", "photos/a.jpg")
    try copy("face_grace_hopper.jpg", "photos/2024 sommer/größe.jpg")
    let clip = try clipList("dance", count: 5)
    for name in ["list.tsv", "walk.tsv"] { try scratch.write(clip, to: name) }
    for (index, line) in clip.split(separator: "\n").enumerated() {
      let frame = URL(fileURLWithPath: String(line.split(separator: "\t")[1]))
      try FileManager.default.copyItem(
        at: frame, to: scratch.url.appendingPathComponent("film/\(index).\(frame.pathExtension)"))
    }
    let models = try #require(TestFiles.models)
    try FileManager.default.createSymbolicLink(
      at: scratch.url.appendingPathComponent("hand_landmarker.task"),
      withDestinationURL: models.appendingPathComponent("hand_landmarker.task").resolvingSymlinksInPath())
    let film = try #require(TestFiles.corpus).appendingPathComponent("clips/dance/source.mov")
    if FileManager.default.fileExists(atPath: film.path) {
      for name in ["film.mp4", "clip.mov", "dance.mp4", "walk.mp4"] {
        try FileManager.default.createSymbolicLink(at: scratch.url.appendingPathComponent(name), withDestinationURL: film)
      }
    }
  }

  /// Lets the process see a camera that shows a hand.
  private static func standIn(for device: String, in scratch: ScratchFolder, of process: Process) throws {
    #if os(Linux)
      let size = try ImageFile.load(path: scratch.path("photo.jpg")).size
      process.environment?["LD_PRELOAD"] = try StandInCamera.driver(in: scratch)
      process.environment?["STAND_IN_CAMERA"] = device
      process.environment?.merge(
        StandInCamera.settings("MJPG", size: size, frame: scratch.path("photo.jpg"), count: 1_000_000, period: 40)
      ) { $1 }
    #else
      try Test.cancel("cameras are read on Linux")
    #endif
  }

  @Test func documentsHaveExamples() {
    #expect(Self.readme.filter { $0.command.hasPrefix("landmarks ") }.count >= 10)
    #expect(Self.manual.count >= 8)
  }

  @Test(arguments: readme + manual)
  func exampleRuns(_ example: Example) throws {
    if example.command.hasPrefix("make ") {
      // Chores that fetch, build and test everything: the target must exist.
      let target = String(example.command.split(separator: " ")[1])
      let makefile = try String(contentsOf: TestFiles.packageRoot.appendingPathComponent("Makefile"), encoding: .utf8)
      #expect(makefile.contains("\n\(target):"))
      return
    }
    if example.command.contains("| jq ") { _ = try #require(CompletionTests.tool("jq"), "Scripts/bootstrap installs jq") }
    let scratch = try ScratchFolder()
    try Self.layOut(in: scratch)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    // Comments behind commands are the shell's to leave out.
    process.arguments = ["--norc", "-euo", "pipefail", "-c", example.command]
    process.currentDirectoryURL = scratch.url
    process.environment = [
      "PATH": "\(ProgramRunner.program.deletingLastPathComponent().path):/usr/bin:/bin", "HOME": scratch.url.path,
      "LANDMARKS_MODELS": try #require(TestFiles.models).path, "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8",
    ]
    let camera = example.command.firstMatch(of: /\/dev\/video[0-9]/)
    if let camera { try Self.standIn(for: String(camera.output), in: scratch, of: process) }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    let before = try scratch.files("")
    try process.run()
    let (outputDrain, errorDrain) = (Drain(output.fileHandleForReading), Drain(errors.fileHandleForReading))
    if camera != nil {
      // A camera goes on until somebody ends it.
      Thread.sleep(forTimeInterval: 2)
      process.interrupt()
    }
    let (printed, said) = (outputDrain.wait(), String(decoding: errorDrain.wait(), as: UTF8.self))
    process.waitUntilExit()
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit, "\(said)")
    #expect(!said.contains("landmarks: "), "\(said)")
    let written = try Set(scratch.files("")).subtracting(before)
    #expect(!printed.isEmpty || !written.isEmpty || example.command.hasPrefix("eval "), "nothing came of it")
    // A file that the example names as its result is there.
    if let name = example.command.firstMatch(of: /(?:-o|--output|>|--annotate) ([^ |]+)/)?.output.1 {
      let path = scratch.path(String(name))
      #expect(FileManager.default.fileExists(atPath: path), "\(name)")
    }
  }
}
