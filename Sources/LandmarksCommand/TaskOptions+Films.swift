import CommandLineKit
import Films

// The options that are about films.
extension TaskOptions {
  static let start = time("start", meaning: "films: begins there")
  static let end = time("end", meaning: "films: ends there; the frame at this time is not taken")
  static let every = Option.integer(
    "every", metavar: "N", in: 1...1_000_000, default: 1, meaning: "films: takes every Nth frame")
  static let maximumRate = Option<Double?>(
    OptionDefinition(
      name: "max-fps", metavar: "R", meaning: "films, cameras: takes at most R frames a second", defaultText: "all frames"),
    defaultValue: nil, expectation: "a number above 0, at most 10000"
  ) { text in Double(text).flatMap { $0 > 0 && $0 <= 10000 ? .some($0) : nil } }

  static var filmOptions: [OptionDefinition] { [start.definition, end.definition, every.definition, maximumRate.definition] }

  /// Which frames of a film are wanted.
  static func selection(_ parsed: ParsedArguments) throws(UsageError) -> FrameSelection {
    let start = try parsed.value(of: Self.start) ?? 0
    let end = try parsed.value(of: Self.end)
    if let end, end <= start { throw UsageError("--end must be later than --start.") }
    return FrameSelection(
      startInMilliseconds: start, endInMilliseconds: end, every: try parsed.value(of: every),
      maximumRate: try parsed.value(of: maximumRate))
  }

  private static func time(_ name: String, meaning: String) -> Option<Int?> {
    Option<Int?>(
      OptionDefinition(name: name, metavar: "TIME", meaning: "\(meaning), seconds or [HOURS:]MINUTES:SECONDS"),
      defaultValue: nil, expectation: "seconds, MINUTES:SECONDS or HOURS:MINUTES:SECONDS"
    ) { text in milliseconds(text).map { .some($0) } }
  }

  /// Milliseconds of "90.5", "1:30.5" or "0:01:30.5".
  static func milliseconds(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last, let seconds = Double(last), last.allSatisfy(isDigitOrPoint)
    else { return nil }
    var total = seconds
    var unit = 60.0
    for part in parts.dropLast().reversed() {
      guard let count = Int(part), count >= 0, part.allSatisfy(isDigitOrPoint) else { return nil }
      total += Double(count) * unit
      unit *= 60
    }
    // Below a minute behind a colon, and less than ten years in all.
    guard parts.count == 1 || seconds < 60, total < 3e8 else { return nil }
    return Int((total * 1000).rounded())
  }

  private static func isDigitOrPoint(_ character: Character) -> Bool { ("0"..."9").contains(character) || character == "." }
}
