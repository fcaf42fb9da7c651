extension Option where Value == Float? {
  /// A number of `range`, or nothing.
  package static func number(
    _ name: String, metavar: String, in range: ClosedRange<Float>, meaning: String, defaultText: String
  ) -> Option {
    Option(
      OptionDefinition(name: name, metavar: metavar, meaning: meaning, defaultText: defaultText),
      defaultValue: nil, expectation: "a number from \(range.lowerBound) to \(range.upperBound)"
    ) { text in Float(text).flatMap { range.contains($0) ? .some($0) : nil } }
  }
}

extension Option where Value == [String] {
  /// Words separated by commas, none of them empty.
  package static func words(_ name: String, metavar: String, meaning: String) -> Option {
    Option(
      OptionDefinition(name: name, metavar: metavar, meaning: meaning), defaultValue: [],
      expectation: "words separated by commas"
    ) { text in
      let words = CommaList.words(text)
      return words.contains("") ? nil : words
    }
  }
}

/// Values that are lists.
package enum CommaList {
  /// The parts between commas; of an empty text, one that is empty.
  package static func words(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Exactly `count` finite numbers, `nil` if `text` is something else.
  package static func numbers(_ text: String, count: Int) -> [Float]? {
    let words = words(text)
    let numbers = words.compactMap { Float($0) }.filter(\.isFinite)
    return words.count == count && numbers.count == count ? numbers : nil
  }
}
