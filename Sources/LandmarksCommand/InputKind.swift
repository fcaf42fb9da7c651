import Films

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whether an input is one picture or a film or list of many.
enum InputKind: Sendable {
  case picture
  case film
  /// A list of frames, known by its ending.
  case list

  /// Looks at the file's first bytes; the name counts where they say nothing, so that a damaged film, or one that is not
  /// there, is still spoken of as a film.
  init(ofFile path: String) {
    if Self.isListName(path) {
      self = .list
      return
    }
    let head = Self.head(of: path)
    if Self.isPicture(head) {
      self = .picture
    } else {
      self = FilmKind.isFilmName(path) || FilmKind.isFilm(head) ? .film : .picture
    }
  }

  /// Whether a file of a folder is an input: by its ending, and a list by its first line, since tables have its ending, too.
  static func isKnownName(_ path: String) -> Bool {
    if isListName(path) { return isList(path) }
    let ending = PictureNames.split(PictureNames.baseName(of: path)).suffix.lowercased()
    return pictureEndings.contains(ending) || FilmKind.isFilmName(path)
  }

  private static let pictureEndings: Set<String> = [".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".bmp", ".dib"]

  static func isListName(_ path: String) -> Bool {
    PictureNames.split(PictureNames.baseName(of: path)).suffix.lowercased() == ".tsv"
  }

  private static func isList(_ path: String) -> Bool {
    var list = FrameList(path: path)
    guard let first = list.next(), case .file = first.place else { return false }
    return true
  }

  /// The first bytes of a regular file; none of others, since a pipe can be read only once.
  private static func head(of path: String) -> [UInt8] {
    guard FileIdentity(path)?.isRegular == true else { return [] }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    return [UInt8](unsafeUninitializedCapacity: FilmKind.headBytes) { buffer, count in
      count = max(read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
  }

  /// Kinds of pictures that the picture reader knows or names: those are its to judge.
  private static func isPicture(_ head: [UInt8]) -> Bool {
    func has(_ text: String, at offset: Int) -> Bool {
      head.count >= offset + text.utf8.count && head[offset...].starts(with: text.utf8)
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || has("BM", at: 0) { return true }
    if has("RIFF", at: 0), has("WEBP", at: 8) { return true }
    return ["avif", "heic", "heix", "heim", "heis", "mif1"].contains { has("ftyp", at: 4) && has($0, at: 8) }
  }
}
