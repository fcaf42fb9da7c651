import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program says on standard error.
struct Messages: Sendable {
  private(set) var terminal = Terminal(descriptor: STDERR_FILENO)
  /// Whether notes are printed (`--verbose`).
  var isVerbose = false
  /// Where messages wait instead of being printed, while several inputs are worked on.
  private var log: MessageLog?

  /// Something that failed.
  func error(_ text: String) {
    if let log { return log.add(.error(text)) }
    plain("\(terminal.red("landmarks:")) \(Terminal.printable(text))")
  }

  /// Something to know, printed only with `--verbose`.
  func note(_ text: @autoclosure () -> String) {
    if isVerbose { plain(Terminal.printable(text())) }
  }

  /// A line as it is. There is nobody to tell if standard error cannot be written.
  func plain(_ text: String) {
    if let log { return log.add(.plain(text)) }
    _ = try? FileOutput.writeAll(Array((text + "\n").utf8), to: STDERR_FILENO)
  }

  /// The same, but all that is said goes to `log`, and there is no terminal to draw on.
  func gathered(in log: MessageLog) -> Messages {
    var messages = self
    messages.log = log
    messages.terminal = Terminal(descriptor: -1)
    return messages
  }

  /// Prints what was gathered.
  func print(_ log: [MessageLog.Line]) {
    for line in log {
      switch line {
      case .error(let text): error(text)
      case .plain(let text): plain(text)
      }
    }
  }
}

/// Messages that wait for their turn. Used by one thread at a time: the one that works on the input, then the one that
/// prints.
final class MessageLog: @unchecked Sendable {
  enum Line: Sendable {
    case error(String)
    case plain(String)
  }

  private var lines: [Line] = []

  func add(_ line: Line) { lines.append(line) }

  /// Hands over what has been said and forgets it.
  func take() -> [Line] {
    defer { lines = [] }
    return lines
  }
}
