import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is written under a temporary name in its folder and gets its own when it is whole.
final class PartialFile {
  /// The path as it was asked for.
  let path: String
  /// Where to write.
  let temporary: String
  /// Where the whole file shall stand: behind a symbolic link, where the link leads.
  private let final: String
  private let mode: mode_t?
  private var isComplete = false

  init(_ path: String) throws(LandmarkError) {
    guard !path.utf8.contains(0) else {
      throw LandmarkError(.invalidArgument, "A path cannot contain a zero byte.")
    }
    var status = stat()
    let exists = stat(path, &status) == 0
    guard !exists || (status.st_mode & S_IFMT) == S_IFREG else {
      throw LandmarkError(
        .outputFailed, "\(path) is no regular file; a film cannot be written to it.", remedy: "Choose a file in a folder.")
    }
    mode = exists ? status.st_mode & 0o7777 : nil
    var resolved = path
    if let pointer = realpath(path, nil) {
      resolved = String(cString: pointer)
      free(pointer)
    }
    self.path = path
    final = resolved
    // By bytes: a combining mark after the slash would hide it from a search by Character.
    let bytes = Array(resolved.utf8)
    let nameStart = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let folder = String(decoding: bytes[..<nameStart], as: UTF8.self)
    temporary = "\(folder).landmarks-\(getpid())-\(UInt64.random(in: .min ... .max))"
  }

  deinit { if !isComplete { unlink(temporary) } }

  /// Gives the file its name.
  func complete() throws(LandmarkError) {
    if let mode { chmod(temporary, mode) }
    guard rename(temporary, final) == 0 else {
      throw LandmarkError(.outputFailed, "\(path) cannot be written: \(String(cString: strerror(errno))).")
    }
    isComplete = true
  }
}
