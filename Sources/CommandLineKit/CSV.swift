/// Rows of comma separated values, quoted as RFC 4180 says; lines end with a line feed.
package enum CSV {
  /// One line with its line feed.
  package static func row(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\n"
  }

  /// A number as in ``JSONWriter``; empty if it is not known or not finite.
  package static func number(_ value: Float?) -> String {
    if let value, value.isFinite { value.description } else { "" }
  }

  /// A field, in quotes only if it has to be.
  static func field(_ text: String) -> String {
    let special: Set<UInt8> = [UInt8(ascii: ","), UInt8(ascii: "\""), 0x0A, 0x0D]
    guard text.utf8.contains(where: special.contains) else { return text }
    // By scalars: "\r\n" is one Character, and a combining mark joins the quote before it.
    var quoted = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" { quoted.unicodeScalars.append("\"") }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted + "\""
  }
}
