import CFilms

/// Tells films from other files.
public enum FilmKind {
  /// First bytes that ``isFilm(_:)`` looks at; more do not hurt.
  public static let headBytes = 1 << 16

  /// Whether FFmpeg is sure, from the content alone, that these are the first bytes of a film. Picture files and play
  /// lists are none; a GIF is one.
  ///
  /// - Parameter head: The first bytes, ``headBytes`` or fewer at the end of the file.
  public static func isFilm(_ head: [UInt8]) -> Bool {
    // Above what FFmpeg itself would look at more bytes for.
    head.withUnsafeBufferPointer { lmf_probe($0.baseAddress, $0.count) } > 25
  }

  /// Whether the name ends like that of a film, so that a damaged one is still reported as a film.
  public static func isFilmName(_ path: String) -> Bool {
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(path[path.index(after: dot)...].lowercased())
  }

  private static let endings: Set<String> = [
    "3g2", "3gp", "avi", "flv", "gif", "ivf", "m2ts", "m4v", "mkv", "mov", "mp4", "mpeg", "mpg", "mts", "mxf", "nut", "ogv", "ts",
    "webm", "wmv", "y4m",
  ]
}
