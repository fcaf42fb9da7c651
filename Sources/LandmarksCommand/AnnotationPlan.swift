import CommandLineKit
import ImageFiles
import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Which file the annotated picture of each input goes to; decided before work begins.
struct AnnotationPlan: Sendable {
  /// One path per input.
  let targets: [String]

  /// - Parameters:
  ///   - path: A file for one input, else a folder, which is made if it is not there.
  ///   - inputs: The inputs in order.
  init(path: String, inputs: [String]) throws(CommandFailure) {
    let isFolder = FileIdentity(path)?.isFolder ?? false
    if isFolder || path.hasSuffix("/") || inputs.count > 1 {
      if !isFolder, Self.pictureExtension(of: path) != nil {
        throw CommandFailure(.wrongUsage, "--annotate \(path): several inputs need a folder, not a picture.")
      }
      try Self.makeFolder(path)
      let folder = path.hasSuffix("/") ? path : path + "/"
      targets = Self.names(for: inputs).map { folder + $0 }
    } else {
      guard Self.pictureExtension(of: path) != nil else {
        throw CommandFailure(
          .wrongUsage, "--annotate \(path): the name must end in .png, .jpg or .jpeg.", hint: "A folder ends in /.")
      }
      targets = [path]
    }
    for target in targets { try FileIdentity.refuseOverwriting(target, inputs: inputs, option: "--annotate") }
  }

  /// Writes the picture of the input at `index`; it appears under its name when it is whole.
  func write(_ image: Image, at index: Int) throws(LandmarkError) {
    try ImageFile.write(image, path: targets[index], format: ImageFile.Format(path: targets[index]))
  }

  /// File names in a folder: the input's own, `.png` where it is no PNG or JPEG, numbered where two would be alike.
  static func names(for inputs: [String]) -> [String] {
    var taken: Set<String> = []
    return inputs.map { input in
      let base = input == "-" ? "stdin" : baseName(of: input)
      let ending = pictureExtension(of: base)
      let (stem, suffix) = split(base)
      // Compared in lower case, since some file systems do not tell the cases apart.
      let newSuffix = ending == nil ? ".png" : suffix
      var name = stem + newSuffix
      var number = 2
      while !taken.insert(name.lowercased()).inserted {
        name = "\(stem)-\(number)\(newSuffix)"
        number += 1
      }
      return name
    }
  }

  /// The ending in lower case if it is one of a picture that can be written.
  static func pictureExtension(of path: String) -> String? {
    let suffix = split(baseName(of: path)).suffix.dropFirst().lowercased()
    return ["png", "jpg", "jpeg"].contains(suffix) ? suffix : nil
  }

  private static func baseName(of path: String) -> String {
    // By bytes: a combining mark after the slash would hide it from a search by Character.
    let bytes = Array(path.utf8)
    return String(decoding: bytes[((bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
  }

  /// The name without its ending, and the ending with its dot; a dot in front is no ending.
  private static func split(_ name: String) -> (stem: String, suffix: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    return (String(name[..<dot]), String(name[dot...]))
  }

  /// Makes the folder and those above it.
  private static func makeFolder(_ path: String) throws(CommandFailure) {
    let parts = path.split(separator: "/", omittingEmptySubsequences: true)
    var folder = path.hasPrefix("/") ? "" : "."
    for part in parts {
      folder += "/\(part)"
      if mkdir(folder, 0o777) == 0 { continue }
      let reason = SystemFailure(path: path, errorNumber: errno).reason
      guard FileIdentity(folder)?.isFolder == true else {
        throw CommandFailure(.wrongUsage, "--annotate \(path): the folder cannot be made: \(reason).")
      }
    }
  }
}
