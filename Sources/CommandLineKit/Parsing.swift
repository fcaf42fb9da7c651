/// What the arguments of a command ask for.
package enum ParsedCommand: Sendable {
  case run(ParsedArguments)
  case help
}

/// The options given and the operands, in the order of the command line.
package struct ParsedArguments: Sendable, Hashable {
  /// Last value given for each option, by long name.
  var values: [String: String] = [:]
  /// Flags given, by long name.
  var flags: Set<String> = []
  /// Arguments that are not options; `-` is among them.
  package internal(set) var operands: [String] = []

  /// Whether the flag was given.
  package func has(_ flag: Flag) -> Bool { flags.contains(flag.definition.name) }

  /// Whether the option was given, whatever its value.
  package func has<Value>(_ option: Option<Value>) -> Bool { values[option.definition.name] != nil }

  /// All that was given but some options, in one order: the same for calls that ask for the same.
  package func summary(without names: Set<String>) -> [String] {
    let given = values.filter { !names.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    return (given + flags.filter { !names.contains($0) }).sorted()
  }

  /// The option's value, or its default if it was not given.
  package func value<Value>(of option: Option<Value>) throws(UsageError) -> Value {
    guard let text = values[option.definition.name] else { return option.defaultValue }
    guard let value = option.read(text) else {
      throw UsageError("--\(option.definition.name) must be \(option.expectation), not \"\(text)\".")
    }
    return value
  }
}

extension CommandDefinition {
  /// Sorts arguments into options and operands.
  ///
  /// `--name value`, `--name=value`, `-n value`, `-nvalue` and bundled short flags are understood; `--` ends the
  /// options; a lone `-` is an operand. Given twice, the last value counts, so that a call can override an alias.
  package func parse(_ arguments: [String]) throws(UsageError) -> ParsedCommand {
    var parsed = ParsedArguments()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--" {
        parsed.operands += rest
        break
      } else if argument.hasPrefix("--") {
        try readLong(argument.dropFirst(2), rest: &rest, into: &parsed)
      } else if argument.hasPrefix("-"), argument != "-" {
        try readShort(argument.dropFirst(), rest: &rest, into: &parsed)
      } else {
        parsed.operands.append(argument)
      }
      if parsed.flags.contains(Self.help.name) { return .help }
    }
    if parsed.operands.count < operandCount.lowerBound {
      throw UsageError("\(operands) is missing.", hint: "See \(name) --help.")
    }
    if parsed.operands.count > operandCount.upperBound {
      throw UsageError("Too many arguments: \"\(parsed.operands[operandCount.upperBound])\" is not expected.")
    }
    return .run(parsed)
  }

  private func readLong(
    _ text: Substring, rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let given = String(parts[0])
    guard let option = options.first(where: { $0.name == given }) else {
      let meant = Suggestion.nearest(to: given, among: options.map(\.name))
      throw UsageError(
        "Unknown option --\(given).", hint: meant.map { "Did you mean --\($0)?" } ?? "See \(name) --help.")
    }
    let attached = parts.count == 2 ? String(parts[1]) : nil
    if option.metavar == nil {
      guard attached == nil else { throw UsageError("--\(given) takes no value.") }
      parsed.flags.insert(given)
    } else if let attached {
      parsed.values[given] = attached
    } else {
      parsed.values[given] = try nextValue(of: option, called: "--\(given)", from: &rest)
    }
  }

  private func readShort(
    _ text: Substring, rest: inout ArraySlice<String>, into parsed: inout ParsedArguments
  ) throws(UsageError) {
    var letters = text
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.short == letter }) else {
        let long = options.first { $0.name == text }
        throw UsageError("Unknown option -\(letter).", hint: long.map { "Did you mean --\($0.name)?" } ?? "See \(name) --help.")
      }
      if option.metavar == nil {
        parsed.flags.insert(option.name)
      } else if letters.isEmpty {
        parsed.values[option.name] = try nextValue(of: option, called: "-\(letter)", from: &rest)
      } else {
        parsed.values[option.name] = String(letters)
        return
      }
    }
  }

  /// The argument after the option. One that looks like an option is taken for a forgotten value.
  private func nextValue(
    of option: OptionDefinition, called name: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = rest.first, !(value.hasPrefix("--") && value.count > 2) else {
      let metavar = option.metavar ?? "VALUE"
      throw UsageError("\(name) needs a value: \(name) \(metavar).")
    }
    rest.removeFirst()
    return value
  }
}
