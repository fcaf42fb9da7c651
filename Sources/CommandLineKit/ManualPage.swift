/// A page for `man`, built part by part in the macros that every `man` knows. Every character is safe: what would be a
/// command of the formatter is escaped, and what is not ASCII is named, so that no encoding has to be guessed.
package struct ManualPage: Sendable {
  /// The page's source so far.
  package private(set) var text: String
  /// Whether a title came last: a paragraph after it begins by itself.
  private var isAfterTitle = false

  /// - Parameters:
  ///   - name: The name of the page, as `man` is asked for it.
  ///   - source: What the page belongs to, with its version.
  ///   - date: When it was last changed, year-month-day.
  package init(name: String, section: Int, source: String, date: String) {
    text = ".TH \(Self.escaped(name.uppercased())) \(section) \"\(date)\" \"\(Self.escaped(source))\" \"User Commands\"\n"
  }

  package mutating func section(_ title: String) { begin(".SH", title.uppercased()) }

  package mutating func subsection(_ title: String) { begin(".SS", title) }

  private mutating func begin(_ macro: String, _ words: String) {
    text += "\(macro) \(Self.escaped(words))\n"
    isAfterTitle = true
  }

  private mutating func add(_ body: String, after macro: String) {
    if !isAfterTitle { text += macro + "\n" }
    text += body + "\n"
    isAfterTitle = false
  }

  package mutating func paragraph(_ words: String) { add(Self.lines(words), after: ".PP") }

  /// How something is called, on a line of its own: in bold, then what follows in italics.
  package mutating func call(_ name: String, _ rest: String) {
    add("\\fB\(Self.escaped(name))\\fR \\fI\(Self.escaped(rest))\\fR", after: ".br")
  }

  /// An entry of a list: the term in bold, its placeholder in italics, the explanation indented below.
  package mutating func entry(_ term: String, argument: String? = nil, _ words: String) {
    let call = "\\fB\(Self.escaped(term))\\fR" + (argument.map { " \\fI\(Self.escaped($0))\\fR" } ?? "")
    isAfterTitle = false
    text += ".TP\n\(call)\n\(Self.lines(words))\n"
  }

  /// Lines as they are, for commands and files.
  package mutating func example(_ lines: [String]) {
    add(".nf\n.RS 4\n" + lines.map { Self.line($0) + "\n" }.joined() + ".RE\n.fi", after: ".PP")
  }

  package mutating func entries(_ options: [OptionDefinition]) {
    for option in options {
      let spellings = option.spellings.joined(separator: ", ")
      entry(spellings, argument: option.metavar, Self.sentence(HelpText.meaning(of: option)))
    }
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  /// Text that may stand at the beginning of a line, where a dot or an apostrophe would call a macro.
  private static func line(_ text: String) -> String {
    let escaped = escaped(text)
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }

  /// Text for a paragraph, in lines of a length that can be read in the source; the formatter fills them anew.
  private static func lines(_ text: String) -> String {
    HelpText.wrap(text, width: 72).map(line).joined(separator: "\n")
  }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      // Else a formatter may print a typographic hyphen, which cannot be copied into a shell.
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\n": result += " "
      default:
        if scalar.isASCII {
          result.unicodeScalars.append(scalar)
        } else {
          let digits = String(scalar.value, radix: 16, uppercase: true)
          result += "\\[u" + String(repeating: "0", count: max(4 - digits.count, 0)) + digits + "]"
        }
      }
    }
    return result
  }
}
