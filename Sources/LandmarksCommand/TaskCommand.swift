import CommandLineKit
import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `landmarks hand` and `landmarks face`: reads pictures one after the other and prints what is found.
struct TaskCommand: Sendable {
  let kind: TaskKind

  func run(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    let definition = TaskOptions.definition(for: kind)
    guard let parsed = try Program.parse(arguments, of: definition) else { return .answered }
    let options: TaskOptions
    do { options = try TaskOptions(parsed, kind: kind) } catch { throw CommandFailure(error) }
    var messages = messages
    messages.isVerbose = options.isVerbose
    let annotations = try options.annotate.map { path throws(CommandFailure) in
      try AnnotationPlan(path: path, inputs: options.inputs)
    }
    if let output = options.output { try FileIdentity.refuseOverwriting(output, inputs: options.inputs, option: "--output") }

    let task = try load(options, messages: messages)
    let run = TaskRun(kind: kind, options: options, task: task, annotations: annotations, messages: messages)
    switch try run.answerAll() {
    case .finished(let anyFailed): return anyFailed ? .someFailed : .answered
    case .interrupted: Interruption.endProcess()
    case .readerGone: Interruption.endByBrokenPipe()
    }
  }

  private func load(_ options: TaskOptions, messages: Messages) throws(CommandFailure) -> PictureTask {
    let path = if let given = options.model { given } else { try ModelLookup().find(kind.modelFile) }
    messages.note("Model: \(path)")
    do { return try PictureTask(kind, modelPath: path, options: options) } catch {
      let status: ExitStatus = error.code == .invalidArgument ? .wrongUsage : .modelUnavailable
      throw CommandFailure(status, error.description)
    }
  }
}

/// One run over all inputs.
struct TaskRun {
  let kind: TaskKind
  let options: TaskOptions
  let task: PictureTask
  let annotations: AnnotationPlan?
  let messages: Messages

  /// How a run ended. Everything it had open is closed by then and unfinished files are gone.
  enum Ending {
    case finished(anyFailed: Bool)
    case interrupted
    case readerGone
  }

  /// Answers the inputs in their order; one that fails does not stop the rest.
  func answerAll() throws(CommandFailure) -> Ending {
    do throws(SystemFailure) {
      let output = if let path = options.output { try FileOutput(path: path) } else { FileOutput.standard }
      var writer = ResultWriter(output: output, format: options.format, kind: kind, isVerbose: options.isVerbose)
      var progress = ProgressBar(
        total: options.inputs.count, terminal: options.isQuiet || options.inputs.count == 1 ? nil : messages.terminal)
      var anyFailed = false
      try writer.begin()
      for (index, input) in options.inputs.enumerated() {
        progress.show(done: index, label: input)
        let outcome = answer(input, at: index)
        if Interruption.isPending { break }
        if writer.writesToTerminal || outcome.failure != nil || options.isVerbose { progress.clear() }
        switch outcome {
        case .answered(let answer, let trouble):
          try writer.write(answer)
          if let trouble {
            anyFailed = true
            messages.error(trouble.description)
          }
        case .failed(let failure):
          anyFailed = true
          messages.error(failure.message.hasPrefix(input) ? failure.description : "\(input): \(failure.description)")
          try writer.write(failure: failure, source: input)
        }
      }
      progress.clear()
      if Interruption.isPending { return .interrupted }
      try writer.finish()
      return .finished(anyFailed: anyFailed)
    } catch {
      if error.isBrokenPipe { return .readerGone }
      throw CommandFailure(.someFailed, "Results cannot be written: \(error.description).")
    }
  }

  /// What became of one input: an answer, maybe with a picture that could not be written, or an error.
  private enum Outcome {
    case answered(InputAnswer, annotationTrouble: LandmarkError?)
    case failed(LandmarkError)

    var failure: LandmarkError? {
      switch self {
      case .answered(_, let trouble): trouble
      case .failed(let failure): failure
      }
    }
  }

  private func answer(_ input: String, at index: Int) -> Outcome {
    do throws(LandmarkError) {
      let start = Stopwatch()
      // A rotation given by hand stands in place of the file's own.
      let image = try PictureReader.read(input, asStored: options.ignoresEXIF || options.orientation != nil)
      let reading = start.milliseconds
      let result = try task.detect(image, ImageProcessingOptions(orientation: options.orientation ?? .up))
      messages.note(
        "\(input): read in \(ResultText.fixed(Float(reading), digits: 1)) ms, "
          + "found in \(ResultText.fixed(Float(start.milliseconds - reading), digits: 1)) ms")
      let answer = InputAnswer(source: input, size: image.size, result: result)
      return .answered(answer, annotationTrouble: annotate(answer, image: image, index: index))
    } catch {
      return .failed(error)
    }
  }

  private func annotate(_ answer: InputAnswer, image: Image, index: Int) -> LandmarkError? {
    guard let annotations else { return nil }
    do throws(LandmarkError) {
      try annotations.write(PictureOverlay.draw(answer.result, on: image), at: index)
      return nil
    } catch {
      return error
    }
  }
}

/// Time since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  var milliseconds: Double { (ContinuousClock.now - start) / .milliseconds(1) }
}
