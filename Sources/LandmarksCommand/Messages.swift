import CommandLineKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the program says on standard error.
struct Messages: Sendable {
  let terminal = Terminal(descriptor: STDERR_FILENO)
  /// Whether notes are printed (`--verbose`).
  var isVerbose = false

  /// Something that failed.
  func error(_ text: String) { plain("\(terminal.red("landmarks:")) \(Terminal.printable(text))") }

  /// Something to know, printed only with `--verbose`.
  func note(_ text: @autoclosure () -> String) {
    if isVerbose { plain(Terminal.printable(text())) }
  }

  /// A line as it is. There is nobody to tell if standard error cannot be written.
  func plain(_ text: String) { _ = try? FileOutput.writeAll(Array((text + "\n").utf8), to: STDERR_FILENO) }
}
