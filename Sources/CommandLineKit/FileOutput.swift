#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A failed call of the operating system, with the file it was about.
package struct SystemFailure: Error, Sendable, Hashable, CustomStringConvertible {
  package let path: String
  package let errorNumber: Int32

  package init(path: String, errorNumber: Int32) {
    self.path = path
    self.errorNumber = errorNumber
  }

  /// For example "out.jsonl: Permission denied".
  package var description: String { "\(path): \(reason)" }

  /// The system's words for it.
  package var reason: String { String(cString: strerror(errorNumber)) }

  /// Whether the reader of a pipe went away.
  package var isBrokenPipe: Bool { errorNumber == EPIPE }
}

/// Where results go: standard output, or a file that appears under its name only when it is whole.
///
/// A regular file is written under a temporary name in the same folder and renamed by ``finish()``; without that call
/// the temporary file is removed. Devices and pipes (`/dev/stdout`, `/dev/null`) are written directly.
package struct FileOutput: ~Copyable {
  private let descriptor: Int32
  private let path: String
  /// Name to write under until the file is whole; `nil` when writing directly.
  private let temporaryPath: String?
  /// Whether the descriptor is still to be closed; standard output stays open.
  private var isOpen: Bool

  /// Standard output.
  package static var standard: FileOutput { FileOutput(descriptor: STDOUT_FILENO, path: "standard output", temporaryPath: nil) }

  private init(descriptor: Int32, path: String, temporaryPath: String?) {
    self.descriptor = descriptor
    self.path = path
    self.temporaryPath = temporaryPath
    self.isOpen = descriptor != STDOUT_FILENO
  }

  /// Opens `path` for writing.
  package init(path: String) throws(SystemFailure) {
    let target = AtomicPath(path)
    if target.isSpecial {
      let descriptor = open(path, O_WRONLY | O_APPEND)
      guard descriptor >= 0 else { throw SystemFailure(path: path, errorNumber: errno) }
      self.init(descriptor: descriptor, path: path, temporaryPath: nil)
      return
    }
    let descriptor = open(target.temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw SystemFailure(path: path, errorNumber: errno) }
    if let mode = target.mode { fchmod(descriptor, mode) }
    self.init(descriptor: descriptor, path: target.final, temporaryPath: target.temporary)
  }

  deinit {
    guard isOpen else { return }
    close(descriptor)
    if let temporaryPath { unlink(temporaryPath) }
  }

  /// Whether a person reads what is written.
  package var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Writes all of `bytes`; nothing is held back in a buffer.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    do { try Self.writeAll(bytes, to: descriptor) } catch {
      throw SystemFailure(path: path, errorNumber: error.errorNumber)
    }
  }

  package func write(_ text: String) throws(SystemFailure) { try write(Array(text.utf8)) }

  /// Gives the file its name. Nothing may be written afterwards.
  package mutating func finish() throws(SystemFailure) {
    guard let temporaryPath else { return }
    isOpen = false
    guard close(descriptor) == 0, rename(temporaryPath, path) == 0 else {
      let failure = SystemFailure(path: path, errorNumber: errno)
      unlink(temporaryPath)
      throw failure
    }
  }

  /// Writes to a descriptor until everything is out, whatever signals arrive.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemFailure) {
    var offset = 0
    while offset < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        // `offset` is below the count, so the buffer is not empty and has a base address.
        systemWrite(descriptor, buffer.baseAddress! + offset, bytes.count - offset)
      }
      if count >= 0 {
        offset += count
      } else if errno != EINTR {
        throw SystemFailure(path: "descriptor \(descriptor)", errorNumber: errno)
      }
    }
  }
}

/// `write` of the C library: its name is taken by a method above.
private func systemWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int { write(descriptor, base, count) }

/// The names of a file while it is written and when it is whole.
package struct AtomicPath: Sendable {
  /// Where the whole file shall stand: behind a symbolic link, where the link leads.
  package let final: String
  /// A name of its own in the same folder, so that renaming cannot cross file systems.
  package let temporary: String
  /// Whether the path names something that is there and is no regular file, so nothing may be renamed over it.
  package let isSpecial: Bool
  /// Permissions of the file that is there, `nil` if there is none.
  let mode: mode_t?

  package init(_ path: String) {
    var status = stat()
    let exists = stat(path, &status) == 0
    isSpecial = exists && (status.st_mode & S_IFMT) != S_IFREG
    mode = exists ? status.st_mode & 0o7777 : nil
    var resolved = path
    if let pointer = realpath(path, nil) {
      resolved = String(cString: pointer)
      free(pointer)
    }
    final = resolved
    // By bytes: a combining mark after the slash would hide it from a search by Character.
    let bytes = Array(resolved.utf8)
    let nameStart = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let folder = String(decoding: bytes[..<nameStart], as: UTF8.self)
    temporary = "\(folder).landmarks-\(getpid())-\(Self.serial())"
  }

  private static func serial() -> UInt64 { UInt64.random(in: .min ... .max) }
}
