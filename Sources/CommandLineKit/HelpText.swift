extension CommandDefinition {
  /// The help: usage, summary, options in two columns, notes; no line longer than `width` columns.
  package func helpText(width: Int = 80) -> String {
    let usage = "Usage: \(name) [options]" + (operands.isEmpty ? "" : " \(operands)")
    let paragraphs = notes.map { HelpText.wrap($0, width: width).joined(separator: "\n") }
    let rows = options.map { (HelpText.call(of: $0), HelpText.meaning(of: $0)) }
    return
      ([usage, HelpText.wrap(summary, width: width).joined(separator: "\n"), "Options:\n" + HelpText.table(rows, width: width)]
      + paragraphs).joined(separator: "\n\n") + "\n"
  }
}

/// Lays out help texts.
package enum HelpText {
  /// Widest left column; a longer entry pushes its meaning to the next line.
  static let leftLimit = 34

  static func call(of option: OptionDefinition) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    return "\(short)--\(option.name)" + (option.metavar.map { " \($0)" } ?? "")
  }

  static func meaning(of option: OptionDefinition) -> String {
    option.meaning + (option.defaultText.map { " (default: \($0))" } ?? "")
  }

  /// Two aligned columns, the right one wrapped.
  package static func table(_ rows: [(left: String, right: String)], width: Int = 80) -> String {
    let column = rows.map(\.left.count).filter { $0 <= leftLimit }.max() ?? leftLimit
    let indent = column + 4
    return rows.map { row in
      let lines = wrap(row.right, width: max(width - indent, 20))
      let blank = String(repeating: " ", count: indent)
      let head = "  " + row.left
      if row.left.count > column { return ([head] + lines.map { blank + $0 }).joined(separator: "\n") }
      let first = head + String(repeating: " ", count: indent - head.count) + (lines.first ?? "")
      return ([first] + lines.dropFirst().map { blank + $0 }).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// Breaks at spaces; a longer word keeps a line to itself.
  package static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
