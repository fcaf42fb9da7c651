import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Folders, patterns, files for each input, several jobs; paths of all kinds.
@Suite(.needsModels) struct FolderTests {
  let scratch: ScratchFolder
  let program: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    program = runner(in: scratch)
  }

  /// Names that have caused trouble elsewhere.
  static let names = ["100% %20 sure.bmp", "Grüße.bmp", "e\u{301}.bmp", "日本 写真.bmp", "a'b\"c.bmp", "$HOME;&|.bmp", "-dash.bmp"]

  func sources(_ arguments: [String]) throws -> [String] {
    try program.run(["hand"] + arguments).objects().map { $0["source"] as? String ?? "" }
  }

  @Test func foldersAreReadRecursivelyInOneOrder() throws {
    for folder in ["in/b", "in/a deep/er", "in/.hidden", "in/empty"] { try scratch.makeFolder(folder) }
    for name in ["in/z.bmp", "in/B.BMP", "in/b/1.bmp", "in/a deep/er/日本.bmp", "in/.hidden/no.bmp", "in/.no.bmp"] {
      _ = try scratch.picture(name)
    }
    try scratch.write("no picture", to: "in/notes.txt")
    try scratch.write("x\ty\n", to: "in/table.tsv")
    let expected = ["in/B.BMP", "in/a deep/er/日本.bmp", "in/b/1.bmp", "in/z.bmp"]
    #expect(try sources(["in"]) == expected)
    #expect(try sources(["in/"]) == expected)
    #expect(try sources(["in/b", "in/z.bmp"]) == ["in/b/1.bmp", "in/z.bmp"])
    // A link that leads back to a folder above ends there.
    try FileManager.default.createSymbolicLink(atPath: scratch.path("in/b/round"), withDestinationPath: scratch.path("in"))
    #expect(try sources(["in"]) == expected)
    let empty = try program.run(["hand", "in/empty"])
    #expect(empty.status == 1 && empty.standardError.contains("There is no picture, film or list of frames in this folder."))
  }

  @Test func quotedPatternsAreExpanded() throws {
    try scratch.makeFolder("p/q/r")
    for name in ["p/1.bmp", "p/2.bmp", "p/q/3.bmp", "p/q/r/4.bmp", "p/[5].bmp", "p/x*.bmp"] { _ = try scratch.picture(name) }
    #expect(try sources(["p/?.bmp"]) == ["p/1.bmp", "p/2.bmp"])
    #expect(try sources(["p/[12].bmp", "p/**/4*"]) == ["p/1.bmp", "p/2.bmp", "p/q/r/4.bmp"])
    #expect(try sources(["p/**/*.bmp"]) == ["p/1.bmp", "p/2.bmp", "p/[5].bmp", "p/q/3.bmp", "p/q/r/4.bmp", "p/x*.bmp"])
    #expect(try sources(["p/**"]) == ["p/1.bmp", "p/2.bmp", "p/[5].bmp", "p/q/3.bmp", "p/q/r/4.bmp", "p/x*.bmp"])
    #expect(try sources(["p/*/3.bmp"]) == ["p/q/3.bmp"])
    // A file of that very name is meant, not what it would match.
    #expect(try sources(["p/[5].bmp", "p/x*.bmp"]) == ["p/[5].bmp", "p/x*.bmp"])
    let none = try program.run(["hand", "p/*.png", "p/1.bmp"])
    #expect(none.status == 1 && none.standardError.contains("No file matches this pattern."))
    let objects = try none.objects()
    #expect(objects.count == 2 && objects[0]["source"] as? String == "p/*.png" && objects[0]["error"] != nil)
  }

  @Test func patternsTakeEachFileOnceAndNoDrawings() throws {
    try scratch.makeFolder("p/b/b")
    try scratch.makeFolder("p/drawn")
    for name in ["p/b/b/x.bmp", "p/b/y.bmp", "p/drawn/z.bmp"] { _ = try scratch.picture(name) }
    #expect(try sources(["p/**/b/**/*.bmp"]) == ["p/b/b/x.bmp", "p/b/y.bmp"])
    #expect(try sources(["p/*", "--annotate", "p/drawn/"]) == ["p/b/b/x.bmp", "p/b/y.bmp"])
    #expect(try sources(["p/drawn/*.bmp", "p/drawn/*.bmp"]) == ["p/drawn/z.bmp", "p/drawn/z.bmp"])
  }

  #if os(Linux)
    @Test func matchingNamesThatAreNoTextAreReported() throws {
      try scratch.makeFolder("p")
      _ = try scratch.picture("p/a.bmp")
      let name = Array(scratch.path("p").utf8) + Array("/bad".utf8) + [0xFF] + Array(".bmp".utf8) + [0]
      let descriptor = open(name.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o666)
      try #require(descriptor >= 0)
      close(descriptor)
      for pattern in ["p/*.bmp", "**/*.bmp"] {
        let run = try program.run(["hand", pattern])
        #expect(run.status == 1 && run.standardError.contains("This name is no UTF-8 text."), "\(pattern)")
        #expect(try run.objects().count == 2)
      }
      #expect(try program.run(["hand", "p/a*"]).status == 0)
    }
  #endif

  @Test func inputsThatAreNotThereMakeNoFolders() throws {
    try scratch.makeFolder("work")
    _ = try scratch.picture("work/a.bmp")
    var inner = program
    inner.folder = scratch.url.appendingPathComponent("work")
    let run = try inner.run(["hand", "a.bmp", "../x/*.bmp", "y/z/*.bmp", "-o", "out/deep/"])
    #expect(run.status == 1 && run.standardError.contains("No file matches this pattern."))
    #expect(try scratch.names == ["work"])
    let made = try FileManager.default.subpathsOfDirectory(atPath: scratch.path("work/out")).sorted()
    #expect(made == ["deep", "deep/a.bmp.hand.jsonl"])
  }

  @Test func drawnFramesOfAListStayOutOfTheFolderOfItsFrames() throws {
    try scratch.makeFolder("frames")
    _ = try scratch.picture("frames/a.bmp")
    try scratch.write("0\tframes/a.bmp\n", to: "walk.tsv")
    for target in ["frames/", "frames/drawn.png"] {
      let run = try program.run(["hand", "walk.tsv", "--annotate", target])
      #expect(run.status == 2 && run.standardError.contains("comes from this folder"), "\(run.standardError)")
    }
    #expect(try program.run(["hand", "walk.tsv", "--annotate", "drawn/"]).status == 0)
    try scratch.write("\n", to: "empty.tsv")
    let empty = try program.run(["hand", "empty.tsv"])
    #expect(empty.status == 1 && empty.standardError.contains("There is no frame in this list."))
    #expect(try empty.objects().count == 1)
  }

  @Test func resultsOfEachInputLieBesideItOrInAFolder() throws {
    try scratch.makeFolder("in/sub")
    for name in ["in/a.bmp", "in/a.BMP", "in/sub/a.bmp"] { _ = try scratch.picture(name) }
    _ = try scratch.picture("a.bmp")
    let beside = try program.run(["hand", "in", "--beside"])
    #expect(beside.status == 0 && beside.standardOutput.isEmpty && beside.standardError == "")
    #expect(
      try scratch.files("in") == [
        "a.BMP", "a.BMP.hand.jsonl", "a.bmp", "a.bmp.hand.jsonl", "sub/a.bmp", "sub/a.bmp.hand.jsonl",
      ])
    #expect(try scratch.data("in/sub/a.bmp.hand.jsonl") == program.run(["hand", "in/sub/a.bmp"]).standardOutput)
    let folder = try program.run(["face", "in", "a.bmp", "-o", "out/new/", "--format", "csv"])
    #expect(folder.status == 0, "\(folder.standardError)")
    #expect(
      try scratch.files("out/new") == ["a.BMP.face.csv", "a.bmp-2.face.csv", "a.bmp-3.face.csv", "sub/a.bmp.face.csv"])
    // An input without an answer has no file.
    let failed = try program.run(["hand", "in/a.bmp", "none.bmp", "-o", "some/", "--format", "json"])
    #expect(failed.status == 1 && failed.standardError.contains("none.bmp"))
    #expect(try scratch.files("some", hidden: true) == ["a.bmp.hand.json"])
    // Results and drawings below the inputs are no inputs of the next run.
    for _ in 0..<2 {
      #expect(try program.run(["hand", "in", "-o", "in/results/", "--annotate", "in/drawn/"]).status == 0)
      #expect(try scratch.files("in/results").count == 3 && scratch.files("in/drawn").count == 3)
    }
    // The folder of the inputs may be that of the results.
    #expect(try program.run(["hand", "in/sub", "-o", "in/sub/"]).status == 0)
  }

  @Test(.needsCorpus, arguments: [["--format", "jsonl"], ["--format", "json"], ["--format", "csv"], ["--format", "text"]])
  func severalJobsGiveTheSameBytes(_ format: [String]) throws {
    try scratch.makeFolder("in")
    let images = try #require(TestFiles.corpus).appendingPathComponent("images")
    let faces = try FileManager.default.contentsOfDirectory(atPath: images.path).filter { $0.hasPrefix("face_") }.sorted()
    for name in faces.prefix(8) {
      try FileManager.default.copyItem(atPath: images.appendingPathComponent(name).path, toPath: scratch.path("in/\(name)"))
    }
    try scratch.write("damaged", to: "in/c.png")
    try scratch.write(clipList("heads_two", count: 4), to: "in/list.tsv")
    let alone = try program.run(["face", "in", "--num", "2"] + format)
    for jobs in ["2", "3", "64"] {
      let together = try program.run(["face", "in", "--num", "2", "--jobs", jobs] + format)
      #expect(together.standardOutput == alone.standardOutput)
      #expect(together.standardError == alone.standardError && together.status == alone.status)
    }
    #expect(alone.status == 1 && alone.standardError.contains("c.png"))
  }

  @Test(.needsCorpus)
  func listsAmongTheInputsAreStreamsOfTheirOwn() throws {
    try scratch.write(clipList("heads_two", count: 4), to: "list.tsv")
    _ = try scratch.picture("a.bmp")
    let alone = try program.run(["face", "--num", "2", "--frames", "list.tsv"])
    let among = try program.run(["face", "--num", "2", "list.tsv", "a.bmp", "list.tsv"])
    let picture = try program.run(["face", "a.bmp"])
    #expect(among.standardOutput == alone.standardOutput + picture.standardOutput + alone.standardOutput)
    #expect(among.status == 0 && among.standardError == "")
    let drawn = try program.run(["face", "list.tsv", "--annotate", "drawn/"])
    #expect(drawn.status == 0, "\(drawn.standardError)")
    #expect(try scratch.files("drawn") == (0..<4).map { "list-frame-00000\($0).png" })
  }

  @Test(.needsCorpus)
  func masksLieWhereResultsLie() throws {
    try scratch.makeFolder("in")
    try FileManager.default.copyItem(at: corpusImage("body_yoga_sit.jpg"), to: scratch.url.appendingPathComponent("in/a.jpg"))
    try scratch.makeFolder("there")
    for (arguments, folder) in [(["-o", "new/"], "new"), (["-o", "there"], "there"), (["--beside"], "in")] {
      let result = try program.run(["pose", "in/a.jpg", "--masks"] + arguments)
      #expect(result.status == 0 && result.standardError == "", "\(result.standardError)")
      #expect(try Set(scratch.files(folder)).isSuperset(of: ["a-mask-1.png", "a.jpg.pose.jsonl"]), "\(arguments)")
      let text = String(decoding: try scratch.data("\(folder)/a.jpg.pose.jsonl"), as: UTF8.self)
      #expect(text.contains("\"segmentationMasks\":[\"\(folder)/a-mask-1.png\"]"))
    }
  }

  @Test(.needsCorpus)
  func longResultsWaitInAFileThatNobodySees() throws {
    // Faces have long answers: some hundred frames are more than what is kept in memory.
    let frames = try clipList("heads_two", count: 4).split(separator: "\n").map { $0.split(separator: "\t")[1] }
    for name in ["a.tsv", "b.tsv"] {
      try scratch.write((0..<120).map { "\($0 * 33)\t\(frames[$0 % 4])\n" }.joined(), to: name)
    }
    var runner = program
    try scratch.makeFolder("tmp")
    runner.environment["TMPDIR"] = scratch.path("tmp")
    let arguments = ["face", "a.tsv", "b.tsv", "--num", "2", "--format", "json"]
    let alone = try runner.run(arguments)
    #expect(alone.standardOutput.count > 2 * (5 << 20), "or the test shows nothing")
    let together = try runner.run(arguments + ["--jobs", "2"])
    #expect(together.standardOutput == alone.standardOutput && together.status == 0)
    #expect(try scratch.files("tmp", hidden: true).isEmpty)
    runner.environment["TMPDIR"] = scratch.path("nowhere")
    let failed = try runner.run(arguments + ["--jobs", "2"])
    #expect(failed.status == 1 && failed.standardError.contains("nowhere: No such file or directory"), "\(failed.standardError)")
  }

  @Test func pathsOfAllKindsWorkEverywhere() throws {
    let folder = "größe 100% 日本"
    try scratch.makeFolder(folder)
    for name in Self.names { _ = try scratch.picture("\(folder)/\(name)") }
    let sorted = Self.names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }
    var plain = program
    plain.environment["NO_COLOR"] = "1"
    plain.environment["LC_ALL"] = "C"
    for runner in [program, plain] {
      let result = try runner.run(["hand", folder, "--annotate", "\(folder)/drawn é/", "-o", "\(folder)/out %d/"])
      #expect(result.status == 0 && result.standardError == "", "\(result.standardError)")
    }
    #expect(try Set(scratch.files("\(folder)/out %d")) == Set(Self.names.map { $0 + ".hand.jsonl" }))
    #expect(try scratch.files("\(folder)/drawn é").count == Self.names.count)
    let printed = try program.run(["hand", folder, "--format", "csv", "-o", "\(folder)/all ü.csv"])
    #expect(printed.status == 0 && printed.standardError == "")
    #expect(
      try program.run(["hand", "\(folder)/*.bmp"]).objects().map { $0["source"] as? String } == sorted.map { "\(folder)/\($0)" })
    // A name that looks like an option needs a folder before it, or two dashes before both.
    var inside = program
    inside.folder = scratch.url.appendingPathComponent(folder)
    #expect(try inside.run(["hand", "--", "-dash.bmp"]).objects().first?["source"] as? String == "-dash.bmp")
  }

  @Test func namesThatAreNoTextAreAnsweredAsErrors() throws {
    try scratch.makeFolder("in")
    _ = try scratch.picture("in/a.bmp")
    let bytes: [UInt8] = Array((scratch.path("in") + "/").utf8) + [0x66, 0xFF, 0x2E, 0x62, 0x6D, 0x70, 0]
    let made = bytes.withUnsafeBytes { open($0.baseAddress!.assumingMemoryBound(to: CChar.self), O_CREAT | O_WRONLY, 0o600) }
    try #require(made >= 0)
    close(made)
    let result = try program.run(["hand", "in"])
    #expect(result.status == 1 && result.standardError.contains("This name is no UTF-8 text."))
    #expect(try result.objects().count == 2)
  }
}
