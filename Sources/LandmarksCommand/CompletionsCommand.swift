import CommandLineKit

/// `landmarks completions`: prints the script that teaches a shell the program's commands and options.
struct CompletionsCommand: Sendable {
  static var definition: CommandDefinition {
    CommandDefinition(
      name: "landmarks completions",
      summary: "Prints a script that lets a shell complete the program's commands, options and values.",
      operands: Completions.allCases.map(\.rawValue).joined(separator: "|"), operandCount: 1...1, options: [],
      notes: [
        "bash: landmarks completions bash > ~/.local/share/bash-completion/completions/landmarks",
        "zsh: landmarks completions zsh > DIR/_landmarks with a folder DIR of $fpath",
        "fish: landmarks completions fish > ~/.config/fish/completions/landmarks.fish",
      ])
  }

  func run(_ arguments: [String]) throws(CommandFailure) -> ExitStatus {
    guard let parsed = try Program.parse(arguments, of: Self.definition) else { return .answered }
    let word = parsed.operands[0]
    guard let shell = Completions(rawValue: word) else {
      throw CommandFailure(
        .wrongUsage, "There is no completion for \"\(word)\".",
        hint: "Shells: \(Completions.allCases.map(\.rawValue).joined(separator: ", ")).")
    }
    return try Program.printToStandardOutput(shell.script(for: CommandCatalog.program))
  }
}
