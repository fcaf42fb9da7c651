import CommandLineKit
import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Names of the pictures that a run writes into a folder, made from those of its inputs.
enum PictureNames {
  /// File names: the input's own, numbered where two would be alike. What cannot be written under its own ending gets
  /// `.png`, or `.mp4` if it is a film.
  static func names(for inputs: [String], isFilm: (String) -> Bool = { _ in false }) -> [String] {
    var taken: Set<String> = []
    // The next number of each name, so that thousands of one name are not counted through again and again.
    var next: [String: Int] = [:]
    return inputs.map { input in
      let base = input == "-" ? "stdin" : baseName(of: input)
      let isFilm = isFilm(input)
      let ending = isFilm ? filmExtension(of: base) : pictureExtension(of: base)
      let (stem, suffix) = split(base)
      // Compared in lower case, since some file systems do not tell the cases apart.
      let newSuffix = ending == nil ? (isFilm ? ".mp4" : ".png") : suffix
      let wanted = stem + newSuffix
      var name = wanted
      while !taken.insert(name.lowercased()).inserted {
        let number = next[wanted.lowercased(), default: 2]
        next[wanted.lowercased()] = number + 1
        name = "\(stem)-\(number)\(newSuffix)"
      }
      return name
    }
  }

  /// Names without their endings, numbered where two would be alike.
  static func stems(for inputs: [String]) -> [String] {
    let stems = inputs.map { split($0 == "-" ? "stdin" : baseName(of: $0)).stem + ".png" }
    return names(for: stems).map { split($0).stem }
  }

  /// The stem for a frame of a list: of one width up to a million frames, as programs that join pictures to films want it.
  static func frameStem(_ index: Int) -> String {
    let digits = String(index)
    return "frame-" + String(repeating: "0", count: max(6 - digits.count, 0)) + digits
  }

  /// The ending in lower case if it is one of a picture that can be written.
  static func pictureExtension(of path: String) -> String? {
    let suffix = split(baseName(of: path)).suffix.dropFirst().lowercased()
    return ["png", "jpg", "jpeg"].contains(suffix) ? suffix : nil
  }

  /// The ending in lower case if it is one of a container that films are commonly written to.
  static func filmExtension(of path: String) -> String? {
    let suffix = split(baseName(of: path)).suffix.dropFirst().lowercased()
    return ["mp4", "m4v", "mov", "mkv", "webm", "avi"].contains(suffix) ? suffix : nil
  }

  /// What comes before the name: empty, or a path that ends in a slash.
  static func folder(of path: String) -> String {
    String(decoding: Array(path.utf8)[..<nameStart(in: path)], as: UTF8.self)
  }

  static func baseName(of path: String) -> String {
    String(decoding: Array(path.utf8)[nameStart(in: path)...], as: UTF8.self)
  }

  /// By bytes: a combining mark after the slash would hide it from a search by Character.
  private static func nameStart(in path: String) -> Int {
    (Array(path.utf8).lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
  }

  /// The name without its ending, and the ending with its dot; a dot in front is no ending.
  static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// Makes the folder and those above it.
  static func makeFolder(_ path: String, option: String) throws(CommandFailure) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/\(part)"
      if mkdir(folder, 0o777) == 0 { continue }
      let reason = SystemFailure(path: path, errorNumber: errno).reason
      guard FileIdentity(folder)?.isFolder == true else {
        throw CommandFailure(.wrongUsage, "\(option) \(path): the folder cannot be made: \(reason).")
      }
    }
  }
}
