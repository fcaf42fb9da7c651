#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line on a terminal that says how far a run is; nothing where no one is watching.
package struct ProgressBar: ~Copyable {
  private let terminal: Terminal?
  private let total: Int
  private var isShown = false

  /// - Parameters:
  ///   - total: Number of steps, at least 1.
  ///   - terminal: Where to draw; `nil` or not interactive means never.
  package init(total: Int, terminal: Terminal?) {
    self.terminal = terminal.flatMap { $0.isInteractive ? $0 : nil }
    self.total = total
  }

  /// Draws the line anew: `done` steps are finished, `label` is being worked on.
  package mutating func show(done: Int, label: String) {
    guard let terminal else { return }
    // One column stays free: a full line would wrap on some terminals.
    let line = Self.line(done: done, total: total, label: label, columns: terminal.columns - 1)
    _ = try? FileOutput.writeAll(Array("\r\(line)\u{1B}[K".utf8), to: terminal.descriptor)
    isShown = true
  }

  /// Takes the line away, so that something else can be printed.
  package mutating func clear() {
    guard let terminal, isShown else { return }
    _ = try? FileOutput.writeAll(Array("\r\u{1B}[K".utf8), to: terminal.descriptor)
    isShown = false
  }

  static func line(done: Int, total: Int, label: String, columns: Int) -> String {
    let barColumns = 20
    let filled = total > 0 ? min(barColumns, barColumns * done / total) : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: barColumns - filled)
    let head = "[\(bar)] \(done)/\(total)"
    guard columns >= head.count else { return String("\(done)/\(total)".prefix(max(columns, 0))) }
    var line = head
    var room = columns - head.count - 1
    guard room > 0 else { return line }
    line += " "
    for character in Terminal.printable(label) {
      room -= Terminal.columns(of: character)
      if room < 0 { break }
      line.append(character)
    }
    return line
  }
}
