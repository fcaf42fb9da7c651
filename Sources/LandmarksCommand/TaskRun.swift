import CommandLineKit
import Landmarks
import VisionBase

/// One run over all inputs.
struct TaskRun {
  let kind: TaskKind
  let options: TaskOptions
  let inputs: InputList
  let task: PictureTask
  let annotations: AnnotationPlan?
  let masks: MaskPlan?
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
      // Without a known end, and for a single picture, there is nothing to measure progress by.
      let total = inputs.count ?? 1
      var progress = ProgressBar(total: total, terminal: options.isQuiet || total == 1 ? nil : messages.terminal)
      var feed = InputFeed(list: inputs.list, operands: inputs.operands)
      var anyFailed = false
      try writer.begin()
      while let item = feed.next() {
        if case .film(let path) = item.place {
          progress.clear()
          var film = FilmRun(self, item: item, path: path)
          if try !film.answer(to: &writer) { anyFailed = true }
          if Interruption.isPending { break }
          continue
        }
        progress.show(done: item.index, label: item.source)
        let outcome = answer(item)
        if Interruption.isPending { break }
        if writer.writesToTerminal || !outcome.troubles.isEmpty || options.isVerbose { progress.clear() }
        for trouble in outcome.troubles {
          anyFailed = true
          messages.error(describe(trouble, source: item.source))
        }
        try write(outcome, for: item, to: &writer)
      }
      progress.clear()
      if Interruption.isPending { return .interrupted }
      try writer.finish()
      if options.isStream { noteStatistics() }
      return .finished(anyFailed: anyFailed)
    } catch {
      if error.isBrokenPipe { return .readerGone }
      throw CommandFailure(.someFailed, "Results cannot be written: \(error.description).")
    }
  }

  private func write(
    _ outcome: Outcome, for item: InputItem, to writer: inout ResultWriter
  ) throws(SystemFailure) {
    switch outcome {
    case .answered(let answer, _): try writer.write(answer)
    case .dropped: try writer.write(droppedFrame: item.index, source: item.source)
    case .failed(let failure): try writer.write(failure: failure, source: item.source)
    }
  }

  /// What became of one input: an answer, maybe with pictures that could not be written, or an error.
  private enum Outcome {
    case answered(InputAnswer, troubles: [LandmarkError])
    /// A frame that the stream left out because of its time, as the caller wanted.
    case dropped
    case failed(LandmarkError)

    var troubles: [LandmarkError] {
      switch self {
      case .answered(_, let troubles): troubles
      case .dropped: []
      case .failed(let failure): [failure]
      }
    }
  }

  private func describe(_ error: LandmarkError, source: String) -> String {
    error.message.hasPrefix(source) || error.code == .outputFailed ? error.description : "\(source): \(error.description)"
  }

  private func answer(_ item: InputItem) -> Outcome {
    do throws(LandmarkError) {
      let start = Stopwatch()
      let image = try PictureReader.read(item.place, asStored: options.takesPixelsAsStored)
      let reading = start.milliseconds
      guard let result = try detect(image, item) else {
        messages.note("\(item.source): frame \(item.index) dropped, \(item.timestampInMilliseconds) ms is not later than before")
        return .dropped
      }
      messages.note(
        "\(item.source): read in \(ResultText.fixed(Float(reading), digits: 1)) ms, "
          + "found in \(ResultText.fixed(Float(start.milliseconds - reading), digits: 1)) ms")
      var answer = InputAnswer(
        source: item.source, frame: options.isStream ? item.index : 0, size: image.size, result: result,
        isFrame: options.isStream)
      var troubles: [LandmarkError] = []
      if let masks {
        let written = masks.write(result.segmentationMasks, for: item)
        answer.maskPaths = written.paths
        if let trouble = written.trouble { troubles.append(trouble) }
      }
      if let trouble = annotate(answer, image: image, item) { troubles.append(trouble) }
      return .answered(answer, troubles: troubles)
    } catch {
      return .failed(error)
    }
  }

  private func detect(_ image: Image, _ item: InputItem) throws(LandmarkError) -> TaskResult? {
    guard options.isStream else { return try task.detect(image, options.processing) }
    return try task.detect(
      frame: image, timestampInMilliseconds: item.timestampInMilliseconds, options.processing)
  }

  private func annotate(_ answer: InputAnswer, image: Image, _ item: InputItem) -> LandmarkError? {
    guard let annotations else { return nil }
    do throws(LandmarkError) {
      try annotations.write(PictureOverlay.draw(answer.result, on: image, options: options.overlay), for: item)
      return nil
    } catch {
      return error
    }
  }

  private func noteStatistics() {
    let statistics = task.statistics
    messages.note(
      "Frames: \(statistics.framesReceived), dropped: \(statistics.framesDropped), failed: \(statistics.framesFailed); "
        + "runs of the detector: \(statistics.detectorRuns), of the landmark network: \(statistics.landmarkRuns); "
        + "lost tracks: \(statistics.lostTracks)")
  }
}

/// Time since it was made.
struct Stopwatch: Sendable {
  private let start = ContinuousClock.now

  var milliseconds: Double { (ContinuousClock.now - start) / .milliseconds(1) }
}
