/// A command with its options and operands, from which the parser and the help are made.
package struct CommandDefinition: Sendable {
  /// The words that call it, for example `landmarks hand`.
  package let name: String
  /// One or two sentences: what it does.
  package let summary: String
  /// How the operands read in the usage line, for example `INPUT...`; empty if there are none.
  package let operands: String
  /// Least and most number of operands.
  package let operandCount: ClosedRange<Int>
  package let options: [OptionDefinition]
  /// Paragraphs after the options.
  package let notes: [String]

  package init(
    name: String, summary: String, operands: String, operandCount: ClosedRange<Int>, options: [OptionDefinition],
    notes: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.operands = operands
    self.operandCount = operandCount
    self.options = options + [CommandDefinition.help]
    self.notes = notes
  }

  /// Every command answers this one.
  static let help = OptionDefinition(name: "help", short: "h", meaning: "prints this text")
}

/// A wrong call: what is wrong and, if anything can be said, what was probably meant.
package struct UsageError: Error, Sendable, Hashable {
  package let message: String
  package let hint: String?

  package init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
  }
}
