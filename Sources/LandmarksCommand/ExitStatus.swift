import CommandLineKit

/// What the program's exit status says.
enum ExitStatus: Int32, Sendable {
  /// Every input was answered.
  case answered = 0
  /// Some input or output failed; the other inputs were answered.
  case someFailed = 1
  /// The call was wrong; nothing was done.
  case wrongUsage = 2
  /// The model, or a library that the inputs need, is missing or cannot be read.
  case modelUnavailable = 3
}

/// Ends a command early: the status and what to say on standard error.
struct CommandFailure: Error {
  let status: ExitStatus
  let message: String
  let hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  init(_ error: UsageError) { self.init(.wrongUsage, error.message, hint: error.hint) }
}
