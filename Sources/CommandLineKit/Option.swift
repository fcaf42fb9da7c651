/// What a command's help says about one option; shared by options with a value and flags.
package struct OptionDefinition: Sendable, Hashable {
  /// Long name without the dashes.
  package let name: String
  /// Letter of the short form, `nil` if there is none.
  package let short: Character?
  /// Placeholder of the value in the help, `nil` for a flag.
  package let metavar: String?
  /// One clause that says what it does.
  package let meaning: String
  /// How the default reads in the help, `nil` if there is nothing to say.
  package let defaultText: String?

  package init(name: String, short: Character? = nil, metavar: String? = nil, meaning: String, defaultText: String? = nil) {
    self.name = name
    self.short = short
    self.metavar = metavar
    self.meaning = meaning
    self.defaultText = defaultText
  }
}

/// An option without a value.
package struct Flag: Sendable {
  package let definition: OptionDefinition

  package init(_ name: String, short: Character? = nil, meaning: String) {
    definition = OptionDefinition(name: name, short: short, meaning: meaning)
  }
}

/// An option with a value: how it is called, explained and read.
package struct Option<Value: Sendable>: Sendable {
  package let definition: OptionDefinition
  /// The value when the option is not given.
  package let defaultValue: Value
  /// What a value must be, as the end of the sentence "must be …".
  let expectation: String
  /// Reads the value, `nil` if the text is not one.
  let read: @Sendable (String) -> Value?

  package init(
    _ definition: OptionDefinition, defaultValue: Value, expectation: String, read: @escaping @Sendable (String) -> Value?
  ) {
    self.definition = definition
    self.defaultValue = defaultValue
    self.expectation = expectation
    self.read = read
  }
}

extension Option where Value == String? {
  /// A path or other free text, not empty.
  package static func text(
    _ name: String, short: Character? = nil, metavar: String, meaning: String, defaultText: String? = nil
  ) -> Option {
    Option(
      OptionDefinition(name: name, short: short, metavar: metavar, meaning: meaning, defaultText: defaultText),
      defaultValue: nil, expectation: "a text that is not empty"
    ) { $0.isEmpty ? nil : .some($0) }
  }
}

extension Option where Value == Int {
  /// A whole number of `range`.
  package static func integer(
    _ name: String, metavar: String, in range: ClosedRange<Int>, default defaultValue: Int, meaning: String
  ) -> Option {
    Option(
      OptionDefinition(name: name, metavar: metavar, meaning: meaning, defaultText: String(defaultValue)),
      defaultValue: defaultValue, expectation: "a whole number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Option where Value == Float {
  /// A number of `range`.
  package static func number(
    _ name: String, metavar: String, in range: ClosedRange<Float>, default defaultValue: Float, meaning: String
  ) -> Option {
    Option(
      OptionDefinition(name: name, metavar: metavar, meaning: meaning, defaultText: "\(defaultValue)"),
      defaultValue: defaultValue, expectation: "a number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Float(text).flatMap { range.contains($0) ? $0 : nil } }
  }
}

extension Option {
  /// One of a few words, each with the value it stands for.
  package static func choice(
    _ name: String, _ choices: [(word: String, value: Value)], default defaultValue: Value, defaultText: String?, meaning: String
  ) -> Option {
    let words = choices.map(\.word)
    return Option(
      OptionDefinition(name: name, metavar: words.joined(separator: "|"), meaning: meaning, defaultText: defaultText),
      defaultValue: defaultValue, expectation: "one of \(words.joined(separator: ", "))"
    ) { text in choices.first { $0.word == text }?.value }
  }
}
