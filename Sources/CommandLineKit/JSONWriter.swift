/// Writes JSON (RFC 8259) value by value, keys in the order of the calls, no spaces.
///
/// Numbers are the shortest decimals that read back to the same Float32; a number that is not finite becomes `null`.
/// Commas are put by the writer. The caller keeps begins and ends in balance and a key before each value of an object.
package struct JSONWriter: Sendable {
  /// What was written so far, UTF-8.
  package private(set) var bytes: [UInt8] = []
  /// Whether the next key or element is preceded by a comma.
  private var needsComma = false

  package init() {}

  /// What was written so far.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Forgets what was written but keeps the memory.
  package mutating func reset() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  package mutating func object(_ content: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "{"))
    content(&self)
    close(UInt8(ascii: "}"))
  }

  package mutating func array(_ content: (inout JSONWriter) -> Void) {
    open(UInt8(ascii: "["))
    content(&self)
    close(UInt8(ascii: "]"))
  }

  /// An array with one element per element of `elements`.
  package mutating func array<Elements: Sequence>(
    _ elements: Elements, _ element: (inout JSONWriter, Elements.Element) -> Void
  ) {
    array { writer in for each in elements { element(&writer, each) } }
  }

  package mutating func key(_ name: String) {
    separate()
    quote(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func string(_ value: String) {
    separate()
    quote(value)
    needsComma = true
  }

  package mutating func integer(_ value: Int) { raw(String(value)) }

  package mutating func bool(_ value: Bool) { raw(value ? "true" : "false") }

  package mutating func null() { raw("null") }

  /// `nil`, infinities and NaN become `null`.
  package mutating func number(_ value: Float?) {
    if let value, value.isFinite { raw(value.description) } else { null() }
  }

  private mutating func raw(_ text: String) {
    separate()
    bytes.append(contentsOf: text.utf8)
    needsComma = true
  }

  private mutating func open(_ bracket: UInt8) {
    separate()
    bytes.append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: UInt8) {
    bytes.append(bracket)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  /// A string in quotes; control characters, quote and backslash escaped, everything else as it is.
  private mutating func quote(_ value: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in value.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0x0A: bytes.append(contentsOf: "\\n".utf8)
      case 0x0D: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7F: bytes.append(contentsOf: Self.escape(byte))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Backslash, u and four hexadecimal digits.
  private static func escape(_ byte: UInt8) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }
}
