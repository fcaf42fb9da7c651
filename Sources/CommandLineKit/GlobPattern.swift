/// A pattern of file names: `*` any letters, `?` one letter, `[a-z]` one of a set, `[!a-z]` none of it; between slashes
/// `**` stands for any folders. A backslash takes the next letter as it is. As in shells, names that begin with a dot are
/// matched only by patterns that do.
package struct GlobPattern: Sendable, Hashable {
  /// One name between slashes.
  package enum Part: Sendable, Hashable {
    /// Any number of folders, also none.
    case anyFolders
    case name(Name)
  }

  /// Where the search begins: the folders before the first pattern, empty or with a slash at the end.
  package let start: String
  /// The parts after it, at least one.
  package let parts: [Part]

  /// - Returns: `nil` if there is nothing in `text` that could match several names.
  package init?(_ text: String) {
    // By scalars: a combining mark after a slash or star would hide it from a search by Character.
    let names = text.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map { String($0) }
    guard let first = names.firstIndex(where: Self.isPattern) else { return nil }
    start = names[..<first].map { $0 + "/" }.joined()
    parts = names[first...].filter { !$0.isEmpty }.map { $0 == "**" ? .anyFolders : .name(Name($0)) }
  }

  private static func isPattern(_ name: String) -> Bool { name.unicodeScalars.contains { ["*", "?", "["].contains($0) } }

  /// A pattern of one name.
  package struct Name: Sendable, Hashable {
    private enum Piece: Sendable, Hashable {
      case letter(Unicode.Scalar)
      case anyLetter
      case anyLetters
      case set([ClosedRange<UInt32>], isNegated: Bool)
    }

    private let pieces: [Piece]
    private let matchesHidden: Bool

    /// By scalars: a set or `?` means one of them, and a combining mark hides no letter before it.
    package init(_ text: String) {
      var rest = text.unicodeScalars[...]
      var pieces: [Piece] = []
      while let scalar = rest.popFirst() {
        switch scalar {
        case "*": if pieces.last != .anyLetters { pieces.append(.anyLetters) }
        case "?": pieces.append(.anyLetter)
        case "\\": pieces.append(.letter(rest.popFirst() ?? scalar))
        case "[":
          // A bracket that is never closed is a letter.
          if let set = Self.readSet(&rest) { pieces.append(set) } else { pieces.append(.letter(scalar)) }
        default: pieces.append(.letter(scalar))
        }
      }
      self.pieces = pieces
      matchesHidden = text.unicodeScalars.first == "."
    }

    private static func readSet(_ rest: inout Substring.UnicodeScalarView) -> Piece? {
      var inside = rest
      let isNegated = inside.first == "!" || inside.first == "^"
      if isNegated { inside.removeFirst() }
      var ranges: [ClosedRange<UInt32>] = []
      var isFirst = true
      while let low = inside.popFirst() {
        if low == "]", !isFirst {
          rest = inside
          return .set(ranges, isNegated: isNegated)
        }
        isFirst = false
        var ahead = inside
        if ahead.popFirst() == "-", let high = ahead.popFirst(), high != "]" {
          inside = ahead
          if low.value <= high.value { ranges.append(low.value...high.value) }
        } else {
          ranges.append(low.value...low.value)
        }
      }
      return nil
    }

    package func matches(_ name: String) -> Bool {
      let letters = Array(name.unicodeScalars)
      if letters.first == ".", !matchesHidden { return false }
      // After a mismatch the last star takes one letter more: never slower than name times pattern.
      var (letter, piece) = (0, 0)
      var retry: (letter: Int, piece: Int)?
      while letter < letters.count {
        if piece < pieces.count, pieces[piece] == .anyLetters {
          retry = (letter, piece)
          piece += 1
        } else if piece < pieces.count, accepts(pieces[piece], letters[letter]) {
          letter += 1
          piece += 1
        } else if let last = retry {
          retry = (last.letter + 1, last.piece)
          (letter, piece) = (last.letter + 1, last.piece + 1)
        } else {
          return false
        }
      }
      return pieces[piece...].allSatisfy { $0 == .anyLetters }
    }

    private func accepts(_ piece: Piece, _ letter: Unicode.Scalar) -> Bool {
      switch piece {
      case .letter(let wanted): letter == wanted
      case .anyLetter, .anyLetters: true
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(letter.value) } != isNegated
      }
    }
  }
}
