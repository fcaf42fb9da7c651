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

/// Keeps what is written until its turn has come.
final class MemoryOutput: ResultOutput {
  private(set) var bytes: [UInt8] = []
  let isTerminal: Bool

  /// - Parameter isTerminal: Whether the place that the bytes go to in the end is a terminal.
  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  func write(_ bytes: [UInt8]) { self.bytes += bytes }
  func endPart(count: Int, failed: Bool) {}
  func finish() {}
}
