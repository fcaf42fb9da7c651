import CommandLineKit

/// `landmarks man`: prints the manual page in the macros of `man`.
struct ManualCommand: Sendable {
  static var definition: CommandDefinition {
    CommandDefinition(
      name: "landmarks man", summary: "Prints the manual page: landmarks man | man -l -", operands: "", operandCount: 0...0,
      options: [])
  }

  func run(_ arguments: [String]) throws(CommandFailure) -> ExitStatus {
    guard try Program.parse(arguments, of: Self.definition) != nil else { return .answered }
    return try Program.printToStandardOutput(Manual.page.text)
  }
}

/// What the manual says beside the definitions of commands and options.
enum Manual {
  static var page: ManualPage {
    var page = ManualPage(name: "landmarks", section: 1, source: "landmarks \(Program.version)", date: Program.date)
    writeIntroduction(to: &page)
    writeOptions(to: &page)
    writeResults(to: &page)
    writeRest(to: &page)
    return page
  }

  private static func writeIntroduction(to page: inout ManualPage) {
    page.section("Name")
    page.paragraph("landmarks - finds hands, gestures, faces and people in pictures and streams")
    page.section("Synopsis")
    for command in CommandCatalog.program.commands {
      page.call(
        command.definition.name, "[options]" + (command.definition.operands.isEmpty ? "" : " \(command.definition.operands)"))
    }
    page.section("Description")
    page.paragraph(
      "Finds subjects in pictures and in streams of them and prints where their landmarks are: 21 of each hand, 478 of each "
        + "face, 33 of each body. It runs the models of MediaPipe on this machine and has no network code.")
    page.paragraph(
      "Results go to standard output, everything else to standard error. An input that fails is answered as an error in its "
        + "place and the rest goes on.")
    page.section("Commands")
    for command in CommandCatalog.program.commands { page.entry(command.word, sentence(command.brief)) }
    page.section("Options")
    page.entries(CommandCatalog.options)
  }

  /// What all tasks have stands once, what one task has stands under its name.
  private static func writeOptions(to page: inout ManualPage) {
    let tasks = CommandCatalog.program.commands.filter { command in TaskKind.allCases.contains { $0.command == command.word } }
    let shared = (tasks.first?.definition.options ?? []).filter { option in
      tasks.allSatisfy { $0.definition.options.contains { $0.name == option.name } }
    }.map(forAllTasks)
    page.subsection("Options of hand, gesture, face and pose")
    page.entries(shared)
    for command in CommandCatalog.program.commands {
      let isTask = tasks.contains { $0.word == command.word }
      let own = command.definition.options.filter { option in
        option.name != "help" && !(isTask && shared.contains { $0.name == option.name })
      }
      let notes = command.definition.notes.filter { !$0.hasPrefix("Exit status:") }
      guard !own.isEmpty || !notes.isEmpty else { continue }
      page.subsection(isTask ? "More of landmarks \(command.word)" : "Options of landmarks \(command.word)")
      page.entries(own)
      for note in notes { page.paragraph(note) }
    }
  }

  /// The first task speaks of hands where all have something to count.
  private static func forAllTasks(_ option: OptionDefinition) -> OptionDefinition {
    let meaning = option.meaning.split(separator: " ", omittingEmptySubsequences: false)
      .map { $0 == TaskKind.hand.plural ? "subjects" : String($0) }.joined(separator: " ")
    return OptionDefinition(
      name: option.name, short: option.short, metavar: option.metavar, meaning: meaning, defaultText: option.defaultText)
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  private static func writeResults(to page: inout ManualPage) {
    page.section("Results")
    page.paragraph("FORMATS.md of the source describes every field and the versions of the schemas.")
    page.entry("text", "For people: a line per picture and per subject.")
    page.entry(
      "jsonl", "An object per picture or frame and line, in the order of the inputs. Numbers read back to the same 32-bit values."
    )
    page.entry("json", "The same objects as one array.")
    page.entry("csv", "A row per landmark, the same columns for every task.")
    page.entry(
      "bvh",
      "For motion: the skeleton of one person of a stream in a file. Poses only; several people are several files, -2 and so "
        + "on before the ending.")
  }

  private static func writeRest(to page: inout ManualPage) {
    page.section("Exit status")
    for (status, meaning) in [
      ("0", "All inputs were answered."), ("1", "Some input or output failed; the others were answered."),
      ("2", "The call was wrong; nothing was done."),
      ("3", "The model, or a library that the inputs need, is missing or cannot be read."),
    ] { page.entry(status, meaning) }
    page.section("Environment")
    page.entry("LANDMARKS_MODELS", "The folder that models are looked up in first.")
    page.entry("XDG_DATA_HOME", "Models are looked up in landmarks/models below it.")
    page.entry("TMPDIR", "Where long results wait for their turn with --jobs.")
    page.entry("NO_COLOR", "Without colours, if it is not empty.")
    page.section("Examples")
    for example in ManualExamples.all {
      page.paragraph(example.meaning)
      page.example(example.commands.map { "$ " + $0 })
    }
    page.section("See also")
    page.paragraph("jq(1), ffmpeg(1)")
  }
}

/// The examples of the manual; a test runs each of them.
enum ManualExamples {
  struct Example: Sendable {
    let meaning: String
    let commands: [String]
  }

  static let all = [
    Example(
      meaning: "Hands in a picture; text on a terminal, JSON lines in a pipe:", commands: ["landmarks hand --num 2 photo.jpg"]),
    Example(
      meaning: "The tip of the first hand's index finger:", commands: ["landmarks hand - < photo.jpg | jq \".landmarks[0][8]\""]),
    Example(meaning: "Faces of many pictures as a table:", commands: ["landmarks face --num 5 --format csv -o faces.csv *.jpg"]),
    Example(
      meaning: "Pictures of a folder and those below it, with the landmarks drawn:",
      commands: ["landmarks face --annotate drawn/ -o results/ photos/"]),
    Example(
      meaning:
        "The same for a pattern, four pictures at a time, with the results beside them; called again after it was ended, it "
        + "goes on:",
      commands: ["landmarks hand --beside --resume --jobs 4 'photos/**/*.jpg'"]),
    Example(
      meaning: "One file that is written on after a power cut:",
      commands: ["landmarks gesture --resume -o all.jsonl photos/"]),
    Example(
      meaning: "A film with the landmarks drawn and its sound kept, and the numbers of every frame:",
      commands: ["landmarks pose --annotate drawn.mp4 film.mp4 > film.jsonl"]),
    Example(
      meaning: "Two seconds of a film as a table, and the motion of the person in it:",
      commands: [
        "landmarks pose --start 0:01 --end 0:03 --format csv -o film.csv film.mp4",
        "landmarks pose --format bvh -o film.bvh film.mp4",
      ]),
    Example(meaning: "What a camera sees, until Ctrl-C:", commands: ["landmarks gesture --camera /dev/video0"]),
    Example(
      meaning: "The motion of a person for Blender, from pictures with times:",
      commands: ["landmarks pose --format bvh -o walk.bvh walk.tsv"]),
    Example(
      meaning: "What is inside a model, how two threads share its steps, and how fast this machine is:",
      commands: [
        "landmarks inspect hand_landmarker.task", "landmarks inspect --steps --threads 2 hand_landmarker.task",
        "landmarks bench --repeat 3 hand",
      ]),
    Example(meaning: "The versions of the formats:", commands: ["landmarks --formats"]),
    Example(
      meaning: "This page, and completion in the shell at hand:",
      commands: ["landmarks man > landmarks.1", "eval \"$(landmarks completions bash)\""]),
  ]
}
