import CommandLineKit
import Landmarks
import VisionBase

// The ways through all inputs: into one file or one for each, one after the other or several at a time.
extension TaskRun {
  // MARK: All results in one place

  /// - Parameter path: The file, `nil` for standard output.
  func answerIntoOne(path: String?) throws(CommandFailure) -> Ending {
    if options.format == .bvh { return try answerIntoMotion(path: path) }
    if let path, isUpToDate(path) { return .finished(anyFailed: false) }
    let file = try path.map { (path) throws(CommandFailure) in try open(path) } ?? PlainOutput(FileOutput.standard)
    let done = (file as? ResumableFile)?.mark ?? ResumableFile.Mark()
    if done.parts > 0 { messages.note("\(done.parts) inputs are complete.") }
    var writer = ResultWriter(output: file, format: options.format, kind: kind, options: options, count: done.count)
    do throws(SystemFailure) {
      if done.parts == 0 { try writer.begin() }
      let anyFailed =
        if isOneStream {
          try answerStream(to: &writer)
        } else if options.run.jobs > 1 {
          try answerTogether(from: done.parts, to: &writer)
        } else {
          try answerInTurn(from: done.parts, to: &writer)
        }
      if Interruption.isPending {
        // Of a stream nothing is kept.
        if options.run.resumes, !isOneStream { messages.plain(Self.goesOn) }
        return .interrupted
      }
      try writer.finish()
      if options.isStream { noteStatistics() }
      return .finished(anyFailed: anyFailed || done.anyFailed)
    } catch {
      if error.isBrokenPipe { return .readerGone }
      throw CommandFailure(.someFailed, "Results cannot be written: \(error.description).")
    }
  }

  private static let goesOn = "Ended early: the same call goes on from here."

  /// Whether the whole run is one stream, which has no parts that could be worked on by themselves.
  private var isOneStream: Bool { options.isStream }

  private func open(_ path: String) throws(CommandFailure) -> any ResultOutput {
    if AtomicPath(path).isSpecial {
      do throws(SystemFailure) { return PlainOutput(try FileOutput(path: path)) } catch { throw unwritable(error) }
    }
    do throws(ResumableFile.Refusal) {
      return try ResumableFile(path: path, call: call, resumes: options.run.resumes)
    } catch {
      switch error {
      case .system(let failure): throw unwritable(failure)
      case .inUse: throw CommandFailure(.wrongUsage, "\(path): Another run is writing this file.", hint: "Wait for its end.")
      case .otherCall(let part):
        throw CommandFailure(
          .wrongUsage, "\(path): What was begun there belongs to a call with other inputs or options.",
          hint: "Call with the same ones, or begin anew without --resume. The unfinished file is \(part).")
      }
    }
  }

  private func unwritable(_ failure: SystemFailure) -> CommandFailure {
    CommandFailure(
      .someFailed, "Results cannot be written: \(failure.description).",
      hint: "Check that the folder is there and may be written to.")
  }

  /// Whether a run that resumes finds its one file whole and no older than any input.
  private func isUpToDate(_ path: String) -> Bool {
    guard options.run.resumes, !ResumableFile.isUnfinished(path),
      inputs.files.allSatisfy({ ResultPlan.isComplete(path, input: $0) })
    else { return false }
    ResumableFile.removeJournal(of: path)
    messages.note("\(path) is complete.")
    return true
  }

  private func answerStream(to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    var progress = progress(over: inputs.count ?? 1)
    var feed = InputFeed(inputs)
    var anyFailed = false
    while let item = feed.next() {
      progress.show(done: item.index, label: item.source)
      if writer.writesToTerminal || options.isVerbose { progress.clear() }
      if try !answer(input: item, to: &writer) {
        anyFailed = true
        progress.clear()
      }
      if Interruption.isPending { break }
    }
    progress.clear()
    return anyFailed
  }

  private func answerInTurn(from first: Int, to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    var progress = progress(over: inputs.expanded.count)
    var anyFailed = false
    for index in inputs.expanded.indices.dropFirst(first) {
      let item = inputs.item(at: index)
      progress.show(done: index, label: item.source)
      // Errors, notes and a film's own progress are drawn where the bar stands.
      let failed = try withBarAway(&progress, item, writesToTerminal: writer.writesToTerminal) { () throws(SystemFailure) in
        try !answer(input: item, to: &writer)
      }
      if Interruption.isPending { break }
      anyFailed = anyFailed || failed
      try writer.endPart(failed: failed)
    }
    progress.clear()
    return anyFailed
  }

  private func withBarAway(
    _ progress: inout ProgressBar, _ item: InputItem, writesToTerminal: Bool, _ body: () throws(SystemFailure) -> Bool
  ) throws(SystemFailure) -> Bool {
    if case .film = item.place { progress.clear() }
    if writesToTerminal || options.isVerbose { progress.clear() }
    let failed = try body()
    if failed { progress.clear() }
    return failed
  }

  private func progress(over total: Int) -> ProgressBar {
    // For a single picture there is nothing to measure progress by.
    ProgressBar(total: total, terminal: options.isQuiet || total == 1 ? nil : messages.terminal)
  }

  // MARK: Several at a time

  /// What a worker hands over.
  private struct Answers: @unchecked Sendable {
    /// Belongs to the worker until it is handed over, then to the one that prints.
    var output: WaitingOutput?
    var count = 0
    /// Why the answers could not be kept.
    var failure: SystemFailure?
    var failed = false
    /// The program was asked to end before all was done.
    var isCutShort = false
    var messages: [MessageLog.Line] = []
  }

  /// A run for each worker, with a task of its own and messages that wait.
  private func workers() -> [(run: TaskRun, log: MessageLog)] {
    tasks.map { task in
      let log = MessageLog()
      var run = self
      run.task = task
      run.messages = messages.gathered(in: log)
      return (run, log)
    }
  }

  private func answerTogether(from first: Int, to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    let isTerminal = writer.writesToTerminal
    var failure: SystemFailure?
    let failed = together(Array(inputs.expanded.indices.dropFirst(first)), isTerminal: isTerminal) { (run, index) in
      let waiting = WaitingOutput(isTerminal: isTerminal)
      // It begins with one answer before its own, so that each of its own has a comma before it.
      var part = ResultWriter(output: waiting, format: run.options.format, kind: kind, options: options, count: 1)
      var answers = Answers(output: waiting)
      do throws(SystemFailure) { answers.failed = try !run.answer(input: run.inputs.item(at: index), to: &part) } catch {
        answers.failure = error
      }
      (answers.count, answers.isCutShort) = (part.count - 1, Interruption.isPending)
      return answers
    } deliver: { answers in
      do throws(SystemFailure) {
        if let failure = answers.failure { throw failure }
        if let output = answers.output { try writer.append(output, count: answers.count) }
        try writer.endPart(failed: answers.failed)
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    return failed
  }

  /// Works on inputs with several workers and hands over in order.
  ///
  /// - Returns: Whether anything failed.
  private func together(
    _ indices: [Int], isTerminal: Bool, work: @escaping @Sendable (TaskRun, Int) -> Answers, deliver: (Answers) -> Bool
  ) -> Bool {
    let workers = workers()
    let runs = workers.map(\.run)
    let logs = workers.map(\.log)
    var progress = progress(over: inputs.expanded.count)
    var anyFailed = false
    if let first = indices.first { progress.show(done: first, label: inputs.expanded[first].source) }
    OrderedWork.run(indices, workers: workers.count) { (index, worker) in
      var answers = work(runs[worker], index)
      answers.messages = logs[worker].take()
      return answers
    } deliver: { (index, answers) in
      guard let answers else { return !Interruption.isPending }
      if answers.isCutShort || Interruption.isPending { return false }
      if isTerminal || !answers.messages.isEmpty { progress.clear() }
      messages.print(answers.messages)
      anyFailed = anyFailed || answers.failed
      guard deliver(answers) else { return false }
      progress.show(done: index + 1, label: inputs.expanded[min(index + 1, inputs.expanded.count - 1)].source)
      return true
    }
    progress.clear()
    return anyFailed
  }

  // MARK: A file for each input

  func answerIntoEach(_ paths: [String]) -> Ending {
    if inputs.list != nil {
      let failed = answerWhole(to: paths[0])
      return Interruption.isPending ? .interrupted : .finished(anyFailed: failed)
    }
    let left = inputs.expanded.indices.filter { index in
      !(options.run.resumes && inputs.expanded[index].trouble == nil
        && ResultPlan.isComplete(paths[index], input: inputs.expanded[index].source))
    }
    if left.count < paths.count { messages.note("\(paths.count - left.count) of \(paths.count) inputs are complete.") }
    var anyFailed = false
    if options.run.jobs > 1 {
      anyFailed = together(left, isTerminal: false) { (run, index) in
        Answers(failed: run.answer(index, into: paths[index]), isCutShort: Interruption.isPending)
      } deliver: { _ in
        true
      }
    } else {
      var progress = progress(over: paths.count)
      for index in left {
        let item = inputs.item(at: index)
        progress.show(done: index, label: item.source)
        if case .film = item.place { progress.clear() }
        if answer(index, into: paths[index]) {
          anyFailed = true
          progress.clear()
        }
        if Interruption.isPending { break }
      }
      progress.clear()
    }
    guard Interruption.isPending else { return .finished(anyFailed: anyFailed) }
    if options.run.resumes { messages.plain(Self.goesOn) }
    return .interrupted
  }

  private func answer(_ index: Int, into path: String) -> Bool {
    let item = inputs.item(at: index)
    // There will be no result, so neither a file nor folders are made for it.
    if case .nowhere(let trouble) = item.place {
      messages.error(describe(trouble, source: item.source))
      return true
    }
    return write(to: path, source: item.source) { (writer) throws(SystemFailure) in
      if options.format == .bvh, !item.place.isStream {
        try fail(item, "A picture has no motion.", to: &writer)
        return false
      }
      return try answer(input: item, to: &writer)
    }
  }

  private func fail(_ item: InputItem, _ reason: String, to writer: inout ResultWriter) throws(SystemFailure) {
    let failure = LandmarkError(
      .invalidArgument, "\(item.source): \(reason)", remedy: "Motion comes from films and lists of frames.")
    messages.error(failure.description)
    try writer.write(failure: failure, source: item.source)
  }

  private func answerWhole(to path: String) -> Bool {
    if options.run.resumes, inputs.files.allSatisfy({ ResultPlan.isComplete(path, input: $0) }) { return false }
    return write(to: path, source: inputs.list ?? path) { (writer) throws(SystemFailure) in try !answerStream(to: &writer) }
  }

  /// Writes the results of one input to its file, which appears when it is whole; none appears where nothing was
  /// answered.
  ///
  /// - Returns: Whether something failed.
  private func write(
    to path: String, source: String, _ body: (inout ResultWriter) throws(SystemFailure) -> Bool
  ) -> Bool {
    do throws(CommandFailure) {
      let folder = PictureNames.folder(of: path)
      if !folder.isEmpty, FileIdentity(folder) == nil { try PictureNames.makeFolder(folder, option: "--output") }
    } catch {
      messages.error(error.message)
      return true
    }
    do throws(SystemFailure) {
      let isMotion = options.format == .bvh
      let output: any ResultOutput = isMotion ? WaitingOutput(isTerminal: false) : PlainOutput(try FileOutput(path: path))
      var writer = ResultWriter(output: output, format: options.format ?? .jsonLines, kind: kind, options: options)
      try writer.begin()
      let allWell = try body(&writer)
      guard !Interruption.isPending, writer.answered > 0 else { return !allWell }
      if isMotion { return !writeMotion(writer.motion, to: path, source: source) || !allWell }
      try writer.finish()
      return !allWell
    } catch {
      messages.error("\(source): Results cannot be written: \(error.description).")
      return true
    }
  }

  // MARK: Motion

  private func answerIntoMotion(path: String?) throws(CommandFailure) -> Ending {
    if !options.isStream, inputs.expanded.count != 1 {
      throw CommandFailure(
        .wrongUsage, "--format bvh: \(inputs.expanded.count) inputs cannot share one file of motion.",
        hint: "-o FOLDER/ or --beside writes one for each.")
    }
    if !options.isStream, !inputs.item(at: 0).place.isStream, inputs.expanded[0].trouble == nil {
      throw CommandFailure(
        .wrongUsage, "--format bvh needs a stream, and \(inputs.expanded[0].source) is a picture.",
        hint: "Give it a film or a list of frames, or pictures with --mode video.")
    }
    if let path, isUpToDate(path) { return .finished(anyFailed: false) }
    var writer = ResultWriter(output: WaitingOutput(isTerminal: false), format: .bvh, kind: kind, options: options)
    let failed: Bool
    do throws(SystemFailure) {
      if options.isStream {
        failed = try answerStream(to: &writer)
      } else {
        failed = try !answer(input: inputs.item(at: 0), to: &writer)
      }
    } catch {
      throw CommandFailure(.someFailed, error.description)
    }
    if Interruption.isPending { return .interrupted }
    let source = inputs.list ?? inputs.expanded.first?.source ?? ""
    let isWritten = writer.answered == 0 || writeMotion(writer.motion, to: path, source: source)
    if options.isStream { noteStatistics() }
    return .finished(anyFailed: failed || !isWritten)
  }

  private func writeMotion(_ motion: MotionRecorder?, to path: String?, source: String) -> Bool {
    motion?.write(to: path, source: source, messages, isQuiet: options.isQuiet) ?? false
  }
}
