package import Foundation

/// Where test material lies. Tests that need it are disabled, visibly, when it is absent.
package enum TestFiles {
  /// The package's root folder.
  package static let packageRoot: URL = {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { url.deleteLastPathComponent() }
    return url
  }()

  /// The shared folder beside the package (reference pictures and results), or `nil`.
  package static let shared: URL? = folder(packageRoot.deletingLastPathComponent().appendingPathComponent("shared"))

  /// The corpus of pictures with reference results, or `nil`.
  package static let corpus: URL? = shared.flatMap { folder($0.appendingPathComponent("corpus")) }

  /// The unit vectors and tables of the specification, or `nil`.
  package static let specData: URL? = shared.flatMap { folder($0.appendingPathComponent("spec/data")) }

  /// The model bundles that `Scripts/fetch-models` lays down, or `nil`.
  package static let models: URL? = folder(packageRoot.appendingPathComponent("Models"))

  private static func folder(_ url: URL) -> URL? {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) && isFolder.boolValue ? url : nil
  }
}

/// The same numbers on every machine: SplitMix64. Print the seed with every failure.
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
