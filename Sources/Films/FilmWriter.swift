import CFilms
public import VisionBase

/// Writes a film: H.264 where the installed FFmpeg has an encoder for it, else what the container takes.
///
/// The bytes go to a temporary name in the same folder; ``finish()`` gives the film its own. Without that call, and after
/// a failure, the temporary file is removed and a file of that name stands as before. Not for several threads at a time.
public final class FilmWriter {
  /// The sound of another film, copied as it is.
  public struct Sound: Sendable, Hashable {
    /// The film that has it.
    public var path: String
    /// Its instant, in seconds of its own clock, that becomes the new film's beginning.
    public var start: Double
    /// Sound from this instant on is left out; `nil`: to the end.
    public var end: Double?

    /// Names the film and the part of it.
    public init(path: String, start: Double = 0, end: Double? = nil) {
      self.path = path
      self.start = start
      self.end = end
    }
  }

  /// What the film shall be like.
  public struct Options: Sendable, Hashable {
    /// Size of the pictures. Where the code wants even sides, the last row or column of an odd one is doubled.
    public var size: ImageSize
    /// The unit of times, in seconds.
    public var timeBase: FilmRatio
    /// Frames a second, a hint for the encoder; `nil` if it is not known.
    public var frameRate: FilmRatio?
    /// Width of a pixel over its height; `nil`: square.
    public var pixelAspect: FilmRatio?
    /// How players must turn the pictures, written as a display matrix where the container has one.
    public var orientation: ImageOrientation
    /// Threads of the encoder, 1…16; `nil` leaves it to FFmpeg.
    public var threads: Int?
    /// FFmpeg's name of the encoder; `nil` chooses.
    public var encoder: String?
    /// Whose sound is copied; `nil`: a silent film.
    public var sound: Sound?

    /// Makes options from their parts.
    public init(
      size: ImageSize, timeBase: FilmRatio, frameRate: FilmRatio? = nil, pixelAspect: FilmRatio? = nil,
      orientation: ImageOrientation = .up, threads: Int? = nil, encoder: String? = nil, sound: Sound? = nil
    ) {
      self.size = size
      self.timeBase = timeBase
      self.frameRate = frameRate
      self.pixelAspect = pixelAspect
      self.orientation = orientation
      self.threads = threads
      self.encoder = encoder
      self.sound = sound
    }
  }

  /// FFmpeg's name of the encoder in use.
  public let encoder: String
  /// Number of sound tracks that are copied.
  public let soundTracks: Int
  /// Codes of sound tracks that the container does not take; they are left out.
  public let soundLeftOut: String?
  /// After ``finish()``: whether all of the copied sound could be read.
  public private(set) var soundIsComplete = true

  private let file: PartialFile
  private var handle: OpaquePointer?

  /// Whether a film can be written under this name; its ending chooses the container.
  public static func canWrite(_ path: String) -> Bool { !path.utf8.contains(0) && lmf_can_write(path) }

  /// Begins a film.
  ///
  /// - Throws: `LandmarkError` with `unsupportedFilm` if FFmpeg has no container or encoder for it, `outputFailed` if the
  ///   file cannot be written, `invalidArgument` for sizes, units or threads out of range, and as ``FilmReader`` does for
  ///   the film whose sound is wanted.
  public init(path: String, options: Options) throws(LandmarkError) {
    try Self.check(options)
    file = try PartialFile(path)
    var info = lmf_writer_info()
    var report = lmf_report()
    var handle: OpaquePointer?
    let status = Self.withRaw(options, path: path, partial: file.temporary) { lmf_writer_open($0, &handle, &info, &report) }
    guard status == LMF_OK, let handle else {
      throw FilmFailure.error(status, report).located(in: path)
    }
    self.handle = handle
    encoder = FilmFailure.string(info.encoder)
    soundTracks = Int(info.sound_tracks)
    soundLeftOut = info.sound_left_out > 0 ? FilmFailure.string(info.sound_left_out_codec) : nil
  }

  deinit { if let handle { lmf_writer_close(handle) } }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - image: The picture in any pixel format; one of another size is scaled to the film's.
  ///   - time: When it is shown, in units of the time base, at least 0 and later than the picture before.
  ///   - duration: How long it is shown, same units; 0 if it is not known.
  /// - Throws: `LandmarkError` with `outputFailed` if it cannot be encoded or written or its time is not later,
  ///   `closed` after ``finish()``.
  public func add(_ image: Image, time: Int64, duration: Int64 = 0) throws(LandmarkError) {
    let handle = try opened()
    let rgb = image.format == .rgb8 ? image : try image.convertedToRGB()
    guard let stride = Int32(exactly: rgb.bytesPerRow) else {
      throw LandmarkError(.outputFailed, "Rows of \(rgb.bytesPerRow) bytes are too long for a film.").located(in: file.path)
    }
    var report = lmf_report()
    let status = rgb.withPixelView { view in
      // Image accepts at most 2^31 − 1 pixels a side.
      lmf_writer_add(
        handle, view.base, stride, Int32(view.size.width), Int32(view.size.height), time, max(duration, 0), &report)
    }
    guard status == LMF_OK else { throw FilmFailure.error(status, report).located(in: file.path) }
  }

  /// Completes the film and gives it its name.
  ///
  /// - Throws: `LandmarkError` with `outputFailed` if something cannot be written; then there is no film. `closed` if it
  ///   was called before.
  public func finish() throws(LandmarkError) {
    let handle = try opened()
    self.handle = nil
    var report = lmf_report()
    let status = lmf_writer_finish(handle, &soundIsComplete, &report)
    lmf_writer_close(handle)
    guard status == LMF_OK else { throw FilmFailure.error(status, report).located(in: file.path) }
    try file.complete()
  }

  private func opened() throws(LandmarkError) -> OpaquePointer {
    guard let handle else { throw LandmarkError(.closed, "The film \(file.path) was completed.", remedy: "Begin a new one.") }
    return handle
  }

  private static func check(_ options: Options) throws(LandmarkError) {
    let sides = 1...16384
    guard sides.contains(options.size.width), sides.contains(options.size.height) else {
      throw LandmarkError(
        .invalidArgument, "A film of \(options.size.width)×\(options.size.height) pixels cannot be written.",
        remedy: "Both sides must be 1…16384.")
    }
    for ratio in [options.timeBase, options.frameRate, options.pixelAspect].compactMap({ $0 })
    where ratio.numerator <= 0 || ratio.denominator <= 0 {
      throw LandmarkError(
        .invalidArgument, "\(ratio.numerator)/\(ratio.denominator) is no ratio for a film.",
        remedy: "Both parts must be above 0.")
    }
    if let threads = options.threads, !(1...16).contains(threads) {
      throw LandmarkError(.invalidArgument, "An encoder cannot have \(threads) threads.", remedy: "Pass 1…16, or nil.")
    }
  }

  /// Calls `body` with the options as C has them; its pointers must not escape.
  private static func withRaw(
    _ options: Options, path: String, partial: String, _ body: (UnsafePointer<lmf_write_options>) -> lmf_status
  ) -> lmf_status {
    let unknown = lmf_ratio(numerator: 0, denominator: 1)
    let matrix = DisplayMatrix(options.orientation)
    var raw = lmf_write_options()
    raw.width = Int32(options.size.width)
    raw.height = Int32(options.size.height)
    raw.time_base = options.timeBase.raw
    raw.frame_rate = options.frameRate?.raw ?? unknown
    raw.pixel_aspect = options.pixelAspect?.raw ?? unknown
    (raw.a, raw.b, raw.c, raw.d) = (matrix.a, matrix.b, matrix.c, matrix.d)
    raw.threads = Int32(options.threads ?? 0)
    raw.sound_from = microseconds(options.sound?.start ?? 0)
    raw.sound_to = options.sound?.end.map(microseconds) ?? Int64.max
    return partial.withCString { partial in
      path.withCString { name in
        withOptionalCString(options.encoder) { encoder in
          withOptionalCString(options.sound?.path) { sound in
            raw.path = partial
            raw.name = name
            raw.encoder = encoder
            raw.sound_source = sound
            return withUnsafePointer(to: raw, body)
          }
        }
      }
    }
  }

  private static func microseconds(_ seconds: Double) -> Int64 { Int64(min(max((seconds * 1e6).rounded(), -9e15), 9e15)) }

  private static func withOptionalCString<Result>(_ text: String?, _ body: (UnsafePointer<CChar>?) -> Result) -> Result {
    guard let text else { return body(nil) }
    return text.withCString { body($0) }
  }
}
