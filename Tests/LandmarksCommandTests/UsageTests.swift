import Foundation
import TestSupport
import Testing

/// What needs neither a model nor a picture: help, wrong calls, the missing model.
@Suite struct UsageTests {
  let runner = ProgramRunner()

  @Test(
    arguments: [
      ("landmarks", []), ("hand", ["hand"]), ("gesture", ["gesture"]), ("face", ["face"]), ("pose", ["pose"]),
      ("inspect", ["inspect"]), ("bench", ["bench"]), ("completions", ["completions"]), ("man", ["man"]),
    ])
  func helpIsTheGolden(_ name: String, _ command: [String]) throws {
    let result = try runner.run(command + ["--help"])
    #expect(result.status == 0)
    #expect(result.standardError == "")
    for line in result.text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    try Golden.check(result.text, named: "\(name).help.txt")
  }

  @Test func withoutArgumentsAShortGuideIsShown() throws {
    let result = try runner.run([])
    #expect(result.status == 2 && result.standardOutput.isEmpty)
    for part in ["A command is missing.", "landmarks hand photo.jpg", "landmarks --help", "completions"] {
      #expect(result.standardError.contains(part))
    }
    #expect(result.standardError.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func formatsAreListedWithTheirVersions() throws {
    let result = try runner.run(["--formats"])
    #expect(result.text == "json 1\njsonl 1\ncsv 1\nbvh 1\n" && result.status == 0 && result.standardError == "")
    let document = try String(contentsOf: TestFiles.packageRoot.appendingPathComponent("FORMATS.md"), encoding: .utf8)
    for line in result.text.split(separator: "\n") {
      let parts = line.split(separator: " ")
      #expect(document.contains("| `\(parts[0])` | \(parts[1]) |"), "\(line)")
    }
  }

  @Test func versionIsPrinted() throws {
    let result = try runner.run(["--version"])
    #expect(result.text.wholeMatch(of: /landmarks [0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    #expect(result.status == 0 && result.standardError == "")
  }

  @Test(
    arguments: [
      ([], "A command is missing.", "hand, gesture, face, pose, inspect"),
      (["hnad", "a.jpg"], "Unknown command \"hnad\".", "Did you mean hand?"),
      (["--verson"], "Unknown option --verson", "Did you mean --version?"),
      (["hand"], "INPUT... is missing.", "landmarks hand --help"),
      (["face", "--nmu", "2", "a.jpg"], "Unknown option --nmu.", "Did you mean --num?"),
      (["gestrue", "a.jpg"], "Unknown command \"gestrue\".", "Did you mean gesture?"),
      (["hand", "--blendshapes", "a.jpg"], "Unknown option --blendshapes.", "See landmarks hand --help."),
      (["face", "--masks", "a.jpg"], "Unknown option --masks.", ""),
      (["face", "--threads", "none", "a.jpg"], "--threads must be a whole number from 1 to 16", ""),
      (["face", "--threads", "0", "a.jpg"], "--threads must be a whole number from 1 to 16", ""),
      (["face", "--threads", "17", "a.jpg"], "--threads must be a whole number from 1 to 16", ""),
      (["pose", "--mask", "a.jpg"], "Unknown option --mask.", "Did you mean --masks?"),
      (["hand", "--num", "0", "a.jpg"], "--num must be a whole number from 1", ""),
      (["hand", "--min-presence-confidence", "1.5", "a.jpg"], "--min-presence-confidence must be a number from 0.0 to 1.0", ""),
      (["hand", "--rotation", "45", "a.jpg"], "--rotation must be one of 0, 90, 180, 270", ""),
      (["hand", "--format", "xml", "a.jpg"], "--format must be one of text, json, jsonl, csv", ""),
      (["hand", "--mode", "film", "a.jpg"], "--mode must be one of image, video", ""),
      (["hand", "--roi", "0.5,0.5,0.6,0.2", "a.jpg"], "--roi must be X,Y,W,H, a rectangle within 0…1", ""),
      (["hand", "--roi", "0,0,1", "a.jpg"], "--roi must be", ""),
      (["hand", "--roi", "0,0,0,1", "a.jpg"], "--roi must be", ""),
      (["hand", "--roi", "nan,0,1,1", "a.jpg"], "--roi must be", ""),
      (["hand", "--precision", "exact", "a.jpg"], "--precision must be one of mediapipe, corrected", ""),
      (["face", "--smoothing", "heavy", "a.jpg"], "--smoothing must be off, mediapipe, one-euro", ""),
      (["face", "--smoothing", "one-euro:1,2", "a.jpg"], "--smoothing must be", ""),
      (["face", "--smoothing", "one-euro:0,2,1", "a.jpg"], "--smoothing must be", ""),
      (["pose", "--timestamps", "loose", "a.jpg"], "--timestamps must be one of strict, drop, adjust", ""),
      (["pose", "--redetect", "0", "a.jpg"], "--redetect must be a whole number from 1", ""),
      (["face", "--vertical-fov", "180", "a.jpg"], "--vertical-fov must be a number above 0 and below 180", ""),
      (["gesture", "--max-results", "0", "a.jpg"], "--max-results must be a whole number from 1, or -1", ""),
      (["gesture", "--score-threshold", "2", "a.jpg"], "--score-threshold must be a number from 0.0 to 1.0", ""),
      (["gesture", "--allow", "A,,B", "a.jpg"], "--allow must be words separated by commas", ""),
      (["gesture", "--allow", "A", "--deny", "B", "a.jpg"], "--allow and --deny exclude each other.", ""),
      (
        ["gesture", "--custom-allow", "A", "--custom-deny", "B", "a.jpg"],
        "--custom-allow and --custom-deny exclude each other.", ""
      ),
      (["hand", "--frames", "a.tsv", "a.jpg"], "--frames a.tsv stands in place of inputs: \"a.jpg\" is not expected.", ""),
      (["hand", "--frames", "a.tsv", "--mode", "image"], "--frames is a stream, it does not go with --mode image.", ""),
      (["hand", "--frames", "a.tsv", "--annotate", "out.png"], "several inputs need a folder", ""),
      (["hand", "--model"], "--model needs a value", ""),
      (["hand", "-q", "-v", "a.jpg"], "--quiet and --verbose exclude each other.", ""),
      (["hand", "-", "-"], "can be read only once", ""),
      (["hand", ""], "An INPUT is empty.", ""),
      (["hand", "--annotate", "out.gif", "a.jpg"], "must end in .png, .jpg or .jpeg", "A folder ends in /."),
      (["hand", "--annotate", "out.png", "a.jpg", "b.jpg"], "several inputs need a folder", ""),
      (["inspect"], "MODEL is missing.", "landmarks inspect --help"),
      (["inspect", "a", "b"], "\"b\" is not expected", ""),
      (["inspect", "--threads", "2", "a"], "--threads is for --steps.", "Add --steps"),
      (["inspect", "--steps", "--threads", "0", "a"], "--threads must be a whole number from 1 to 16", ""),
    ] as [([String], String, String)])
  func wrongCallsAreExplainedAndAnsweredWithStatus2(_ arguments: [String], _ message: String, _ hint: String) throws {
    let result = try runner.run(arguments)
    #expect(result.status == 2)
    #expect(result.standardOutput.isEmpty)
    #expect(result.standardError.hasPrefix("landmarks: "))
    #expect(result.standardError.contains(message), "\(result.standardError)")
    #expect(hint.isEmpty || result.standardError.contains(hint), "\(result.standardError)")
  }

  @Test(
    arguments: [
      ["hand", "a.jpg"], ["gesture", "a.jpg"], ["face", "a.jpg"], ["pose", "a.jpg"], ["pose", "--frames", "a.tsv"],
    ])
  func missingModelIsStatus3AndSaysWhereItWasLookedFor(_ arguments: [String]) throws {
    let scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = scratch.path("nowhere")
    runner.environment["XDG_DATA_HOME"] = scratch.path("data")
    let result = try runner.run(arguments)
    #expect(result.status == 3)
    #expect(result.standardOutput.isEmpty)
    #expect(result.standardError.contains(scratch.path("nowhere")))
    #expect(result.standardError.contains(scratch.path("data/landmarks/models")))
    #expect(result.standardError.contains("Scripts/fetch-models"))
  }

  @Test(arguments: ["no-such.task", "text.task", "empty.task", "."])
  func unusableModelIsStatus3AndNamesTheFile(_ name: String) throws {
    let scratch = try ScratchFolder()
    try Data("this is no model".utf8).write(to: scratch.url.appendingPathComponent("text.task"))
    try Data().write(to: scratch.url.appendingPathComponent("empty.task"))
    let runner = ProgramRunner(folder: scratch.url)
    for arguments in [["hand", "--model", name, "a.jpg"], ["face", "--model", name, "a.jpg"], ["inspect", name]] {
      let result = try runner.run(arguments)
      #expect(result.status == 3, "\(arguments)")
      #expect(result.standardOutput.isEmpty)
      #expect(result.standardError.contains(name), "\(result.standardError)")
    }
  }

  @Test func failedRunLeavesNoOutputFile() throws {
    let scratch = try ScratchFolder()
    let result = try ProgramRunner(folder: scratch.url).run(["hand", "--model", "none.task", "-o", "out.jsonl", "a.jpg"])
    #expect(result.status == 3)
    #expect(try scratch.names.isEmpty)
  }
}
