import CFilms
import VisionBase

/// Turns what the C side reports into the package's error.
enum FilmFailure {
  static func error(_ status: lmf_status, _ report: lmf_report) -> LandmarkError {
    let message = text(of: report)
    return switch status {
    case LMF_NOT_FOUND: LandmarkError(.fileNotFound, message, remedy: "Check the path and its permissions.")
    case LMF_UNSUPPORTED:
      LandmarkError(.unsupportedFilm, message, remedy: "Convert it to H.264 in MP4, or install an FFmpeg that knows it.")
    case LMF_LIBRARY_MISSING:
      LandmarkError(
        .unsupportedFilm, message,
        remedy: "Install FFmpeg's libraries, on Debian with apt install libavformat-dev libswscale-dev.")
    case LMF_OUT_OF_MEMORY: LandmarkError(.unsupportedFilm, message, remedy: "Try a smaller film.")
    case LMF_OUTPUT_FAILED: LandmarkError(.outputFailed, message)
    default: LandmarkError(.invalidFilm, message, remedy: "Check that the film was copied completely.")
    }
  }

  static func text(of report: lmf_report) -> String { string(report.message) }

  /// A text in an array of C, which Swift sees as a tuple of bytes.
  static func string<Tuple>(_ tuple: Tuple) -> String {
    withUnsafeBytes(of: tuple) { bytes in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

/// Settings of FFmpeg's libraries, which are those of the whole process.
public enum FilmLibrary {
  /// Keeps FFmpeg from printing messages of its own on standard error. What matters of them is in thrown errors.
  public static func silenceMessages() { lmf_silence() }

  /// Major version of FFmpeg's libavformat.
  public static var version: Int { Int(lmf_version()) }
}
