import CommandLineKit
import VisionBase

/// One input of the command line, after folders and patterns were replaced by what is in them.
struct ExpandedInput: Sendable, Hashable {
  /// What it is called in the answer: its path, or the pattern that matches nothing.
  let source: String
  /// Its path below the folder or pattern that it was found by, for results that keep the order of folders.
  let relative: String
  /// Why there is nothing to read.
  let trouble: LandmarkError?

  init(source: String, relative: String, trouble: LandmarkError? = nil) {
    self.source = source
    self.relative = relative
    self.trouble = trouble
  }

  /// An input named by itself.
  init(path: String) {
    self.init(source: path, relative: path == "-" ? "stdin" : PictureNames.baseName(of: path))
  }
}

/// Replaces folders by the pictures, films and lists of frames in them, and patterns by what they match.
///
/// The order is that of the command line, then that of the names' bytes, folder by folder, the same on every machine.
/// Names that begin with a dot are passed over. Where a file has the very name of a pattern, it is the file that is meant.
struct InputExpansion {
  /// Folders that the run writes to: what lies there is no input, unless it is asked for by name.
  private let excluded: Set<FileIdentity>
  private var found: [ExpandedInput] = []
  /// What the operand in work has given so far: "**" twice leads to some files in two ways. By bytes, since two names may
  /// differ in bytes only.
  private var foundByOperand: Set<[UInt8]> = []

  static func expand(_ operands: [String], excludedFolders: [String]) -> [ExpandedInput] {
    var expansion = InputExpansion(excluded: Set(excludedFolders.compactMap { FileIdentity($0) }))
    for operand in operands { expansion.add(operand) }
    return expansion.found
  }

  private init(excluded: Set<FileIdentity>) { self.excluded = excluded }

  private mutating func add(_ operand: String) {
    foundByOperand = []
    if operand == "-" {
      found.append(ExpandedInput(path: operand))
    } else if let identity = FileIdentity(operand) {
      if identity.isFolder {
        addFolder(operand, named: operand)
      } else {
        found.append(ExpandedInput(path: operand))
      }
    } else if let pattern = GlobPattern(operand) {
      addMatches(of: pattern, named: operand)
    } else {
      // Not there: it is answered as an error in its place.
      found.append(ExpandedInput(path: operand))
    }
  }

  private mutating func addFolder(_ folder: String, named operand: String) {
    let before = found.count
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    walk(start, below: start, inside: [])
    guard found.count == before else { return }
    fail(
      operand, "\(operand): There is no picture, film or list of frames in this folder.",
      remedy: "Files are known by their endings; name a file to have it read whatever it is called.")
  }

  private mutating func fail(_ source: String, _ message: String, remedy: String) {
    guard foundByOperand.insert(Array(source.utf8)).inserted else { return }
    // Never a path that leads out of the folder of results.
    found.append(
      ExpandedInput(
        source: source, relative: PictureNames.baseName(of: source),
        trouble: LandmarkError(.fileNotFound, message, remedy: remedy)))
  }

  private mutating func failName(_ path: String) {
    fail(path, "\(path): This name is no UTF-8 text.", remedy: "Rename it.")
  }

  /// - Parameters:
  ///   - folder: Where to look, with a slash at the end or empty.
  ///   - start: The beginning of all paths that is not kept in relative ones.
  ///   - ancestors: The folders on the way there, so that a link to one of them does not lead in a circle.
  private mutating func walk(_ folder: String, below start: String, inside ancestors: [FileIdentity]) {
    guard let identity = FileIdentity(folder.isEmpty ? "." : folder), !ancestors.contains(identity) else { return }
    for (path, isText) in entries(of: folder) {
      guard isText else {
        failName(path)
        continue
      }
      guard let status = FileIdentity(path) else { continue }
      if status.isFolder {
        if excluded.contains(status) { continue }
        walk(path + "/", below: start, inside: ancestors + [identity])
      } else if status.isRegular, InputKind.isKnownName(path) {
        add(path, below: start)
      }
    }
  }

  private mutating func add(_ path: String, below start: String) {
    guard foundByOperand.insert(Array(path.utf8)).inserted else { return }
    found.append(ExpandedInput(source: path, relative: String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)))
  }

  /// What is in a folder and not hidden; that it cannot be read is an answer, too.
  private mutating func entries(of folder: String) -> [(path: String, isText: Bool)] {
    do throws(SystemFailure) {
      return try FolderListing.names(in: folder).filter { $0.name.utf8.first != UInt8(ascii: ".") }.map {
        (folder + $0.name, $0.isText)
      }
    } catch {
      fail(
        folder, "\(folder): The folder cannot be read: \(error.reason).", remedy: "Check its permissions, or leave it out.")
      return []
    }
  }

  private mutating func addMatches(of pattern: GlobPattern, named operand: String) {
    let before = found.count
    match(pattern.parts[...], in: pattern.start, start: pattern.start, inside: [])
    guard found.count == before else { return }
    fail(
      operand, "\(operand): No file matches this pattern.",
      remedy: "* is any text, ? a letter, [a-z] one of a set, ** any folders; hidden files are not matched.")
  }

  private mutating func match(
    _ parts: ArraySlice<GlobPattern.Part>, in folder: String, start: String, inside ancestors: [FileIdentity]
  ) {
    guard let part = parts.first, let identity = FileIdentity(folder.isEmpty ? "." : folder), identity.isFolder else { return }
    let rest = parts.dropFirst()
    switch part {
    case .anyFolders:
      guard !ancestors.contains(identity) else { return }
      // "**" at the end means all that is below; names decide there, as in a folder.
      if rest.isEmpty { return walk(folder, below: start, inside: []) }
      if rest.first == .anyFolders { return match(rest, in: folder, start: start, inside: ancestors) }
      matchAnywhere(rest, in: folder, start: start, inside: ancestors + [identity])
    case .name(let name):
      for (path, isText) in entries(of: folder, including: name) {
        if isText { take(path, rest, start: start) } else { failName(path) }
      }
    }
  }

  /// In the order of names: what matches here, and in each folder what matches there.
  private mutating func matchAnywhere(
    _ rest: ArraySlice<GlobPattern.Part>, in folder: String, start: String, inside ancestors: [FileIdentity]
  ) {
    guard case .name(let name)? = rest.first else { return }
    for (path, isText) in entries(of: folder) {
      let matches = name.matches(PictureNames.baseName(of: path))
      guard isText else {
        if matches { failName(path) }
        continue
      }
      let identity = FileIdentity(path)
      let isFolder = identity?.isFolder ?? false
      if let identity, isFolder, excluded.contains(identity) { continue }
      if matches, !isFolder || rest.count > 1 { take(path, rest.dropFirst(), start: start) }
      if isFolder { match([.anyFolders] + rest, in: path + "/", start: start, inside: ancestors) }
    }
  }

  private mutating func take(_ path: String, _ rest: ArraySlice<GlobPattern.Part>, start: String) {
    guard let identity = FileIdentity(path) else { return }
    if identity.isFolder, excluded.contains(identity) { return }
    if !rest.isEmpty {
      match(rest, in: path + "/", start: start, inside: [])
    } else {
      if identity.isFolder { walk(path + "/", below: start, inside: []) } else { add(path, below: start) }
    }
  }

  private mutating func entries(of folder: String, including name: GlobPattern.Name) -> [(path: String, isText: Bool)] {
    do throws(SystemFailure) {
      return try FolderListing.names(in: folder).filter { name.matches($0.name) }.map { (folder + $0.name, $0.isText) }
    } catch {
      fail(folder, "\(folder): The folder cannot be read: \(error.reason).", remedy: "Check its permissions.")
      return []
    }
  }
}
