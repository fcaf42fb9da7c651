import Cameras
import CommandLineKit
import Films
import Landmarks
import VisionBase

/// A camera's frames, answered as they come until somebody ends it.
struct CameraRun {
  let device: String
  let options: TaskOptions
  let task: PictureTask
  let messages: Messages

  /// What was counted.
  private struct Counts {
    var answered = 0
    var dropped = 0
    var failed = 0
  }

  /// Answers frames until the camera or the user ends it. Then all files are whole: for a camera an interruption is the
  /// usual end, not an accident.
  ///
  /// - Returns: Whether anything failed.
  func answer(_ source: sending any CameraFrameSource, to writer: inout ResultWriter) throws(SystemFailure) -> Bool {
    var film = options.annotate.map { CameraFilm(path: $0, options: options) }
    var counts = Counts()
    var selector = FrameSelector(options.selection)
    var lastIndex = -1
    var lastTimestamp: Int?
    let loop: CaptureLoop
    do throws(LandmarkError) { loop = try CaptureLoop(source) } catch {
      try fail(error, &counts, to: &writer)
      return true
    }
    frames: while true {
      let frame: CameraFrame?
      do throws(LandmarkError) { frame = try loop.next { Interruption.isPending } } catch {
        try fail(error, &counts, to: &writer)
        break
      }
      guard let frame else { break }
      try report(missing: (lastIndex + 1)..<max(frame.index, lastIndex + 1), &counts, to: &writer)
      lastIndex = frame.index
      switch selector.judge(index: frame.index, timestampInMilliseconds: frame.timestampInMilliseconds) {
      case .stop: break frames
      case .pass: continue
      case .take: break
      }
      if let lastTimestamp, frame.timestampInMilliseconds <= lastTimestamp {
        try report(missing: frame.index..<frame.index + 1, &counts, to: &writer)
        continue
      }
      lastTimestamp = frame.timestampInMilliseconds
      switch outcome(frame, &film) {
      case .success(let (answer, trouble)):
        if let answer {
          counts.answered += 1
          try writer.write(answer)
        } else {
          try report(missing: frame.index..<frame.index + 1, &counts, to: &writer)
        }
        if let trouble {
          counts.failed += 1
          messages.error(trouble.description)
        }
      case .failure(let failure): try fail(failure, &counts, to: &writer)
      }
    }
    loop.stop()
    if let trouble = film?.finish() {
      counts.failed += 1
      messages.error(trouble.description)
    }
    messages.note("\(device): frames answered: \(counts.answered), dropped: \(counts.dropped), failed: \(counts.failed)")
    return counts.failed > 0
  }

  private func outcome(
    _ frame: CameraFrame, _ film: inout CameraFilm?
  ) -> Result<(InputAnswer?, LandmarkError?), LandmarkError> {
    do throws(LandmarkError) {
      let image = try frame.image()
      guard let result = try detect(image, frame) else { return .success((nil, nil)) }
      let answer = InputAnswer(source: device, frame: frame.index, size: image.size, result: result, isFrame: true)
      return .success((answer, film?.add(answer, image: image)))
    } catch {
      return .failure(error)
    }
  }

  private func detect(_ image: Image, _ frame: CameraFrame) throws(LandmarkError) -> TaskResult? {
    guard options.followsFilms else {
      var result = try task.detect(image, options.processing)
      result.timestampInMilliseconds = frame.timestampInMilliseconds
      return result
    }
    return try task.detect(
      frame: image, timestampInMilliseconds: frame.timestampInMilliseconds, options.processing)
  }

  /// Frames that came while another was in work, or that the driver lost. With --max-fps such frames are mostly ones that
  /// nobody wanted, so they are only counted.
  private func report(
    missing frames: Range<Int>, _ counts: inout Counts, to writer: inout ResultWriter
  ) throws(SystemFailure) {
    counts.dropped += frames.count
    guard options.selection.maximumRate == nil else { return }
    for index in frames where index.isMultiple(of: options.selection.every) {
      try writer.write(droppedFrame: index, source: device)
    }
  }

  private func fail(_ failure: LandmarkError, _ counts: inout Counts, to writer: inout ResultWriter) throws(SystemFailure) {
    counts.failed += 1
    messages.error(failure.message.hasPrefix(device) ? failure.description : "\(device): \(failure.description)")
    try writer.write(failure: failure, source: device)
  }
}

/// The film of what a camera saw, with the landmarks drawn.
private struct CameraFilm {
  let path: String
  let options: TaskOptions
  private var writer: FilmWriter?
  private var hasFailed = false

  init(path: String, options: TaskOptions) {
    self.path = path
    self.options = options
  }

  mutating func add(_ answer: InputAnswer, image: Image) -> LandmarkError? {
    guard !hasFailed else { return nil }
    do throws(LandmarkError) {
      let drawn = try PictureOverlay.draw(answer.result, on: image, options: options.overlay)
      if writer == nil {
        // Frames come when they come: times are in milliseconds, and no rate is promised.
        writer = try FilmWriter(
          path: path, options: FilmWriter.Options(size: drawn.size, timeBase: FilmRatio(1, 1000), threads: options.threads))
      }
      try writer?.add(drawn, time: Int64(answer.result.timestampInMilliseconds))
      return nil
    } catch {
      hasFailed = true
      writer = nil
      return error
    }
  }

  func finish() -> LandmarkError? {
    do throws(LandmarkError) {
      try writer?.finish()
      return nil
    } catch {
      return error
    }
  }
}

extension TaskCommand {
  /// `landmarks hand --camera /dev/video0`.
  func run(camera device: String, _ options: TaskOptions, messages: Messages) throws(CommandFailure) -> ExitStatus {
    if let path = options.annotate { try FilmSupport.require(for: path) }
    if let path = options.annotate, !FilmWriter.canWrite(path) {
      throw CommandFailure(
        .wrongUsage, "--annotate \(path): what a camera sees is a film, so the name must end like one: .mp4, .mov, .mkv, .webm.")
    }
    // The camera first: without one there is no need to load a model.
    let camera: Camera
    do throws(LandmarkError) { camera = try Camera(path: device, options: Camera.Options(size: options.cameraSize)) } catch {
      throw CommandFailure(.someFailed, error.description)
    }
    messages.note("\(device): \(camera.size.width) × \(camera.size.height)")
    let path = if let given = options.model { given } else { try ModelLookup().find(kind.modelFiles) }
    let task = try load(path, options, jobs: 1, drawsFilms: options.annotate != nil, messages: messages)[0]
    do throws(SystemFailure) {
      let file = try options.output.map { (path) throws(SystemFailure) in try FileOutput(path: path) } ?? FileOutput.standard
      var writer = ResultWriter(
        output: PlainOutput(file), format: options.format, kind: kind, options: options, count: 0)
      try writer.begin()
      let run = CameraRun(device: device, options: options, task: task, messages: messages)
      let failed = try run.answer(camera, to: &writer)
      try writer.finish()
      return failed ? .someFailed : .answered
    } catch {
      if error.isBrokenPipe { Interruption.endByBrokenPipe() }
      throw CommandFailure(.someFailed, "Results cannot be written: \(error.description).")
    }
  }
}
