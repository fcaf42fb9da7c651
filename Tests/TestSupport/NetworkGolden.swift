import Foundation
import ModelFormat

/// Outputs of one network on one synthetic input as the original interpreter gave them.
package struct NetworkGolden: Sendable {
  package struct Output: Sendable {
    package let shape: [Int]
    package let values: [Float]
  }

  package let liteRTVersion: String
  package let networkID: String
  package let networkSHA256: String
  package let input: String
  package let outputs: [Output]

  package static let version: UInt32 = 1
  package static let liteRTVersion = "2.3.0"

  /// How to make the goldens again.
  package static let command =
    "pip install ai-edge-litert==2.3.0 numpy && python3 Scripts/dump-network-goldens.py Models Tests/Goldens"

  private static var folder: URL { TestFiles.packageRoot.appendingPathComponent("Tests/Goldens") }

  /// The ids of the inputs for which there is a golden of this network; throws if there is none.
  package static func inputs(for network: TestNetwork) throws -> [String] {
    let prefix = fileStem(network.id) + "."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let inputs = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".golden") }
      .map { String($0.dropFirst(prefix.count).dropLast(".golden".count)) }.sorted()
    guard !inputs.isEmpty else { throw GoldenError(description: "There is no golden of \(network.id). Run: \(command)") }
    return inputs
  }

  /// The golden of `network` and `input`; throws, with the command that makes it again, if it is missing, of another
  /// version, or of another network.
  package static func load(network: TestNetwork, input: String) throws -> NetworkGolden {
    let file = folder.appendingPathComponent("\(fileStem(network.id)).\(input).golden")
    do {
      var reader = GoldenReader(data: [UInt8](try Data(contentsOf: file)))
      let golden = try reader.golden()
      guard golden.liteRTVersion == liteRTVersion else {
        throw GoldenError(description: "made with LiteRT \(golden.liteRTVersion)")
      }
      guard golden.networkID == network.id, golden.input == input else {
        throw GoldenError(description: "of another network or input")
      }
      let digest = network.bytes.withUnsafeBytes { SHA256.hexDigest($0.bindMemory(to: UInt8.self)) }
      guard golden.networkSHA256 == digest else {
        throw GoldenError(description: "of another version of the network")
      }
      return golden
    } catch {
      throw GoldenError(description: "Golden \(file.lastPathComponent) is not usable: \(error). Run: \(command)")
    }
  }

  private static func fileStem(_ id: String) -> String { id.replacingOccurrences(of: "/", with: "__") }
}

/// Why a golden cannot be used.
package struct GoldenError: Error, CustomStringConvertible {
  package let description: String
}

private struct GoldenReader {
  let data: [UInt8]
  var position = 0

  init(data: [UInt8]) { self.data = data }

  mutating func golden() throws -> NetworkGolden {
    guard try String(decoding: bytes(8), as: UTF8.self) == "LMGOLDEN" else { throw GoldenError(description: "not a golden") }
    let version = try number()
    guard version == NetworkGolden.version else { throw GoldenError(description: "version \(version)") }
    let texts = try (0..<4).map { _ in try text() }
    var outputs: [NetworkGolden.Output] = []
    for _ in 0..<(try number()) {
      let shape = try (0..<(try number())).map { _ in Int(try number()) }
      let values = try bytes(4 * shape.reduce(1, *)).withUnsafeBytes { raw in
        (0..<raw.count / 4).map {
          Float(bitPattern: UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self)))
        }
      }
      outputs.append(NetworkGolden.Output(shape: shape, values: values))
    }
    guard position == data.count else { throw GoldenError(description: "too long") }
    return NetworkGolden(
      liteRTVersion: texts[0], networkID: texts[1], networkSHA256: texts[2], input: texts[3], outputs: outputs)
  }

  private mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
    guard count <= data.count - position else { throw GoldenError(description: "cut short") }
    defer { position += count }
    return data[position..<position + count]
  }

  private mutating func number() throws -> UInt32 {
    try bytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private mutating func text() throws -> String { String(decoding: try bytes(Int(number())), as: UTF8.self) }
}
