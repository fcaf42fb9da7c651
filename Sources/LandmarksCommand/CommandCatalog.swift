import CommandLineKit

/// All commands in one place: the help, the guide, completions and the manual are made from it.
enum CommandCatalog {
  /// Options that stand in place of a command.
  static let options = [
    OptionDefinition(name: "help", short: "h", meaning: "prints this text, or after a command the command's own"),
    OptionDefinition(name: "version", meaning: "prints the version"),
    OptionDefinition(name: "formats", meaning: "prints the formats of results and the version of each one's schema"),
  ]

  static var program: ProgramDefinition {
    ProgramDefinition(
      name: "landmarks",
      commands: TaskKind.allCases.map { kind in
        ProgramDefinition.Command(kind.command, kind.brief, TaskOptions.definition(for: kind), operands: .file)
      } + [
        ProgramDefinition.Command(
          "inspect", "says what is inside a .task or .tflite file", InspectCommand.definition, operands: .file),
        ProgramDefinition.Command(
          "bench", "times the tasks and their networks on this machine", BenchCommand.definition,
          operands: .words(BenchTask.allCases.map(\.rawValue))),
        ProgramDefinition.Command(
          "completions", "prints a script that completes commands in a shell", CompletionsCommand.definition,
          operands: .words(Completions.allCases.map(\.rawValue))),
        ProgramDefinition.Command("man", "prints the manual page", ManualCommand.definition, operands: .none),
      ],
      options: options)
  }

  /// What `--help` prints.
  static var help: String {
    """
    Usage: landmarks COMMAND [options] ...

    Finds hands, gestures, faces and people in pictures and in streams of them, and
    prints their landmarks. Everything happens on this machine; the program has no
    network code.

    Commands:
    \(HelpText.table(program.commands.map { ($0.word, $0.brief) }))

    Options:
    \(HelpText.table(options.map { (($0.short.map { "-\($0), " } ?? "    ") + "--\($0.name)", $0.meaning) }))

    Exit status: 0 all inputs answered, 1 some failed, 2 wrong usage, 3 no model.

    """
  }

  /// What the program says when it is called without anything.
  static var guide: String {
    """

    Give it a task and pictures:

      landmarks hand photo.jpg                 21 landmarks of each hand
      landmarks face --num 5 *.jpg             478 landmarks of up to five faces
      landmarks pose --annotate out/ photos/   people in a folder, drawn

    Commands: \(program.commands.map(\.word).joined(separator: ", ")).
    landmarks COMMAND --help lists the options, landmarks --help says more.
    """
  }

  /// The formats by the words of `--format`, each with the version of its schema; FORMATS.md describes them.
  static var formats: String { "json 1\njsonl 1\ncsv 1\nbvh 1\n" }
}

extension TaskKind {
  /// What the command does, as the end of a line in a list.
  var brief: String {
    switch self {
    case .hand: "finds hands and their 21 landmarks in pictures and streams"
    case .gesture: "finds hands and names their gestures"
    case .face: "finds faces and their 478 landmarks, expressions and positions"
    case .pose: "finds people and their 33 landmarks, and masks of them"
    }
  }
}
