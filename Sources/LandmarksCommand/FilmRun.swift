import CommandLineKit
import Films
import Landmarks
import VisionBase

/// One film's way through a run: many frames, each answered like an input of its own.
struct FilmRun: ~Copyable {
  private let run: TaskRun
  private let item: InputItem
  private let path: String
  private let isStream: Bool
  private var troubles = 0
  /// Time of the last frame that was looked at.
  private var lastTimestamp: Int?
  private var counts = Counts()

  private struct Counts {
    var answered = 0
    var dropped = 0
    var guessed = 0
    var taken = 0
  }

  /// - Parameters:
  ///   - run: The run that the film is an input of.
  ///   - item: The input.
  ///   - path: The film's file.
  init(_ run: TaskRun, item: InputItem, path: String) {
    self.run = run
    self.item = item
    self.path = path
    isStream = run.options.followsFilms
  }

  /// Answers all frames that the options ask for; ends early if the program was asked to end.
  ///
  /// - Returns: Whether everything went well.
  mutating func answer(to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    let start = Stopwatch()
    let reader: FilmReader
    do throws(LandmarkError) {
      reader = try FilmReader(path: path, threads: run.options.threads)
      try reader.skip(toMilliseconds: run.options.selection.startInMilliseconds)
    } catch {
      try fail(error, to: &writer)
      return false
    }
    // A film is a stream of its own.
    run.task.reset()
    let film = run.annotations?.film(for: item).map {
      FilmAnnotationLane(FilmAnnotation(path: $0, source: path, reader: reader, run.options))
    }
    // Of several films at a time none has the screen to itself.
    let isWatched = !run.options.isQuiet && !writer.writesToTerminal && run.tasks.count == 1
    var progress = ProgressBar(
      total: max(expectedFrames(reader.info), 1), terminal: isWatched ? run.messages.terminal : nil)
    var selector = FrameSelector(run.options.selection)
    frames: while !Interruption.isPending {
      let frame: FilmFrame?
      do throws(LandmarkError) { frame = try reader.next() } catch {
        progress.clear()
        try fail(error, to: &writer)
        continue
      }
      guard let frame else { break }
      switch selector.judge(index: frame.index, timestampInMilliseconds: frame.timestampInMilliseconds) {
      case .stop: break frames
      case .pass: continue
      case .take: counts.taken += 1
      }
      progress.show(done: min(frame.index, expectedFrames(reader.info)), label: item.source)
      let outcome = answer(frame, reader, film)
      if !outcome.troubles.isEmpty || run.options.isVerbose { progress.clear() }
      try write(outcome, frame, to: &writer)
    }
    progress.clear()
    if Interruption.isPending { return troubles == 0 }
    if counts.taken == 0, troubles == 0 { try fail(noFrame(reader.info), to: &writer) }
    if let trouble = film?.finish(run.messages, isQuiet: run.options.isQuiet) { report(trouble) }
    note(reader.info, milliseconds: start.milliseconds)
    return troubles == 0
  }

  // MARK: One frame

  private enum Outcome {
    case answered(InputAnswer, troubles: [LandmarkError])
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

  private mutating func answer(_ frame: FilmFrame, _ reader: FilmReader, _ film: FilmAnnotationLane?) -> Outcome {
    if frame.isTimeGuessed { counts.guessed += 1 }
    do throws(LandmarkError) {
      // Unless asked otherwise, a repeated time is no error in a film: the frame is left out, and that is said.
      if isStream, run.options.dropsRepeatedTimes, let lastTimestamp, frame.timestampInMilliseconds <= lastTimestamp {
        return .dropped
      }
      let stored = try reader.image()
      let image =
        run.options.takesPixelsAsStored ? stored : try stored.turnedUpright(from: reader.info.orientation)
      guard let result = try detect(image, frame) else { return .dropped }
      lastTimestamp = frame.timestampInMilliseconds
      var answer = InputAnswer(
        source: item.source, frame: frame.index, size: image.size, result: result, isFrame: true)
      var troubles: [LandmarkError] = []
      if frame.isDamaged { troubles.append(damage(frame)) }
      if let masks = run.masks {
        let written = masks.write(result.segmentationMasks, for: item, frame: frame.index)
        answer.maskPaths = written.paths
        if let trouble = written.trouble { troubles.append(trouble) }
      }
      if let trouble = film?.add(answer, image: image, frame) { troubles.append(trouble) }
      return .answered(answer, troubles: troubles)
    } catch {
      return .failed(error)
    }
  }

  private func detect(_ image: Image, _ frame: FilmFrame) throws(LandmarkError) -> TaskResult? {
    guard isStream else {
      var result = try run.task.detect(image, run.options.processing)
      result.timestampInMilliseconds = frame.timestampInMilliseconds
      return result
    }
    return try run.task.detect(
      frame: image, timestampInMilliseconds: frame.timestampInMilliseconds, run.options.processing)
  }

  private func damage(_ frame: FilmFrame) -> LandmarkError {
    LandmarkError(
      .invalidFilm,
      "\(path): Frame \(frame.index) at \(frame.timestampInMilliseconds) ms is damaged; its missing parts were filled in.")
  }

  private mutating func write(
    _ outcome: Outcome, _ frame: FilmFrame, to writer: inout ResultWriter
  ) throws(SystemFailure) {
    switch outcome {
    case .answered(let answer, let troubles):
      counts.answered += 1
      for trouble in troubles { report(trouble) }
      try writer.write(answer)
    case .dropped:
      counts.dropped += 1
      run.messages.note(
        "\(item.source): frame \(frame.index) dropped, \(frame.timestampInMilliseconds) ms is not later than before")
      try writer.write(droppedFrame: frame.index, source: item.source)
    case .failed(let failure):
      try fail(failure, to: &writer)
    }
  }

  // MARK: What is said

  /// Nothing was asked of the film that it has.
  private func noFrame(_ info: FilmInfo) -> LandmarkError {
    let selection = run.options.selection
    guard selection.startInMilliseconds > 0 || selection.endInMilliseconds != nil else {
      return LandmarkError(.invalidFilm, "\(path): There is no frame in this film.")
    }
    let length = info.durationInMilliseconds.map { " The film is \(ResultText.fixed(Float($0) / 1000, digits: 3)) s long." } ?? ""
    return LandmarkError(
      .invalidArgument, "\(path): No frame lies between --start and --end.\(length)", remedy: "Choose other times.")
  }

  private mutating func fail(_ failure: LandmarkError, to writer: inout ResultWriter) throws(SystemFailure) {
    report(failure)
    try writer.write(failure: failure, source: item.source)
  }

  private mutating func report(_ trouble: LandmarkError) {
    troubles += 1
    run.messages.error(
      trouble.message.hasPrefix(item.source) || trouble.code == .outputFailed
        ? trouble.description : "\(item.source): \(trouble.description)")
  }

  private func note(_ info: FilmInfo, milliseconds: Double) {
    if counts.guessed > 0, !run.options.isQuiet {
      run.messages.plain(
        Terminal.printable(
          "\(item.source): \(counts.guessed) frames have no time of their own; it was taken from the rate of the film."))
    }
    let rate = Double(counts.answered) / max(milliseconds / 1000, 1e-9)
    run.messages.note(
      "\(item.source): \(info.codec) in \(info.container), \(info.size.width) × \(info.size.height); frames answered: "
        + "\(counts.answered), dropped: \(counts.dropped); \(ResultText.fixed(Float(rate), digits: 1)) frames a second")
  }

  /// Frames between start and end, as far as the film tells.
  private func expectedFrames(_ info: FilmInfo) -> Int {
    guard let frames = info.expectedFrames, let length = info.durationInMilliseconds, length > 0 else { return 0 }
    let selection = run.options.selection
    let end = min(selection.endInMilliseconds ?? length, length)
    return Int(Double(frames) * Double(max(end - selection.startInMilliseconds, 0)) / Double(length))
  }
}
