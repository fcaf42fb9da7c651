import CFilms
public import VisionBase

/// Reads a film file frame by frame: any container and code that the installed FFmpeg reads.
///
/// Only the file itself is opened, never an address or another file that it names. Frames come in the order in which they
/// are shown. Not for several threads at a time.
public final class FilmReader {
  /// What the container tells of the film.
  public let info: FilmInfo

  private let path: String
  private let pixelLimit: Int
  private let threads: Int
  private var handle: OpaquePointer
  private var clock: FilmClock
  private var nextIndex = 0
  /// A frame that was decoded while looking for the start, and is still to be handed out.
  private var pending: FilmFrame?

  /// Opens a film and reads its head.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - pixelLimit: Most pixels (width × height) of a frame, at least 1; checked before memory for them is asked for.
  ///   - threads: Threads of the decoder, 1…16; `nil` leaves it to FFmpeg. Pixels do not depend on it.
  /// - Throws: `LandmarkError` with `fileNotFound` if the file is missing or not readable, `invalidFilm` if its head is
  ///   damaged or cut off or it is no film, `unsupportedFilm` if this FFmpeg cannot decode it or frames are too large,
  ///   `invalidArgument` for a limit or number of threads out of range.
  public init(path: String, pixelLimit: Int = Image.defaultPixelLimit, threads: Int? = nil) throws(LandmarkError) {
    guard pixelLimit > 0 else {
      throw LandmarkError(.invalidArgument, "pixelLimit is \(pixelLimit).", remedy: "Pass at least 1.")
    }
    if let threads, !(1...16).contains(threads) {
      throw LandmarkError(.invalidArgument, "A decoder cannot have \(threads) threads.", remedy: "Pass 1…16, or nil.")
    }
    self.path = path
    self.pixelLimit = pixelLimit
    self.threads = threads ?? 0
    (handle, info) = try Self.open(path, pixelLimit: pixelLimit, threads: threads ?? 0)
    clock = FilmClock(timeBase: info.timeBase, frameRate: info.frameRate, start: info.start)
  }

  deinit { lmf_reader_close(handle) }

  /// Decodes the next frame; `nil` after the last one.
  ///
  /// - Throws: `LandmarkError` with `invalidFilm` for a part that cannot be decoded, and once at the end of a film that
  ///   was cut short. The call may be repeated to go on behind the damage; every film ends.
  public func next() throws(LandmarkError) -> FilmFrame? {
    if let pending {
      self.pending = nil
      return pending
    }
    var raw = lmf_frame()
    var report = lmf_report()
    let status = lmf_reader_next(handle, &raw, &report)
    if status == LMF_END { return nil }
    guard status == LMF_OK else { throw FilmFailure.error(status, report).located(in: path) }
    let (time, isGuessed) = clock.next(time: raw.has_time ? raw.time : nil, duration: raw.duration)
    defer { nextIndex += 1 }
    return FilmFrame(
      index: nextIndex, timestampInMilliseconds: clock.milliseconds(time), time: time, duration: raw.duration,
      isTimeGuessed: isGuessed, isDamaged: raw.is_damaged, size: ImageSize(width: Int(raw.width), height: Int(raw.height)))
  }

  /// The pixels of the frame that ``next()`` returned last, as they are stored (not turned). Converted straight into the
  /// picture's memory.
  ///
  /// - Throws: `LandmarkError` with `unsupportedFilm` if FFmpeg cannot convert them, `unsupportedImage` if the frame is
  ///   larger than the limit.
  public func image(_ pixels: FilmPixels = .rgb) throws(LandmarkError) -> Image {
    do throws(LandmarkError) {
      return try FilmFramePixels.copy(handle, pixels, pixelLimit: pixelLimit)
    } catch {
      throw error.located(in: path)
    }
  }

  /// Makes ``next()`` continue with the first frame at or after a time; its index becomes 0. Damage before it does not
  /// count.
  ///
  /// Decoding begins at the place before it where the film can be entered; a film that has none is decoded from its
  /// beginning.
  public func skip(toMilliseconds start: Int) throws(LandmarkError) {
    guard start > 0 else { return }
    var report = lmf_report()
    if lmf_reader_seek(handle, clock.time(milliseconds: start), &report) == LMF_OK, findStart(start, fromBeginning: false) {
      return
    }
    // It could not be entered there, or only behind the start.
    let (fresh, _) = try Self.open(path, pixelLimit: pixelLimit, threads: threads)
    lmf_reader_close(handle)
    handle = fresh
    _ = findStart(start, fromBeginning: true)
  }

  /// Decodes up to the start. False if the frames found do not tell where they stand.
  private func findStart(_ start: Int, fromBeginning: Bool) -> Bool {
    clock = FilmClock(timeBase: info.timeBase, frameRate: info.frameRate, start: info.start)
    pending = nil
    var isFirst = true
    while true {
      do throws(LandmarkError) {
        guard var frame = try next() else {
          nextIndex = 0
          return fromBeginning || !isFirst
        }
        if !fromBeginning, frame.isTimeGuessed || (isFirst && frame.timestampInMilliseconds > start) { return false }
        isFirst = false
        guard frame.timestampInMilliseconds >= start else { continue }
        frame.index = 0
        nextIndex = 1
        pending = frame
        return true
      } catch {
        // Damage before the part that is wanted is none of its frames.
        continue
      }
    }
  }

  /// The exact time, in units of ``FilmInfo/timeBase``, nearest to a time since the film's first instant.
  public func time(milliseconds: Int) -> Int64 { clock.time(milliseconds: milliseconds) }

  private static func open(
    _ path: String, pixelLimit: Int, threads: Int
  ) throws(LandmarkError) -> (handle: OpaquePointer, info: FilmInfo) {
    guard !path.utf8.contains(0) else {
      throw LandmarkError(.fileNotFound, "A path cannot contain a zero byte.")
    }
    var raw = lmf_film_info()
    var report = lmf_report()
    var handle: OpaquePointer?
    let options = lmf_read_options(pixel_limit: Int64(pixelLimit), threads: Int32(threads))
    let status = lmf_reader_open(path, options, &handle, &raw, &report)
    guard status == LMF_OK, let handle else { throw FilmFailure.error(status, report).located(in: path) }
    return (handle, FilmInfo(raw))
  }
}

extension FilmInfo {
  fileprivate init(_ raw: lmf_film_info) {
    let timeBase = FilmRatio(raw.time_base) ?? FilmRatio(1, 1000)
    let rate = FilmRatio(raw.frame_rate)
    let start = raw.has_start ? raw.start : 0
    let milliseconds = Double(raw.duration) * timeBase.value * 1000
    self.init(
      size: ImageSize(width: Int(raw.width), height: Int(raw.height)),
      orientation: DisplayMatrix(a: raw.a, b: raw.b, c: raw.c, d: raw.d).orientation,
      timeBase: timeBase, frameRate: rate, pixelAspect: FilmRatio(raw.pixel_aspect), start: start,
      durationInMilliseconds: raw.duration > 0 && milliseconds < 1e15 ? Int(milliseconds.rounded()) : nil,
      hasSound: raw.has_sound, container: FilmFailure.string(raw.container), codec: FilmFailure.string(raw.codec))
  }
}

extension FilmRatio {
  /// `nil` for what is not known.
  fileprivate init?(_ raw: lmf_ratio) {
    guard raw.numerator > 0, raw.denominator > 0 else { return nil }
    self.init(raw.numerator, raw.denominator)
  }

  var raw: lmf_ratio { lmf_ratio(numerator: numerator, denominator: denominator) }
}
