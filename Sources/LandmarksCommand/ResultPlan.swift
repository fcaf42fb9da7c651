import CommandLineKit
import VisionBase

/// Where the results of a run go; decided before work begins.
enum ResultPlan: Sendable {
  case standardOutput
  /// All results in one file.
  case file(String)
  /// A file for each input, in their order.
  case perInput([String])

  /// The folder that results go to, with a slash at its end; `nil` if they go to a file, beside their inputs or elsewhere.
  static func folder(of options: TaskOptions) -> String? {
    guard let output = options.output, output.hasSuffix("/") || FileIdentity(output)?.isFolder == true else { return nil }
    return output.hasSuffix("/") ? output : output + "/"
  }

  init(_ options: TaskOptions, kind: TaskKind, inputs: InputList) throws(CommandFailure) {
    if options.run.isBeside {
      let places = inputs.list.map { [$0] } ?? inputs.operands
      try Self.refuseOneStream(options, "--beside")
      self = .perInput(places.map { $0 + Self.ending(options, kind) })
    } else if let folder = Self.folder(of: options) {
      try Self.refuseOneStream(options, "--output with a folder")
      let names = inputs.list.map { [$0 == "-" ? "stdin" : PictureNames.baseName(of: $0)] } ?? inputs.expanded.map(\.relative)
      self = .perInput(Self.distinct(names).map { folder + $0 + Self.ending(options, kind) })
    } else if let output = options.output {
      self = .file(output)
    } else {
      self = .standardOutput
    }
    if case .perInput(let paths) = self {
      let known = Set(inputs.files.compactMap { FileIdentity($0) })
      for path in paths {
        if let target = FileIdentity(path), known.contains(target) {
          throw CommandFailure(.wrongUsage, "The results \(path) would overwrite an input.", hint: "Choose another folder.")
        }
      }
    }
  }

  private static func refuseOneStream(_ options: TaskOptions, _ what: String) throws(CommandFailure) {
    guard options.isStream, options.list == nil else { return }
    throw CommandFailure(
      .wrongUsage, "\(what): with --mode video all pictures are one stream and have one result.", hint: "Name a file: -o FILE.")
  }

  private static func ending(_ options: TaskOptions, _ kind: TaskKind) -> String {
    let format =
      switch options.format ?? .jsonLines {
      case .text: "txt"
      case .json: "json"
      case .jsonLines: "jsonl"
      case .csv: "csv"
      case .bvh: "bvh"
      }
    return ".\(kind.command).\(format)"
  }

  /// Names numbered where two would be alike, compared in lower case since some file systems do not tell the cases apart.
  private static func distinct(_ names: [String]) -> [String] {
    var taken: Set<String> = []
    // The next number of each name, so that thousands of one name are not counted through again and again.
    var next: [String: Int] = [:]
    return names.map { name in
      var result = name
      while !taken.insert(result.lowercased()).inserted {
        let number = next[name.lowercased(), default: 2]
        next[name.lowercased()] = number + 1
        result = "\(name)-\(number)"
      }
      return result
    }
  }

  /// Whether the results of an input are there and no older than it. Results are never empty; a file that is, is what
  /// some file systems make of a new one when the power fails.
  static func isComplete(_ result: String, input: String) -> Bool {
    guard let written = FileIdentity.modificationTime(result), FileIdentity(result)?.isRegular == true,
      !FileIdentity.isEmpty(result)
    else { return false }
    guard let changed = FileIdentity.modificationTime(input) else { return true }
    return written >= changed
  }
}
