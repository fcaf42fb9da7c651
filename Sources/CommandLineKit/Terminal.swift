#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What is known about the terminal behind a file descriptor.
package struct Terminal: Sendable {
  package let descriptor: Int32
  /// Whether somebody may be watching: the descriptor is a terminal.
  package let isInteractive: Bool
  /// Whether colours may be used: a terminal that is not dumb, and `NO_COLOR` is not set.
  package let allowsColor: Bool

  package init(descriptor: Int32, environment: [String: String] = Environment.all) {
    self.descriptor = descriptor
    isInteractive = isatty(descriptor) == 1
    allowsColor = Self.allowsColor(isInteractive: isInteractive, environment: environment)
  }

  /// `NO_COLOR` counts when it is present and not empty, whatever its value (no-color.org).
  static func allowsColor(isInteractive: Bool, environment: [String: String]) -> Bool {
    isInteractive && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
  }

  /// Columns, 80 if the terminal does not say.
  package var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// `text` in red where colours are allowed.
  package func red(_ text: String) -> String { allowsColor ? "\u{1B}[31m\(text)\u{1B}[0m" : text }

  /// `text` without control characters, which could move the cursor or change the terminal's state.
  package static func printable(_ text: String) -> String {
    var clean = ""
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      clean.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
    }
    return clean
  }

  /// Columns that `character` takes: 2 for the wide blocks of East Asian scripts and emoji, else 1.
  static func columns(of character: Character) -> Int {
    guard let scalar = character.unicodeScalars.first else { return 0 }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}

/// The process environment as values.
package enum Environment {
  package static var all: [String: String] {
    var result: [String: String] = [:]
    // The program never changes its environment, so walking the list is safe from any thread.
    var entry = environ
    while let text = entry.pointee {
      let parts = String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { result[String(parts[0])] = String(parts[1]) }
      entry += 1
    }
    return result
  }
}
