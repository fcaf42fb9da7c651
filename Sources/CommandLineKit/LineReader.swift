#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Hands out the lines of a file or of standard input one by one, each as soon as its end has arrived.
package struct LineReader: ~Copyable {
  /// One line.
  package enum Line: Sendable, Hashable {
    /// Its text, without the line feed and a carriage return before it.
    case text(String)
    /// It is no UTF-8, or has a zero byte.
    case unreadable
    /// It has more than ``LineReader/byteLimit`` bytes.
    case tooLong
  }

  /// Most bytes of a line: far above what paths may have.
  package static let byteLimit = 1 << 16

  private let descriptor: Int32
  private let path: String
  private var buffer: [UInt8] = []
  /// Where the first byte that was not handed out lies in the buffer.
  private var start = 0
  private var isAtEnd = false

  /// - Parameter path: A file, or `-` for standard input.
  package init(path: String) throws(SystemFailure) {
    self.path = path
    if path == "-" {
      descriptor = STDIN_FILENO
      return
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure(path: path, errorNumber: errno) }
  }

  deinit { if descriptor != STDIN_FILENO { close(descriptor) } }

  /// The next line, `nil` at the end, or when the program was asked to end. The last line may lack its line feed.
  package mutating func next() throws(SystemFailure) -> Line? {
    var searched = start
    var isTooLong = false
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let bytes = buffer[start..<end]
        start = end + 1
        return isTooLong ? .tooLong : Self.line(bytes)
      }
      if isAtEnd {
        let bytes = buffer[start...]
        start = buffer.count
        if isTooLong { return .tooLong }
        return bytes.isEmpty ? nil : Self.line(bytes)
      }
      if isTooLong || buffer.count - start > Self.byteLimit {
        // The rest of such a line is read past, not kept.
        isTooLong = true
        buffer.removeAll(keepingCapacity: true)
      } else {
        buffer.removeSubrange(..<start)
      }
      start = 0
      searched = buffer.count
      guard try fill() else { return nil }
    }
  }

  /// Reads what is there, at most 64 KiB. `false` if the program was asked to end.
  private mutating func fill() throws(SystemFailure) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count > 0 {
        buffer += chunk[..<count]
        return true
      }
      if count == 0 {
        isAtEnd = true
        return true
      }
      guard errno == EINTR else { throw SystemFailure(path: path, errorNumber: errno) }
      if Interruption.isPending { return false }
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) -> Line {
    var bytes = bytes
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    guard bytes.count <= byteLimit else { return .tooLong }
    let text = String(decoding: bytes, as: UTF8.self)
    // Decoding repairs what is no UTF-8; a path must not be repaired.
    return !bytes.contains(0) && text.utf8.elementsEqual(bytes) ? .text(text) : .unreadable
  }
}
