/// What went wrong, where, and how to mend it.
///
/// Every public call of this package that can fail throws a `LandmarkError`. Switch on ``code`` to react, print
/// ``description`` to inform. New codes may appear in later versions, so a `switch` needs a `default`.
public struct LandmarkError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure, an open set of names.
  public struct Code: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    /// The name as it stands in the command line's JSON output, for example `invalidImage`.
    public let rawValue: String

    /// Makes a code from its name; any name is accepted.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name, see ``rawValue``.
    public var description: String { rawValue }

    /// An option or argument lies outside its documented range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A file named by the caller does not exist or may not be read.
    public static let fileNotFound = Code(rawValue: "fileNotFound")
    /// The bytes are not a well-formed model or bundle, or a needed entry is missing.
    public static let invalidModel = Code(rawValue: "invalidModel")
    /// A well-formed model that needs an operator, shape or type this package does not have.
    public static let unsupportedModel = Code(rawValue: "unsupportedModel")
    /// The bytes are not a well-formed picture, or the picture ends early.
    public static let invalidImage = Code(rawValue: "invalidImage")
    /// A well-formed picture of a kind that cannot be read here, or one above the pixel limit.
    public static let unsupportedImage = Code(rawValue: "unsupportedImage")
    /// The bytes are not a well-formed film, or a part of it is damaged or missing.
    public static let invalidFilm = Code(rawValue: "invalidFilm")
    /// A film of a kind that the installed libraries do not read or write.
    public static let unsupportedFilm = Code(rawValue: "unsupportedFilm")
    /// A camera is not there, is in use, or does not do what it is asked for.
    public static let cameraFailed = Code(rawValue: "cameraFailed")
    /// A frame of a stream is not later than the one before.
    public static let timestampNotIncreasing = Code(rawValue: "timestampNotIncreasing")
    /// The task was closed before the call.
    public static let closed = Code(rawValue: "closed")
    /// Output could not be written.
    public static let outputFailed = Code(rawValue: "outputFailed")
    /// Something that the package itself promises did not hold; please report it.
    public static let internalFailure = Code(rawValue: "internalFailure")
  }

  /// The kind of failure.
  public let code: Code
  /// One sentence: what is wrong and where (file, entry, offset, option).
  public let message: String
  /// One sentence that says how to mend it, if anything can be said.
  public let remedy: String?

  /// Makes an error from its parts.
  public init(_ code: Code, _ message: String, remedy: String? = nil) {
    self.code = code
    self.message = message
    self.remedy = remedy
  }

  /// `message`, then the remedy in the same line if there is one.
  public var description: String { remedy.map { "\(message) \($0)" } ?? message }

  /// The same error with `place` (a file or entry name) in front of the message.
  package func located(in place: String) -> LandmarkError {
    LandmarkError(code, "\(place): \(message)", remedy: remedy)
  }
}
