public import VisionBase

/// A ratio of whole numbers, for example the unit of a film's times in seconds.
public struct FilmRatio: Sendable, Hashable {
  /// Above the line.
  public var numerator: Int32
  /// Below the line, above 0.
  public var denominator: Int32

  /// Makes a ratio from its parts.
  public init(_ numerator: Int32, _ denominator: Int32) {
    self.numerator = numerator
    self.denominator = denominator
  }

  /// As a number; 0 if the denominator is not above 0.
  public var value: Double { denominator > 0 ? Double(numerator) / Double(denominator) : 0 }
}

/// What is known of a film before its first frame is decoded.
public struct FilmInfo: Sendable, Hashable {
  /// Size of the frames as they are stored; single frames may have another, see ``FilmFrame/size``.
  public var size: ImageSize
  /// How the stored pixels must be turned to stand upright, from the container's display matrix.
  public var orientation: ImageOrientation
  /// The unit of exact times, in seconds.
  public var timeBase: FilmRatio
  /// Average frames per second as the container tells it, `nil` if it does not. The true distances of frames may vary.
  public var frameRate: FilmRatio?
  /// Width of a pixel over its height, `nil` if it is not told. Results do not depend on it.
  public var pixelAspect: FilmRatio?
  /// The film's first instant in units of the time base: 0 of ``FilmFrame/timestampInMilliseconds``.
  public var start: Int64
  /// Length in milliseconds as the container tells it, `nil` if it does not.
  public var durationInMilliseconds: Int?
  /// Whether there is a sound track.
  public var hasSound: Bool
  /// FFmpeg's name of the container.
  public var container: String
  /// FFmpeg's name of the code that the pictures are in.
  public var codec: String

  /// Number of frames to expect, `nil` if length or rate is not told.
  public var expectedFrames: Int? {
    guard let durationInMilliseconds, let frameRate else { return nil }
    return Int(exactly: (Double(durationInMilliseconds) / 1000 * frameRate.value).rounded())
  }
}

/// One decoded frame, without its pixels: these are converted when ``FilmReader/image(_:)`` asks for them.
public struct FilmFrame: Sendable, Hashable {
  /// Its place among the frames read, from 0.
  public var index: Int
  /// Time since the film's first instant, rounded. Frames come in the order in which they are shown; a damaged or
  /// unusual film may give one that is not later than the one before.
  public var timestampInMilliseconds: Int
  /// The exact time in units of ``FilmInfo/timeBase``, counted as the container does.
  public var time: Int64
  /// How long it is shown, same units; 0 if it is not told.
  public var duration: Int64
  /// Whether the film has no time for it, so that ``time`` was put together from the frames before and the rate.
  public var isTimeGuessed: Bool
  /// Whether parts of the picture are missing and were filled in by the decoder.
  public var isDamaged: Bool
  /// Size of the stored picture.
  public var size: ImageSize
}

/// How pixels of a frame are handed over.
public enum FilmPixels: Sendable, Hashable {
  /// Red, green, blue; the conversion that the reference results were made with.
  case rgb
  /// As most decoders leave them, luma and half-sized chroma. ``Image`` knows NV12 of BT.601 only; frames of another
  /// matrix, and those that are no luma and chroma at all, come as `rgb8`.
  case nv12
}
