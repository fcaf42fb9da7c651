package import Foundation

/// A JSON document read without a type of its own, for the reference data of the specification.
package indirect enum JSONValue: Decodable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  package init(contentsOf url: URL) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: Data(contentsOf: url))
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// The member `key`; throws if there is none.
  package func at(_ key: String) throws -> JSONValue {
    guard case .object(let members) = self, let value = members[key] else { throw Missing(description: "no member \(key)") }
    return value
  }

  package func has(_ key: String) -> Bool {
    if case .object(let members) = self { members[key] != nil } else { false }
  }

  package var members: [String: JSONValue] {
    get throws {
      guard case .object(let members) = self else { throw Missing(description: "not an object") }
      return members
    }
  }

  package var elements: [JSONValue] {
    get throws {
      guard case .array(let values) = self else { throw Missing(description: "not an array") }
      return values
    }
  }

  package var double: Double {
    get throws {
      switch self {
      case .number(let value): return value
      case .string(let text):
        if let value = Double(text) { return value }
      default: break
      }
      throw Missing(description: "not a number")
    }
  }

  package var float: Float { get throws { Float(try double) } }
  package var int: Int { get throws { Int(try double) } }
  package var floats: [Float] { get throws { try elements.map { try $0.float } } }
  package var rows: [[Float]] { get throws { try elements.map { try $0.floats } } }

  package var text: String {
    get throws {
      guard case .string(let value) = self else { throw Missing(description: "not a string") }
      return value
    }
  }

  package var flag: Bool {
    get throws {
      guard case .bool(let value) = self else { throw Missing(description: "not a truth value") }
      return value
    }
  }
}
