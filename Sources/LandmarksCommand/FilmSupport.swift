import Films
import VisionBase

/// Whether this machine has what films need; asked before anything is begun.
enum FilmSupport {
  /// Throws if FFmpeg's libraries cannot be loaded.
  ///
  /// - Parameter film: The film that is to be read or written, for the message.
  static func require(for film: String) throws(CommandFailure) {
    // Every FFmpeg writes these; where it cannot, the reader says why.
    guard !FilmWriter.canWrite("film.mp4") else { return }
    do throws(LandmarkError) { _ = try FilmReader(path: film) } catch {
      // Other troubles of the film are answered in its place.
      guard error.code == .unsupportedFilm, error.message.contains("Films need FFmpeg") else { return }
      throw CommandFailure(.modelUnavailable, error.description)
    }
  }

  /// Throws if there is a film among the inputs and FFmpeg's libraries cannot be loaded. Without them only names tell
  /// films, so that names suffice here, and runs over pictures need not load anything.
  static func require(for inputs: InputList) throws(CommandFailure) {
    for input in inputs.expanded where input.trouble == nil && FilmKind.isFilmName(input.source) {
      guard case .film = InputKind(ofFile: input.source) else { continue }
      return try require(for: input.source)
    }
  }
}
