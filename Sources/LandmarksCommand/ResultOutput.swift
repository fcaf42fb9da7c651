import CommandLineKit

/// Where a writer of results puts its bytes.
protocol ResultOutput: AnyObject {
  /// Whether a person reads what is written.
  var isTerminal: Bool { get }
  func write(_ bytes: [UInt8]) throws(SystemFailure)
  /// Says that the results of one more input are whole.
  ///
  /// - Parameters:
  ///   - count: Number of answers so far.
  ///   - failed: Whether something of this input failed.
  func endPart(count: Int, failed: Bool) throws(SystemFailure)
  /// Nothing may be written afterwards. Without this call a file is never seen under its name.
  func finish() throws(SystemFailure)
}

extension ResultOutput {
  func write(_ text: String) throws(SystemFailure) { try write(Array(text.utf8)) }
}

/// Standard output, a device, or a file that has one part.
final class PlainOutput: ResultOutput {
  private var file: FileOutput

  init(_ file: consuming FileOutput) { self.file = file }

  var isTerminal: Bool { file.isTerminal }
  func write(_ bytes: [UInt8]) throws(SystemFailure) { try file.write(bytes) }
  func endPart(count: Int, failed: Bool) {}
  func finish() throws(SystemFailure) { try file.finish() }
}

extension ResumableFile: ResultOutput {
  var isTerminal: Bool { false }
}

/// Keeps what is written until its turn has come: in memory, and what is much in a file without a name, so that long films
/// do not fill the memory.
final class WaitingOutput: ResultOutput {
  /// As much as stays in memory.
  private static let memoryLimit = 4 << 20

  private var bytes: [UInt8] = []
  private var file: UnnamedFile?
  let isTerminal: Bool

  /// - Parameter isTerminal: Whether the place that the bytes go to in the end is a terminal.
  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func write(_ more: [UInt8]) throws(SystemFailure) {
    bytes += more
    guard bytes.count > Self.memoryLimit else { return }
    if file == nil { file = try UnnamedFile() }
    try file?.write(bytes)
    bytes.removeAll(keepingCapacity: true)
  }

  func endPart(count: Int, failed: Bool) {}
  func finish() {}

  /// Hands everything over in the order it was written, and forgets it.
  func empty(_ take: ([UInt8]) throws(SystemFailure) -> Void) throws(SystemFailure) {
    try file?.readAll(take)
    if !bytes.isEmpty { try take(bytes) }
    file = nil
    bytes = []
  }
}
