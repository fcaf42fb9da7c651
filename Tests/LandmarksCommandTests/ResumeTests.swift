import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Runs that are ended early and gone on with.
@Suite(.needsModels, .needsCorpus) struct ResumeTests {
  let scratch: ScratchFolder
  let program: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    program = runner(in: scratch)
  }

  /// A folder of pictures, with one that cannot be read, lists of frames and a film.
  func layInputs() throws {
    try scratch.makeFolder("in/deep er")
    let images = try #require(TestFiles.corpus).appendingPathComponent("images")
    let hands = try FileManager.default.contentsOfDirectory(atPath: images.path).filter { $0.hasPrefix("hand_") }.sorted()
    for (index, name) in hands.prefix(12).enumerated() {
      let target = scratch.path(index % 3 == 0 ? "in/deep er/\(name)" : "in/\(name)")
      try FileManager.default.copyItem(atPath: images.appendingPathComponent(name).path, toPath: target)
    }
    try scratch.write("no picture", to: "in/broken.png")
    try scratch.write(clipList("hand", count: 10), to: "in/first walk.tsv")
    try scratch.write(clipList("hand", count: 6) + "no line\n", to: "in/zweite größe.tsv")
    let film = try #require(TestFiles.corpus).appendingPathComponent("clips/hand/source.mp4")
    try FileManager.default.copyItem(atPath: film.path, toPath: scratch.path("in/film.mp4"))
  }

  /// What is asked for, with `OUT/` for a folder of its own.
  static let calls: [[String]] = [
    ["-o", "OUT/all.jsonl"],
    ["-o", "OUT/all.json", "--format", "json", "--jobs", "2"],
    ["-o", "OUT/all.csv", "--format", "csv"],
    ["-o", "OUT/"],
    ["-o", "OUT/", "--format", "csv", "--annotate", "OUT/drawn/", "--jobs", "2"],
  ]

  @Test(arguments: calls)
  func killedAtTenMomentsAndResumedIsTheSameByteForByte(_ call: [String]) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    try layInputs()
    func arguments(_ folder: String) -> [String] {
      ["hand", "in", "--end", "0.5"] + call.map { $0.replacingOccurrences(of: "OUT", with: folder) }
    }
    try scratch.makeFolder("whole/drawn")
    let begin = Date()
    let undisturbed = try program.run(arguments("whole"))
    let duration = Date().timeIntervalSince(begin)
    #expect(undisturbed.status == 1, "one picture cannot be read")
    let expected = try scratch.contents("whole", hidden: true)
    #expect(!expected.isEmpty && !expected.keys.contains { $0.split(separator: "/").last?.hasPrefix(".") == true })
    var killed = 0
    var round = -1
    // Ten runs that were really killed; some end before their moment comes.
    while killed < 10, round < 40 {
      round += 1
      let out = "out\(round)"
      try scratch.makeFolder("\(out)/drawn")
      // The first call of half of the rounds does not know that it will have to be resumed.
      let process = program.makeProcess(arguments(out) + (round % 2 == 0 ? [] : ["--resume"]))
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      try process.run()
      Thread.sleep(forTimeInterval: duration * Double.random(in: 0.02...0.98, using: &random))
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      if process.terminationReason == .uncaughtSignal { killed += 1 }
      // What can be seen is whole.
      let seen = try scratch.contents(out)
      for (name, data) in seen { #expect(data == expected[name], "seed \(seed), round \(round): \(name)") }
      let resumed = try program.run(arguments(out) + ["--resume"])
      // A file that is whole says no more which of its inputs had failed.
      #expect(resumed.status == 1 || seen.count == expected.count, "seed \(seed), round \(round)")
      let contents = try scratch.contents(out, hidden: true)
      #expect(Set(contents.keys) == Set(expected.keys), "seed \(seed), round \(round)")
      for (name, data) in contents { #expect(data == expected[name], "seed \(seed), round \(round): \(name)") }
    }
    print("\(call): \(killed) of \(round + 1) runs killed, each within \(duration) s, seed \(seed)")
    #expect(killed == 10, "seed \(seed)")
  }

  @Test func completeInputsAreNotReadAgain() throws {
    try layInputs()
    _ = try program.run(["hand", "in", "-o", "out/", "--end", "0.1"])
    let before = try scratch.contents("out")
    // Pictures that would fail now, and are older than their results, are passed over.
    for name in try scratch.files("in") where name.hasSuffix(".jpg") {
      try scratch.write("damaged", to: "in/\(name)")
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: scratch.path("in/\(name)"))
    }
    let again = try program.run(["hand", "in", "-o", "out/", "--end", "0.1", "--resume", "-v"])
    #expect(try scratch.contents("out") == before)
    #expect(again.standardError.contains("inputs are complete."))
    #expect(again.status == 1, "the broken picture is tried again")
    #expect(again.standardError.contains("broken.png"))
    let name = try #require(try scratch.files("in").first { $0.hasSuffix(".jpg") })
    // Results that are empty are none.
    let result = "out/\(name).hand.jsonl"
    try scratch.write("", to: result)
    let anew = try program.run(["hand", "in", "-o", "out/", "--end", "0.1", "--resume"])
    #expect(anew.standardError.contains(name))
    // One that is newer than its results is answered anew.
    try #require(before[String(result.dropFirst(4))]).write(to: scratch.url.appendingPathComponent(result))
    #expect(try !program.run(["hand", "in", "-o", "out/", "--end", "0.1", "--resume"]).standardError.contains(name))
    try scratch.write("damaged", to: "in/\(name)")
    #expect(try program.run(["hand", "in", "-o", "out/", "--end", "0.1", "--resume"]).standardError.contains(name))
  }

  @Test func aFileThatIsWholeIsLeftAlone() throws {
    _ = try scratch.picture("a.bmp")
    #expect(try program.run(["hand", "a.bmp", "-o", "all.jsonl", "--resume"]).status == 0)
    let whole = try scratch.data("all.jsonl")
    let again = try program.run(["hand", "a.bmp", "-o", "all.jsonl", "--resume", "-v"])
    #expect(again.status == 0 && again.standardError.contains("all.jsonl is complete."))
    #expect(try scratch.data("all.jsonl") == whole)
    #expect(try scratch.names == ["a.bmp", "all.jsonl"])
    // Killed between its name and the end of the journal.
    try scratch.write("landmarks journal 1 0\n", to: ".all.jsonl.journal")
    #expect(try program.run(["hand", "a.bmp", "-o", "all.jsonl", "--resume"]).status == 0)
    #expect(try scratch.names == ["a.bmp", "all.jsonl"])
  }

  @Test func aJournalBesideAnEmptyPartDoesNotBlock() throws {
    _ = try scratch.picture("a.bmp")
    try scratch.write("landmarks journal 1 0\n", to: ".all.jsonl.journal")
    for part in [false, true] {
      if part { try scratch.write("", to: ".all.jsonl.part") }
      #expect(try program.run(["hand", "a.bmp", "-o", "all.jsonl", "--resume"]).status == 0)
      #expect(try scratch.names == ["a.bmp", "all.jsonl"])
      try FileManager.default.removeItem(atPath: scratch.path("all.jsonl"))
      try scratch.write("landmarks journal 1 0\n", to: ".all.jsonl.journal")
    }
  }

  @Test func whatAnotherCallBeganIsNotMixedIn() throws {
    for name in ["a.bmp", "b.bmp"] { _ = try scratch.picture(name) }
    // Ended early by an interrupt while it waits for its second input, which is a pipe.
    mkfifo(scratch.path("pipe"), 0o600)
    let process = program.makeProcess(["hand", "a.bmp", "pipe", "b.bmp", "-o", "all.jsonl", "--resume"])
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !scratch.names.contains(".all.jsonl.journal") || scratch.data(".all.jsonl.journal").split(separator: 10).count < 2,
      Date() < deadline
    { Thread.sleep(forTimeInterval: 0.01) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let other = try program.run(["hand", "a.bmp", "b.bmp", "-o", "all.jsonl", "--resume"])
    #expect(other.status == 2)
    #expect(other.standardError.contains("belongs to a call with other inputs or options"))
    #expect(other.standardError.contains("begin anew without --resume"))
    // A part whose bytes were changed since is not believed.
    var part = try scratch.data(".all.jsonl.part")
    part[3] = UInt8(ascii: "X")
    try part.write(to: scratch.url.appendingPathComponent(".all.jsonl.part"))
    unlink(scratch.path("pipe"))
    _ = try scratch.picture("pipe")
    let resumed = try program.run(["hand", "a.bmp", "pipe", "b.bmp", "-o", "all.jsonl"])
    #expect(resumed.status == 0)
    #expect(try scratch.names == ["a.bmp", "all.jsonl", "b.bmp", "pipe"])
  }

  @Test func damagedPartsAndJournalsAreBegunAnew() throws {
    let names = try (0..<40).map {
      _ = try scratch.picture("\($0).bmp")
      return "\($0).bmp"
    }
    let arguments = ["hand"] + names + ["-o", "all.jsonl", "--resume"]
    let expected = try program.run(["hand"] + names).standardOutput
    let lines = expected.split(separator: 10).map { Data($0) + [10] }
    // The first line of a journal, as the program writes it for this call: it is there as long as the run is not over.
    var head = ""
    for _ in 0..<20 where head.isEmpty {
      let process = program.makeProcess(arguments)
      try process.run()
      while process.isRunning, !FileManager.default.fileExists(atPath: scratch.path(".all.jsonl.journal")) {}
      usleep(2000)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      let text = (try? String(contentsOfFile: scratch.path(".all.jsonl.journal"), encoding: .utf8)) ?? ""
      head = text.split(separator: "\n").first.map(String.init) ?? ""
    }
    try #require(!head.isEmpty)
    func hash(_ data: Data) -> String {
      let value = data.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
      return String(repeating: "0", count: 16 - String(value, radix: 16).count) + String(value, radix: 16)
    }
    let first = lines[0]
    let two = lines[0] + lines[1]
    let good = "\(head)\n1 \(first.count) 1 0 \(hash(first))\n2 \(two.count) 2 0 \(hash(two))\n"
    let journals = [
      good, String(good.dropLast(5)), String(good.dropLast(30)), head, String(head.dropLast(3)), "", "\u{0}\u{1}",
      good.replacingOccurrences(of: "2 \(two.count)", with: "2 99999999999"), good + "3 -1 3 0 0000000000000000\n",
      good + "9223372036854775807 9223372036854775807 9 0 zz\n",
    ]
    for journal in journals {
      for part in [two, two + Data("{\"half".utf8), first, Data(), Data("XX".utf8) + two.dropFirst(2)] {
        try? FileManager.default.removeItem(atPath: scratch.path("all.jsonl"))
        try part.write(to: scratch.url.appendingPathComponent(".all.jsonl.part"))
        try scratch.write(journal, to: ".all.jsonl.journal")
        let result = try program.run(arguments)
        if result.status == 2 { continue }
        #expect(result.status == 0, "\(result.standardError)")
        #expect(try scratch.data("all.jsonl") == expected, "journal \(journal), part of \(part.count) bytes")
      }
    }
  }

  @Test func interruptedWithoutResumeLeavesNothing() throws {
    for name in ["a.bmp", "b.bmp"] { _ = try scratch.picture(name) }
    mkfifo(scratch.path("pipe"), 0o600)
    for (arguments, rest) in [([], [] as [String]), (["--resume"], [".all.jsonl.journal", ".all.jsonl.part"])] {
      let process = program.makeProcess(["hand", "a.bmp", "pipe", "-o", "all.jsonl"] + arguments)
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let deadline = Date(timeIntervalSinceNow: 20)
      while (try? scratch.data(".all.jsonl.journal").split(separator: 10).count) ?? 0 < 2, Date() < deadline {
        Thread.sleep(forTimeInterval: 0.01)
      }
      kill(process.processIdentifier, SIGINT)
      // The pipe is opened at last, so that the program gets on with its end; it may not have come there yet.
      while process.isRunning, Date() < deadline {
        let writer = open(scratch.path("pipe"), O_WRONLY | O_NONBLOCK)
        if writer >= 0 { close(writer) }
        Thread.sleep(forTimeInterval: 0.01)
      }
      process.waitUntilExit()
      #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGINT)
      #expect(try scratch.names == (rest + ["a.bmp", "b.bmp", "pipe"]).sorted())
      try errors.fileHandleForWriting.close()
      let said = String(decoding: Drain(errors.fileHandleForReading).wait(), as: UTF8.self)
      #expect(said == (rest.isEmpty ? "" : "Ended early: the same call goes on from here.\n"))
    }
  }

  @Test(
    arguments: [
      (["a.bmp", "--resume"], "--resume needs results in files.", "-o FOLDER/ or --beside"),
      (["-", "-o", "x.jsonl", "--resume"], "Standard input can be read only once", ""),
      (["a.bmp", "--beside", "-o", "x"], "--beside and --output exclude each other.", ""),
      (["-", "--beside"], "Nothing lies beside standard input", ""),
      (["-", "--jobs", "2"], "--jobs does not go with standard input.", ""),
      (["a.bmp", "--jobs", "0"], "--jobs must be a whole number from 1 to 64", ""),
      (["a.bmp", "b.bmp", "--mode", "video", "--jobs", "2"], "--jobs is for several inputs.", ""),
      (["a.bmp", "b.bmp", "--mode", "video", "-o", "x/"], "all pictures are one stream", "Name a file: -o FILE."),
    ] as [([String], String, String)])
  func callsThatContradictThemselvesAreExplained(_ arguments: [String], _ message: String, _ hint: String) throws {
    let result = try program.run(["hand"] + arguments)
    #expect(result.status == 2 && result.standardOutput.isEmpty)
    #expect(
      result.standardError.contains(message) && (hint.isEmpty || result.standardError.contains(hint)), "\(result.standardError)")
    #expect(try scratch.names.isEmpty)
  }
}
