import CommandLineKit
import Films
import Overlay
import VisionBase

/// `landmarks hand` and its like: reads pictures one after the other and prints what is found.
struct TaskCommand: Sendable {
  let kind: TaskKind

  func run(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    let definition = TaskOptions.definition(for: kind)
    guard let parsed = try Program.parse(arguments, of: definition) else { return .answered }
    let options: TaskOptions
    do { options = try TaskOptions(parsed, kind: kind) } catch { throw CommandFailure(error) }
    var messages = messages
    messages.isVerbose = options.isVerbose
    FilmLibrary.silenceMessages()
    let inputs = InputList(list: options.list, operands: options.operands)
    let annotations = try options.annotate.map { path throws(CommandFailure) in try AnnotationPlan(path: path, inputs: inputs) }
    if let output = options.output { try FileIdentity.refuseOverwriting(output, inputs: inputs.files, option: "--output") }
    if options.annotate != nil, options.overlay.hasText, !options.isQuiet, !OverlayCaption.isAvailable {
      messages.plain("There is no font on this machine: --overlay draws no text. Install one, for example fonts-dejavu-core.")
    }
    let masks =
      options.wantsMasks ? try MaskPlan(folder: options.masksFolder, output: options.output, inputs: inputs) : nil

    let task = try load(options, messages: messages)
    let run = TaskRun(
      kind: kind, options: options, inputs: inputs, task: task, annotations: annotations, masks: masks, messages: messages)
    switch try run.answerAll() {
    case .finished(let anyFailed): return anyFailed ? .someFailed : .answered
    case .interrupted: Interruption.endProcess()
    case .readerGone: Interruption.endByBrokenPipe()
    }
  }

  private func load(_ options: TaskOptions, messages: Messages) throws(CommandFailure) -> PictureTask {
    let path = if let given = options.model { given } else { try ModelLookup().find(kind.modelFiles) }
    messages.note("Model: \(path)")
    do { return try PictureTask(kind, modelPath: path, options: options) } catch {
      let status: ExitStatus = error.code == .invalidArgument ? .wrongUsage : .modelUnavailable
      throw CommandFailure(status, error.description)
    }
  }
}
