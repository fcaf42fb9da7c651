/// A program with its commands: what completions and the manual are made from, so that they cannot fall behind the parser.
package struct ProgramDefinition: Sendable {
  /// One command.
  package struct Command: Sendable {
    /// The word that calls it.
    package let word: String
    /// What it does, as the end of a line in a list.
    package let brief: String
    package let definition: CommandDefinition
    /// What its operands are.
    package let operands: ValueKind

    package init(_ word: String, _ brief: String, _ definition: CommandDefinition, operands: ValueKind) {
      self.word = word
      self.brief = brief
      self.definition = definition
      self.operands = operands
    }
  }

  package let name: String
  package let commands: [Command]
  /// Options that stand in place of a command.
  package let options: [OptionDefinition]

  package init(name: String, commands: [Command], options: [OptionDefinition]) {
    self.name = name
    self.commands = commands
    self.options = options
  }
}

/// What a shell can offer where a value is expected.
package enum ValueKind: Sendable, Hashable {
  /// There is no value.
  case none
  case words([String])
  case file
  case folder
  /// A number or other text that nobody can guess.
  case free
}

extension OptionDefinition {
  /// The kind of its value (file, folder, one of some words), which decides what a shell offers to complete.
  package var valueKind: ValueKind {
    guard let metavar else { return .none }
    if metavar.contains("|") {
      // "one-euro[:A,B]" is completed as far as it is one word.
      return .words(metavar.split(separator: "|").map { String($0.prefix { $0 != "[" }) })
    }
    return switch metavar {
    case "PATH", "LIST", "P", "DEVICE": .file
    case "DIR": .folder
    default: .free
    }
  }

  /// Its spellings on the command line, the short one first.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}
