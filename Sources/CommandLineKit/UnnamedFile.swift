#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that nobody else sees and that is gone with this value, whatever ends the program.
package final class UnnamedFile {
  private let descriptor: Int32

  /// Makes it in the folder for temporary files.
  package init() throws(SystemFailure) {
    let given = Environment.all["TMPDIR"] ?? ""
    let folder = given.isEmpty ? "/tmp" : given
    let path = "\(folder)/.landmarks-\(getpid())-\(UInt64.random(in: .min ... .max))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFailure(path: folder, errorNumber: errno) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Adds to the end.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) { try FileOutput.writeAll(bytes, to: descriptor) }

  /// Hands over all that was written, piece by piece.
  package func readAll(_ take: ([UInt8]) throws(SystemFailure) -> Void) throws(SystemFailure) {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw failure }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 { return }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure
      }
      try take(Array(chunk[..<count]))
    }
  }

  private var failure: SystemFailure { SystemFailure(path: "a temporary file", errorNumber: errno) }
}
