import CommandLineKit
import Foundation
import TestSupport
import Testing

@Suite struct JSONWriterTests {
  @Test func keysKeepTheirOrderAndCommasAreRight() {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("z")
      writer.integer(-3)
      writer.key("a")
      writer.array([1, 2]) { $0.integer($1) }
      writer.key("e")
      writer.array { _ in }
      writer.key("o")
      writer.object { _ in }
      writer.key("n")
      writer.null()
      writer.key("t")
      writer.bool(true)
      writer.key("s")
      writer.string("x")
    }
    #expect(writer.text == #"{"z":-3,"a":[1,2],"e":[],"o":{},"n":null,"t":true,"s":"x"}"#)
    writer.reset()
    writer.string("again")
    #expect(writer.text == "\"again\"")
  }

  @Test(arguments: [
    "", "plain", "quote \" backslash \\ slash /", "line\nfeed\r\ttab", "\u{0}\u{1}\u{1F}\u{7F}", "Grüße, 写真, 👩🏽‍🦱", "e\u{301}",
    "\"\u{301}", "\u{2028}\u{2029}",
  ])
  func stringsReadBackTheSame(_ text: String) throws {
    var writer = JSONWriter()
    writer.array { $0.string(text) }
    let read = try #require(try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [String])
    #expect(read.count == 1 && Array(read[0].unicodeScalars) == Array(text.unicodeScalars))
    #expect(!writer.bytes.contains { $0 < 0x20 })
  }

  @Test func everyFiniteFloatReadsBackToTheSameBits() throws {
    let seed: UInt64 = 20_261_130
    var generator = SeededGenerator(seed: seed)
    var values: [Float] = [
      0, -0.0, 1, -1, 0.1, 3.7e-07, 16_777_216, 1e16, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .leastNormalMagnitude,
    ]
    while values.count < 20_000 {
      let value = Float(bitPattern: UInt32.random(in: .min ... .max, using: &generator))
      if value.isFinite { values.append(value) }
    }
    for value in values {
      var writer = JSONWriter()
      writer.number(value)
      #expect(Float(writer.text)?.bitPattern == value.bitPattern, "seed \(seed), \(writer.text)")
      #expect(writer.text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?(e[+-][0-9]+)?/) != nil, "\(writer.text) is no JSON number")
    }
  }

  @Test func numbersThatAreNotKnownAreNull() {
    var writer = JSONWriter()
    writer.array([Float.nan, .infinity, -.infinity, nil, 0.5]) { $0.number($1) }
    #expect(writer.text == "[null,null,null,null,0.5]")
  }
}

@Suite struct CSVTests {
  @Test func onlyFieldsThatNeedQuotesHaveThem() {
    #expect(CSV.row(["a", "", "b c", "写真"]) == "a,,b c,写真\n")
    #expect(
      CSV.row(["a,b", "say \"hi\"", "two\nlines", "cr\r\nlf"]) == "\"a,b\",\"say \"\"hi\"\"\",\"two\nlines\",\"cr\r\nlf\"\n")
    #expect(CSV.row(["\"\u{301}"]).utf8.count == "\"\"\"\u{301}\"\n".utf8.count)
  }

  @Test func unknownNumbersAreEmpty() {
    #expect(CSV.number(0.1) == "0.1")
    #expect(CSV.number(.nan) == "")
    #expect(CSV.number(nil) == "")
  }
}

@Suite struct ProgressBarTests {
  @Test func paceSaysRateAndRemainingTime() {
    #expect(ProgressBar.pace(steps: 0, seconds: 3, left: 5) == "")
    #expect(ProgressBar.pace(steps: 5, seconds: 2, left: 5) == "2.5/s 0:02 left")
    #expect(ProgressBar.pace(steps: 1, seconds: 10, left: 700) == "0.1/s 1:56:40 left")
    #expect(ProgressBar.pace(steps: 30, seconds: 1, left: 0) == "30.0/s 0:00 left")
    #expect(
      ProgressBar.line(done: 1, total: 4, pace: "2.5/s 0:02 left", label: "a", columns: 79)
        == "[#####...............] 1/4 2.5/s 0:02 left a")
    // Where there is no room, the pace goes first.
    #expect(
      ProgressBar.line(done: 1, total: 4, pace: "2.5/s 0:02 left", label: "a", columns: 30) == "[#####...............] 1/4 a")
  }

  @Test func barFillsFromLeftToRight() {
    #expect(ProgressBar.line(done: 0, total: 4, label: "a", columns: 79) == "[....................] 0/4 a")
    #expect(ProgressBar.line(done: 1, total: 4, label: "a", columns: 79) == "[#####...............] 1/4 a")
    #expect(ProgressBar.line(done: 4, total: 4, label: "a", columns: 79) == "[####################] 4/4 a")
  }

  @Test(arguments: 0...60)
  func lineNeverGrowsWiderThanTheTerminal(_ columns: Int) {
    for label in ["short", String(repeating: "long ", count: 40), String(repeating: "写真", count: 40)] {
      let line = ProgressBar.line(done: 3, total: 10, label: label, columns: columns)
      #expect(line.reduce(0) { $0 + Terminal.columns(of: $1) } <= columns)
    }
  }

  @Test func controlCharactersOfAFileNameDoNotReachTheTerminal() {
    let line = ProgressBar.line(done: 0, total: 2, label: "a\u{1B}[2Jb\n", columns: 79)
    #expect(!line.unicodeScalars.contains { $0.value < 0x20 })
  }

  @Test func colourNeedsATerminalAndNoObjection() {
    #expect(Terminal.allowsColor(isInteractive: true, environment: [:]))
    #expect(Terminal.allowsColor(isInteractive: true, environment: ["NO_COLOR": ""]))
    #expect(!Terminal.allowsColor(isInteractive: true, environment: ["NO_COLOR": "1"]))
    #expect(!Terminal.allowsColor(isInteractive: true, environment: ["TERM": "dumb"]))
    #expect(!Terminal.allowsColor(isInteractive: false, environment: [:]))
  }
}

@Suite struct FileOutputTests {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("landmarks-output-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  var names: [String] { get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() } }

  @Test func fileAppearsOnlyWhenItIsWhole() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("Größe 写真.txt").path
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    var output = try FileOutput(path: path)
    try output.write("new ")
    try output.write("text")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
    try output.finish()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "new text")
    #expect(try names == ["Größe 写真.txt"])
  }

  private func abandon(_ path: String) throws {
    let output = try FileOutput(path: path)
    try output.write("half")
    #expect(try names.count == 1)
  }

  @Test func unfinishedFileLeavesNothingBehind() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try abandon(folder.appendingPathComponent("out.txt").path)
    #expect(try names.isEmpty)
  }

  @Test func symbolicLinksStayAndTheirTargetIsWritten() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let target = folder.appendingPathComponent("target.txt").path
    let link = folder.appendingPathComponent("link.txt").path
    try "old".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    var output = try FileOutput(path: link)
    try output.write("new")
    try output.finish()
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
  }

  @Test func devicesAreWrittenAndNotReplaced() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(AtomicPath("/dev/null").isSpecial)
    var output = try FileOutput(path: "/dev/null")
    try output.write("gone")
    try output.finish()
    #expect(AtomicPath("/dev/null").isSpecial)
  }

  @Test func missingFolderIsAnErrorThatNamesThePath() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("no/such/out.txt").path
    do {
      _ = try FileOutput(path: path)
      Issue.record("the file was opened")
    } catch {
      #expect(error.description == "\(path): No such file or directory")
    }
  }
}

@Suite struct LineReaderTests {
  /// The lines of `bytes`, read from a file.
  func lines(_ bytes: [UInt8]) throws -> [LineReader.Line] {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("lines-\(UUID().uuidString)").path
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var reader = try LineReader(path: path)
    var lines: [LineReader.Line] = []
    while let line = try reader.next() { lines.append(line) }
    return lines
  }

  @Test func linesEndWithALineFeedOrWithTheFile() throws {
    #expect(try lines([]) == [])
    #expect(try lines(Array("\n".utf8)) == [.text("")])
    #expect(try lines(Array("a\nb\r\n\nc".utf8)) == [.text("a"), .text("b"), .text(""), .text("c")])
    #expect(try lines(Array("größe\te\u{301}\n".utf8)) == [.text("größe\te\u{301}")])
  }

  @Test func bytesThatAreNoTextSpoilTheirLineOnly() throws {
    #expect(try lines([0x61, 0xC3, 0x0A, 0x62, 0x0A, 0x00, 0x0A]) == [.unreadable, .text("b"), .unreadable])
  }

  @Test(arguments: [-1, 0, 1, 1 << 16, 1 << 18])
  func lengthIsLimited(_ beyond: Int) throws {
    let long = [UInt8](repeating: 0x61, count: LineReader.byteLimit + beyond)
    let expected: LineReader.Line = beyond > 0 ? .tooLong : .text(String(decoding: long, as: UTF8.self))
    #expect(try lines(long + Array("\nx\n".utf8)) == [expected, .text("x")])
    #expect(try lines(long) == [expected])
  }

  @Test func missingFileIsAnError() {
    #expect(throws: SystemFailure.self) { _ = try LineReader(path: "/no/such/file") }
  }
}
