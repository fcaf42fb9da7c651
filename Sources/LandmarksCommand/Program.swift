import CommandLineKit

/// The program: picks the command, reports what went wrong, names the exit status.
enum Program {
  /// Version of the package, see CHANGELOG.md.
  static let version = "0.1.0"
  /// When the manual was last changed.
  static let date = "2026-11-30"

  /// Runs the program with the arguments after its name.
  static func run(_ arguments: [String]) -> ExitStatus {
    Interruption.install()
    let messages = Messages()
    do throws(CommandFailure) {
      return try dispatch(arguments, messages: messages)
    } catch {
      messages.error(error.message)
      if let hint = error.hint { messages.plain(hint) }
      return error.status
    }
  }

  private static func dispatch(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    guard let first = arguments.first else {
      throw CommandFailure(.wrongUsage, "A command is missing.", hint: CommandCatalog.guide)
    }
    let rest = Array(arguments.dropFirst())
    if let kind = TaskKind.allCases.first(where: { $0.command == first }) {
      return try TaskCommand(kind: kind).run(rest, messages: messages)
    }
    switch first {
    case "inspect": return try InspectCommand().run(rest, messages: messages)
    case "bench": return try BenchCommand().run(rest, messages: messages)
    case "completions": return try CompletionsCommand().run(rest)
    case "man": return try ManualCommand().run(rest)
    case "--help", "-h": return try printToStandardOutput(CommandCatalog.help)
    case "--version": return try printToStandardOutput("landmarks \(version)\n")
    case "--formats": return try printToStandardOutput(CommandCatalog.formats)
    default: throw unknown(first)
    }
  }

  private static func unknown(_ word: String) -> CommandFailure {
    if word.hasPrefix("-"), word != "-" {
      let meant = Suggestion.nearest(to: String(word.drop { $0 == "-" }), among: CommandCatalog.options.map(\.name))
      return CommandFailure(
        .wrongUsage, "Unknown option \(word) before the command.",
        hint: meant.map { "Did you mean --\($0)?" } ?? "Options of a command follow its name. See landmarks --help.")
    }
    let meant = Suggestion.nearest(to: word, among: CommandCatalog.program.commands.map(\.word))
    return CommandFailure(
      .wrongUsage, "Unknown command \"\(word)\".", hint: meant.map { "Did you mean \($0)?" } ?? "See landmarks --help.")
  }

  /// The arguments of a command, or `nil` if they asked for its help, which is printed.
  static func parse(_ arguments: [String], of definition: CommandDefinition) throws(CommandFailure) -> ParsedArguments? {
    let parsed: ParsedCommand
    do { parsed = try definition.parse(arguments) } catch { throw CommandFailure(error) }
    switch parsed {
    case .run(let arguments): return arguments
    case .help:
      _ = try printToStandardOutput(definition.helpText())
      return nil
    }
  }

  /// Prints help and the like; a reader that went away is no failure worth a word.
  static func printToStandardOutput(_ text: String) throws(CommandFailure) -> ExitStatus {
    let output = FileOutput.standard
    do { try output.write(text) } catch {
      if error.isBrokenPipe { Interruption.endByBrokenPipe() }
      throw CommandFailure(.someFailed, error.description)
    }
    return .answered
  }
}
