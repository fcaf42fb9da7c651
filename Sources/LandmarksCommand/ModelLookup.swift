import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds a model file by name in the places where models usually lie.
struct ModelLookup: Sendable {
  /// Folders in the order they are searched.
  let folders: [String]

  init(environment: [String: String] = Environment.all, programFolder: String? = ModelLookup.programFolder) {
    var folders: [String] = []
    if let folder = environment["LANDMARKS_MODELS"], !folder.isEmpty { folders.append(folder) }
    folders.append("Models")
    if let programFolder { folders += [programFolder, programFolder + "/Models"] }
    if let data = environment["XDG_DATA_HOME"], !data.isEmpty {
      folders.append(data + "/landmarks/models")
    } else if let home = environment["HOME"], !home.isEmpty {
      // The default that the XDG base directory specification gives.
      folders.append(home + "/.local/share/landmarks/models")
    }
    self.folders = folders
  }

  /// The first of `names` that lies in any of the folders and may be read.
  func find(_ names: [String]) throws(CommandFailure) -> String {
    for name in names {
      for folder in folders {
        let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
        if access(path, R_OK) == 0 { return path }
      }
    }
    let wanted = names.count == 1 ? "The model \(names[0]) was not" : "None of the models \(names.joined(separator: ", ")) was"
    throw CommandFailure(
      .modelUnavailable, "\(wanted) found in \(folders.joined(separator: ", ")).",
      hint: "Scripts/fetch-models fetches it; --model PATH or $LANDMARKS_MODELS says where it lies.")
  }

  /// The folder of the running program, links resolved.
  static var programFolder: String? {
    #if os(Linux)
      let path = "/proc/self/exe"
    #else
      let path = CommandLine.arguments.first ?? ""
    #endif
    guard let pointer = realpath(path, nil) else { return nil }
    defer { free(pointer) }
    let bytes = Array(String(cString: pointer).utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return String(decoding: bytes[..<slash], as: UTF8.self)
  }
}
