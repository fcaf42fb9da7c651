import CommandLineKit
import Testing

@Suite struct ParsingTests {
  static let model = Option.text("model", metavar: "PATH", meaning: "the model")
  static let num = Option.integer("num", metavar: "N", in: 1...10, default: 1, meaning: "most")
  static let confidence = Option.number("min-presence-confidence", metavar: "C", in: 0...1, default: 0.5, meaning: "least")
  static let rotation = Option<Int?>.choice("rotation", [("0", 0), ("90", 90)], default: nil, defaultText: nil, meaning: "turn")
  static let output = Option.text("output", short: "o", metavar: "PATH", meaning: "where")
  static let quiet = Flag("quiet", short: "q", meaning: "less")
  static let verbose = Flag("verbose", short: "v", meaning: "more")
  static let definition = CommandDefinition(
    name: "tool find", summary: "Finds.", operands: "INPUT...", operandCount: 1...3,
    options: [
      model.definition, num.definition, confidence.definition, rotation.definition, output.definition, quiet.definition,
      verbose.definition,
    ])

  func parse(_ arguments: String...) throws -> ParsedArguments {
    guard case .run(let parsed) = try Self.definition.parse(arguments) else {
      throw UsageError("help was asked for")
    }
    return parsed
  }

  func usageError(_ arguments: String..., reading: (ParsedArguments) throws -> Void = { _ in }) -> UsageError? {
    do {
      guard case .run(let parsed) = try Self.definition.parse(arguments) else { return nil }
      try reading(parsed)
      return nil
    } catch {
      return error as? UsageError
    }
  }

  @Test func valuesMayFollowOrBeAttached() throws {
    let parsed = try parse("--model", "a b.task", "--num=3", "-oout", "x")
    #expect(try parsed.value(of: Self.model) == "a b.task")
    #expect(try parsed.value(of: Self.num) == 3)
    #expect(try parsed.value(of: Self.output) == "out")
    #expect(parsed.operands == ["x"])
    #expect(try parse("-o", "out", "x").value(of: Self.output) == "out")
    #expect(try parse("--model=a=b", "x").value(of: Self.model) == "a=b")
  }

  @Test func absentOptionsHaveTheirDefaults() throws {
    let parsed = try parse("x")
    #expect(try parsed.value(of: Self.model) == nil)
    #expect(try parsed.value(of: Self.num) == 1)
    #expect(try parsed.value(of: Self.confidence) == 0.5)
    #expect(try parsed.value(of: Self.rotation) == nil)
    #expect(!parsed.has(Self.quiet))
    #expect(!parsed.has(Self.num))
  }

  @Test func shortFlagsBundleAndEndInAValue() throws {
    let parsed = try parse("-qvo", "out", "x")
    #expect(parsed.has(Self.quiet) && parsed.has(Self.verbose))
    #expect(try parsed.value(of: Self.output) == "out")
    #expect(try parse("-qoout", "x").value(of: Self.output) == "out")
  }

  @Test func doubleDashEndsTheOptionsAndALoneDashIsAnOperand() throws {
    #expect(try parse("-", "--", "--num", "-q").operands == ["-", "--num", "-q"])
    #expect(try parse("--output", "-", "x").value(of: Self.output) == "-")
  }

  @Test func optionsMayFollowOperandsAndTheLastValueCounts() throws {
    let parsed = try parse("x", "--num", "2", "y", "--num", "4")
    #expect(parsed.operands == ["x", "y"])
    #expect(try parsed.value(of: Self.num) == 4)
  }

  @Test(arguments: [["-h"], ["--help"], ["x", "--num", "9", "--help"], ["--help", "--wrong"]])
  func helpIsAnsweredWithoutOperands(_ arguments: [String]) throws {
    guard case .help = try Self.definition.parse(arguments) else {
      Issue.record("not taken for a call for help")
      return
    }
  }

  @Test func helpAfterTheEndOfOptionsIsAnOperand() throws {
    #expect(try parse("--", "--help").operands == ["--help"])
  }

  @Test func unknownOptionsAreAnsweredWithTheNearest() {
    #expect(usageError("--nmu", "2", "x") == UsageError("Unknown option --nmu.", hint: "Did you mean --num?"))
    #expect(usageError("--min-presense-confidence=1", "x")?.hint == "Did you mean --min-presence-confidence?")
    #expect(usageError("--min-pres", "1", "x")?.hint == "Did you mean --min-presence-confidence?")
    #expect(usageError("--zzzzzz", "x") == UsageError("Unknown option --zzzzzz.", hint: "See tool find --help."))
    #expect(usageError("-z", "x") == UsageError("Unknown option -z.", hint: "See tool find --help."))
    #expect(usageError("-quiet", "x")?.message == "Unknown option -u.")
    #expect(usageError("-num", "3", "x")?.hint == "Did you mean --num?")
  }

  @Test func missingAndSuperfluousPartsAreNamed() {
    #expect(usageError() == UsageError("INPUT... is missing.", hint: "See tool find --help."))
    #expect(usageError("a", "b", "c", "d")?.message == "Too many arguments: \"d\" is not expected.")
    #expect(usageError("x", "--model")?.message == "--model needs a value: --model PATH.")
    #expect(usageError("--model", "--num", "3", "x")?.message == "--model needs a value: --model PATH.")
    #expect(usageError("x", "-o")?.message == "-o needs a value: -o PATH.")
    #expect(usageError("--quiet=yes", "x")?.message == "--quiet takes no value.")
  }

  @Test(arguments: ["0", "11", "-1", "two", "", "1.5", "99999999999999999999"])
  func wholeNumbersOutsideTheRangeAreRefused(_ text: String) {
    let error = usageError("--num=\(text)", "x") { _ = try $0.value(of: Self.num) }
    #expect(error == UsageError("--num must be a whole number from 1 to 10, not \"\(text)\"."))
  }

  @Test(arguments: ["-0.1", "1.01", "nan", "inf", "", "half", "0,5"])
  func numbersOutsideTheRangeAreRefused(_ text: String) {
    let error = usageError("--min-presence-confidence=\(text)", "x") { _ = try $0.value(of: Self.confidence) }
    #expect(error == UsageError("--min-presence-confidence must be a number from 0.0 to 1.0, not \"\(text)\"."))
  }

  @Test func choicesListTheirWords() {
    let error = usageError("--rotation", "45", "x") { _ = try $0.value(of: Self.rotation) }
    #expect(error?.message == "--rotation must be one of 0, 90, not \"45\".")
  }

  @Test func emptyTextIsRefused() {
    #expect(usageError("--model=", "x") { _ = try $0.value(of: Self.model) }?.message.contains("not empty") == true)
  }

  @Test func helpIsAlignedAndFitsEightyColumns() {
    let help = Self.definition.helpText()
    for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    #expect(help.hasPrefix("Usage: tool find [options] INPUT...\n\nFinds.\n\nOptions:\n"))
    #expect(help.contains("  -o, --output PATH"))
    #expect(help.contains("(default: 1)"))
    #expect(help.hasSuffix("prints this text\n"))
  }

  @Test func wrappingKeepsEveryWord() {
    let text = "one two three four five sixsixsixsixsix seven"
    let lines = HelpText.wrap(text, width: 10)
    #expect(lines.joined(separator: " ") == text)
    #expect(lines == ["one two", "three four", "five", "sixsixsixsixsix", "seven"])
  }

  @Test func distanceCountsEdits() {
    #expect(Suggestion.distance("num", "num") == 0)
    #expect(Suggestion.distance("nmu", "num") == 1)
    #expect(Suggestion.distance("", "abc") == 3)
    #expect(Suggestion.distance("abc", "") == 3)
    #expect(Suggestion.distance("kitten", "sitting") == 3)
    #expect(Suggestion.nearest(to: "hnad", among: ["hand", "face"]) == "hand")
    #expect(Suggestion.nearest(to: "x", among: ["hand", "face"]) == nil)
    #expect(Suggestion.nearest(to: "banana", among: ["hand", "face"]) == nil)
  }
}

@Suite struct ListValueTests {
  @Test(
    arguments: [
      ("1,2", [1, 2]), ("0.5,-3e1", [0.5, -30]), ("1", nil), ("1,2,3", nil), ("1,", nil), (",", nil), ("1,x", nil), ("1, 2", nil),
      ("inf,1", nil), ("nan,1", nil), ("", nil),
    ] as [(String, [Float]?)])
  func numbersAreCountedAndFinite(_ text: String, _ expected: [Float]?) {
    #expect(CommaList.numbers(text, count: 2) == expected)
  }

  @Test func wordsKeepTheirSpaces() {
    #expect(CommaList.words("a,b c") == ["a", "b c"])
    #expect(CommaList.words("") == [""])
  }
}
