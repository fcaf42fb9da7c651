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
  private let start = ContinuousClock.now
  /// The steps that were finished when it began.
  private var first: Int?

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
    let begin = first ?? done
    first = begin
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let pace = Self.pace(steps: done - begin, seconds: seconds, left: total - done)
    let line = Self.line(done: done, total: total, pace: pace, label: label, columns: terminal.columns - 1)
    _ = try? FileOutput.writeAll(Array("\r\(line)\u{1B}[K".utf8), to: terminal.descriptor)
    isShown = true
  }

  /// Takes the line away, so that something else can be printed.
  package mutating func clear() {
    guard let terminal, isShown else { return }
    _ = try? FileOutput.writeAll(Array("\r\u{1B}[K".utf8), to: terminal.descriptor)
    isShown = false
  }

  /// How fast it goes and how long the rest will take at this rate; empty before anything is known.
  package static func pace(steps: Int, seconds: Double, left: Int) -> String {
    guard steps > 0, seconds > 0 else { return "" }
    let rate = Double(steps) / seconds
    let tenths = Int((min(rate, 1e6) * 10).rounded())
    let rest = Int(min(Double(max(left, 0)) / rate, 360_000).rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let time = rest >= 3600 ? "\(rest / 3600):\(two(rest / 60 % 60)):\(two(rest % 60))" : "\(rest / 60):\(two(rest % 60))"
    return "\(tenths / 10).\(tenths % 10)/s \(time) left"
  }

  /// The line without the terminal's control codes, at most `columns` wide.
  package static func line(done: Int, total: Int, pace: String = "", label: String, columns: Int) -> String {
    let barColumns = 20
    let filled = total > 0 ? min(barColumns, barColumns * done / total) : 0
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: barColumns - filled)
    var head = "[\(bar)] \(done)/\(total)"
    if !pace.isEmpty, columns > head.count + pace.count { head += " " + pace }
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
