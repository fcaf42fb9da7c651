import CommandLineKit
import Films
import VisionBase

/// Draws and encodes on a thread of its own, while the next frame is decoded and looked at.
final class FilmAnnotationLane {
  /// What the lane's work changes.
  private final class State: @unchecked Sendable {
    // Sendable because one piece of work at a time touches it, and others only after the lane was finished.
    var annotation: FilmAnnotation
    init(_ annotation: FilmAnnotation) { self.annotation = annotation }
  }

  private let state: State
  private let troubles = Guarded<[LandmarkError]>([])
  private let lane = WorkLane(capacity: 2)

  init(_ annotation: FilmAnnotation) { state = State(annotation) }

  /// Hands a frame over.
  ///
  /// - Returns: What went wrong with frames before it, if anything did.
  func add(_ answer: InputAnswer, image: Image, _ frame: FilmFrame) -> LandmarkError? {
    lane.add { [state, troubles] in
      if let trouble = state.annotation.add(answer, image: image, frame) { troubles.withLock { $0.append(trouble) } }
    }
    return troubles.withLock { $0.popLast() }
  }

  /// Waits for all frames and completes the film.
  func finish(_ messages: Messages, isQuiet: Bool) -> LandmarkError? {
    lane.finish()
    if let trouble = troubles.withLock({ $0.popLast() }) { return trouble }
    return state.annotation.finish(messages, isQuiet: isQuiet)
  }
}

/// The film with the landmarks drawn, written while the frames of its source go by.
struct FilmAnnotation {
  private let path: String
  private let source: String
  private let info: FilmInfo
  private let selection: FrameSelection
  private let threads: Int?
  /// The exact time of the source that becomes the film's beginning.
  private let origin: Int64
  private let overlay: OverlayOptions
  private var writer: FilmWriter?
  private var lastTime: Int64?
  private var hasFailed = false

  init(path: String, source: String, reader: FilmReader, _ options: TaskOptions) {
    self.path = path
    self.source = source
    info = reader.info
    selection = options.selection
    threads = options.threads ?? Self.defaultThreads
    origin = reader.time(milliseconds: options.selection.startInMilliseconds)
    overlay = options.overlay
  }

  /// The encoder works while the task does; with all processors it would take from it what it gains.
  static var defaultThreads: Int { min(max(Processors.count / 2, 1), 16) }

  /// Draws an answer on its frame and adds it. After a failure nothing more is tried: it is reported once.
  mutating func add(_ answer: InputAnswer, image: Image, _ frame: FilmFrame) -> LandmarkError? {
    guard !hasFailed else { return nil }
    do throws(LandmarkError) {
      let drawn = try PictureOverlay.draw(answer.result, on: image, options: overlay)
      if writer == nil { writer = try FilmWriter(path: path, options: options(for: drawn.size)) }
      // Times that the stream adjusted may not be later in the film; there they come one unit later.
      // Times come from the file: far outside of any film they stand still, and the writer says so.
      let (distance, isFar) = frame.time.subtractingReportingOverflow(origin)
      let (next, isLast) = (lastTime ?? -1).addingReportingOverflow(1)
      let time = max(isFar ? 0 : distance, isLast ? Int64.max : next)
      try writer?.add(drawn, time: time, duration: selection.takesEveryFrame ? frame.duration : 0)
      lastTime = time
      return nil
    } catch {
      hasFailed = true
      writer = nil
      return error
    }
  }

  /// Completes the film; nothing is written if there was no frame.
  mutating func finish(_ messages: Messages, isQuiet: Bool) -> LandmarkError? {
    guard let writer else { return nil }
    do throws(LandmarkError) {
      try writer.finish()
    } catch {
      return error
    }
    messages.note("\(path): written by \(writer.encoder), sound tracks: \(writer.soundTracks)")
    if let codec = writer.soundLeftOut, !isQuiet {
      messages.plain(
        Terminal.printable("\(path): The sound of \(source) is \(codec), which this container does not take; it was left out."))
    }
    guard writer.soundIsComplete else {
      return LandmarkError(.invalidFilm, "\(source): The sound is damaged; \(path) has only the part that could be read.")
    }
    return nil
  }

  private func options(for size: ImageSize) -> FilmWriter.Options {
    var rate = info.frameRate
    if let known = rate {
      let (denominator, overflow) = known.denominator.multipliedReportingOverflow(by: Int32(clamping: selection.every))
      rate = overflow ? nil : FilmRatio(known.numerator, denominator)
    }
    if let most = selection.maximumRate, (rate?.value ?? .infinity) > most {
      rate = FilmRatio(Int32((most * 1000).rounded(.up)), 1000)
    }
    let isTurned = size != info.size && size.width == info.size.height
    let aspect = info.pixelAspect.map { isTurned ? FilmRatio($0.denominator, $0.numerator) : $0 }
    let seconds = Double(origin) * info.timeBase.value
    let end = selection.endInMilliseconds.map { seconds + Double($0 - selection.startInMilliseconds) / 1000 }
    return FilmWriter.Options(
      size: size, timeBase: info.timeBase, frameRate: rate, pixelAspect: aspect, threads: threads,
      sound: info.hasSound ? FilmWriter.Sound(path: source, start: seconds, end: end) : nil)
  }
}
