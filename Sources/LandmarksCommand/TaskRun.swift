import CommandLineKit
import Landmarks
import VisionBase

/// One run over all inputs.
struct TaskRun: Sendable {
  let kind: TaskKind
  let options: TaskOptions
  let inputs: InputList
  var task: PictureTask
  /// One for each job, the first of them ``task``.
  let tasks: [PictureTask]
  let annotations: AnnotationPlan?
  let masks: MaskPlan?
  let results: ResultPlan
  /// The same for calls with the same results only; what an unfinished file of results is known by.
  let call: String
  var messages: Messages

  /// How a run ended. Everything it had open is closed by then and unfinished files are gone.
  enum Ending {
    case finished(anyFailed: Bool)
    case interrupted
    case readerGone
  }

  /// Answers the inputs in their order; one that fails does not stop the rest.
  func answerAll() throws(CommandFailure) -> Ending {
    switch results {
    case .standardOutput: try answerIntoOne(path: nil)
    case .file(let path): try answerIntoOne(path: path)
    case .perInput(let paths): answerIntoEach(paths)
    }
  }

  // MARK: One input

  /// Answers an input that depends on no other: a picture, a film or a list of frames.
  ///
  /// - Returns: Whether everything went well.
  func answer(input item: InputItem, to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    switch item.place {
    case .film(let path):
      var film = FilmRun(self, item: item, path: path)
      return try film.answer(to: &writer)
    case .list(let path):
      task.reset()
      return try answerFrames(of: path, item, to: &writer)
    case .standardInput, .file, .nowhere:
      return try answer(item, isFrame: options.isStream, to: &writer)
    }
  }

  private func answerFrames(of path: String, _ list: InputItem, to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    var allWell = true
    var frames = FrameList(path: path)
    var isEmpty = true
    while !Interruption.isPending, let frame = frames.next() {
      isEmpty = false
      if try !answer(frame, of: list, isFrame: true, to: &writer) { allWell = false }
    }
    guard isEmpty, !Interruption.isPending else { return allWell }
    let failure = LandmarkError(
      .invalidArgument, "\(path): There is no frame in this list.", remedy: "A line is a time in milliseconds, a tab and a path.")
    messages.error(failure.description)
    try writer.write(failure: failure, source: list.source)
    return false
  }

  /// - Parameters:
  ///   - item: A picture or frame.
  ///   - list: The input that the frame belongs to, if its list stands among the inputs.
  ///   - isFrame: Whether it is a frame of a stream.
  /// - Returns: Whether everything went well.
  func answer(
    _ item: InputItem, of list: InputItem? = nil, isFrame: Bool, to writer: inout ResultWriter
  ) throws(SystemFailure) -> Bool {
    let outcome = outcome(item, of: list, isFrame: isFrame)
    if Interruption.isPending { return outcome.troubles.isEmpty }
    for trouble in outcome.troubles { messages.error(describe(trouble, source: item.source)) }
    switch outcome {
    case .answered(let answer, _): try writer.write(answer)
    case .dropped: try writer.write(droppedFrame: item.index, source: item.source)
    case .failed(let failure): try writer.write(failure: failure, source: item.source)
    }
    return outcome.troubles.isEmpty
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

  func describe(_ error: LandmarkError, source: String) -> String {
    error.message.hasPrefix(source) || error.code == .outputFailed ? error.description : "\(source): \(error.description)"
  }

  private func outcome(_ item: InputItem, of list: InputItem?, isFrame: Bool) -> Outcome {
    do throws(LandmarkError) {
      let start = Stopwatch()
      let image = try PictureReader.read(item.place, asStored: options.takesPixelsAsStored)
      let reading = start.milliseconds
      guard let result = try detect(image, item, of: list) else {
        messages.note("\(item.source): frame \(item.index) dropped, \(item.timestampInMilliseconds) ms is not later than before")
        return .dropped
      }
      messages.note(
        "\(item.source): read in \(ResultText.fixed(Float(reading), digits: 1)) ms, "
          + "found in \(ResultText.fixed(Float(start.milliseconds - reading), digits: 1)) ms")
      var answer = InputAnswer(
        source: item.source, frame: isFrame ? item.index : 0, size: image.size, result: result, isFrame: isFrame)
      var troubles: [LandmarkError] = []
      if let masks {
        let written = masks.write(result.segmentationMasks, for: list ?? item, frame: list == nil ? nil : item.index)
        answer.maskPaths = written.paths
        if let trouble = written.trouble { troubles.append(trouble) }
      }
      if let trouble = annotate(answer, image: image, item, of: list) { troubles.append(trouble) }
      return .answered(answer, troubles: troubles)
    } catch {
      return .failed(error)
    }
  }

  private func detect(_ image: Image, _ item: InputItem, of list: InputItem?) throws(LandmarkError) -> TaskResult? {
    if list == nil ? options.isStream : options.followsFilms {
      return try task.detect(
        frame: image, timestampInMilliseconds: item.timestampInMilliseconds, options.processing)
    }
    var result = try task.detect(image, options.processing)
    if list != nil { result.timestampInMilliseconds = item.timestampInMilliseconds }
    return result
  }

  private func annotate(_ answer: InputAnswer, image: Image, _ item: InputItem, of list: InputItem?) -> LandmarkError? {
    guard let annotations else { return nil }
    do throws(LandmarkError) {
      let drawn = try PictureOverlay.draw(answer.result, on: image, options: options.overlay)
      try annotations.write(drawn, for: list ?? item, frame: list == nil ? nil : item.index)
      return nil
    } catch {
      return error
    }
  }

  func noteStatistics() {
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
