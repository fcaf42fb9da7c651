import CommandLineKit
import Films
import Overlay
import VisionBase

/// `landmarks hand` and its like: reads pictures, films and lists of frames and prints what is found.
struct TaskCommand: Sendable {
  let kind: TaskKind

  func run(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    let definition = TaskOptions.definition(for: kind)
    guard let parsed = try Program.parse(arguments, of: definition) else { return .answered }
    var options: TaskOptions
    do { options = try TaskOptions(parsed, kind: kind) } catch { throw CommandFailure(error) }
    var messages = messages
    messages.isVerbose = options.isVerbose
    FilmLibrary.silenceMessages()
    if let camera = options.camera { return try run(camera: camera, options, messages: messages) }
    let inputs = InputList(
      list: options.list, expanded: InputExpansion.expand(options.operands, excludedFolders: writtenFolders(options)))
    try FilmSupport.require(for: inputs)
    // Films and lists are streams of their own, also where pictures would be frames of one.
    if options.isStream, options.list == nil, inputs.expanded.indices.allSatisfy({ inputs.item(at: $0).place.isStream }) {
      options.isStream = false
    }
    let annotations = try options.annotate.map { path throws(CommandFailure) in try AnnotationPlan(path: path, inputs: inputs) }
    let results = try ResultPlan(options, kind: kind, inputs: inputs)
    if case .file(let output) = results {
      try FileIdentity.refuseOverwriting(output, inputs: inputs.files, option: "--output")
    }
    if options.annotate != nil, options.overlay.hasText, !options.isQuiet, !OverlayCaption.isAvailable {
      messages.plain("There is no font on this machine: --overlay draws no text. Install one, for example fonts-dejavu-core.")
    }
    let masks =
      options.wantsMasks
      ? try MaskPlan(
        folder: options.masksFolder, output: options.output, results: ResultPlan.folder(of: options),
        isBeside: options.run.isBeside, inputs: inputs) : nil

    if options.run.resumes { Leftovers.remove(from: foldersOfOutputs(options, results)) }
    let path = if let given = options.model { given } else { try ModelLookup().find(kind.modelFiles) }
    let drawsFilms =
      options.annotate != nil
      && inputs.expanded.indices.contains { index in
        if case .film = inputs.item(at: index).place { true } else { false }
      }
    let tasks = try load(
      path, options, jobs: min(options.run.jobs, max(inputs.expanded.count, 1)), drawsFilms: drawsFilms, messages: messages)
    let run = TaskRun(
      kind: kind, options: options, inputs: inputs, task: tasks[0], tasks: tasks, annotations: annotations, masks: masks,
      results: results, call: call(parsed, options, model: path, inputs), messages: messages)
    switch try run.answerAll() {
    case .finished(let anyFailed): return anyFailed ? .someFailed : .answered
    case .interrupted: Interruption.endProcess()
    case .readerGone: Interruption.endByBrokenPipe()
    }
  }

  /// Folders that results and pictures go to: what a run has written is no input of the next one.
  private func writtenFolders(_ options: TaskOptions) -> [String] {
    [options.annotate, options.masksFolder, options.output].compactMap { $0 }.filter { FileIdentity($0)?.isFolder == true }
  }

  private func foldersOfOutputs(_ options: TaskOptions, _ results: ResultPlan) -> Set<String> {
    var paths: [String]
    switch results {
    case .standardOutput: paths = []
    case .file(let path): paths = [path]
    case .perInput(let results): paths = results
    }
    for case let path? in [options.annotate, options.masksFolder] {
      paths.append(FileIdentity(path)?.isFolder == true && !path.hasSuffix("/") ? path + "/" : path)
    }
    return Set(paths.map(PictureNames.folder))
  }

  func load(
    _ path: String, _ options: TaskOptions, jobs: Int, drawsFilms: Bool, messages: Messages
  ) throws(CommandFailure) -> [PictureTask] {
    messages.note("Model: \(path)")
    var options = options
    // Several jobs share the processors; results do not depend on the number of threads.
    if options.threads == nil {
      if jobs > 1 {
        options.threads = max(1, Processors.count / jobs)
      } else if drawsFilms {
        // Drawing and encoding go on beside it: a team that waits for a processor is slower than a smaller one.
        options.threads = max(1, Processors.count - FilmAnnotation.defaultThreads)
      }
    }
    do { return try PictureTask.several(jobs, kind, modelPath: path, options: options) } catch {
      let status: ExitStatus = error.code == .invalidArgument ? .wrongUsage : .modelUnavailable
      throw CommandFailure(status, error.description)
    }
  }

  /// What must be the same for two calls to have the same results: program, task, model, options and inputs.
  private func call(_ parsed: ParsedArguments, _ options: TaskOptions, model: String, _ inputs: InputList) -> String {
    // These say where results go, how fast and how loudly; only as text more is written with --verbose.
    let aside: Set<String> = ["output", "beside", "resume", "jobs", "threads", "quiet", "model"]
    let given = parsed.summary(without: options.format == .text ? aside : aside.union(["verbose"]))
    let files = ([model] + inputs.files).map { "\($0) \(FileIdentity.modificationTime($0) ?? 0)" }
    var hash = FNVHash()
    for text in [Program.version, kind.command] + given + files { hash.add(Array(text.utf8) + [0]) }
    return hash.text
  }
}
