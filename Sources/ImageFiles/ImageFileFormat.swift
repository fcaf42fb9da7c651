public import VisionBase

extension ImageFile {
  /// A format that pictures can be written in.
  public enum Format: Sendable, Hashable {
    /// Without loss.
    case png
    /// With loss, full chroma resolution; `quality` is 1…100.
    case jpeg(quality: Int)

    /// Quality of JPEG files unless the caller says otherwise.
    public static let defaultJPEGQuality = 92

    /// Chooses the format by the name's ending: `.png`, `.jpg` or `.jpeg`, in capitals or not.
    ///
    /// - Parameters:
    ///   - path: The file to be written; only its name is looked at.
    ///   - jpegQuality: Quality to use if the name is a JPEG's, 1…100 (checked when writing).
    /// - Throws: `LandmarkError` with `invalidArgument` for any other ending.
    public init(path: String, jpegQuality: Int = Format.defaultJPEGQuality) throws(LandmarkError) {
      let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
      let ending = name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } ?? ""
      switch ending {
      case "png": self = .png
      case "jpg", "jpeg": self = .jpeg(quality: jpegQuality)
      default:
        throw LandmarkError(
          .invalidArgument, "\(path): the name's ending does not say which picture format to write.",
          remedy: "End it in .png, .jpg or .jpeg.")
      }
    }
  }
}
