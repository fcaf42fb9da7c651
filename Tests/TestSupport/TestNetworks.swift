import Foundation
package import ModelFormat
package import VisionBase

/// The networks of the official bundles, for tests that run over all of them.
package struct TestNetwork: Sendable, CustomStringConvertible {
  /// Bundle and entries, joined by slashes, without extensions: `hand_landmarker/hand_detector`.
  package let id: String
  package let bytes: ModelBytes

  package init(id: String, bytes: ModelBytes) {
    self.id = id
    self.bytes = bytes
  }

  package var description: String { id }

  package func graph() throws(LandmarkError) -> Graph { try TFLiteReader.read(bytes, name: id) }

  /// File names of the five official bundles.
  package static let bundleNames = [
    "face_landmarker.task", "gesture_recognizer.task", "hand_landmarker.task", "pose_landmarker_full.task",
    "pose_landmarker_lite.task",
  ]

  /// Whether all five bundles are there.
  package static let areAvailable: Bool = bundleNames.allSatisfy { name in
    TestFiles.models.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent(name).path) } ?? false
  }

  /// Path of a bundle; only call it when ``areAvailable``.
  package static func path(ofBundle name: String) -> String {
    (TestFiles.models ?? TestFiles.packageRoot).appendingPathComponent(name).path
  }

  /// All networks of the five bundles, nested ones included, in the order of the directories.
  package static func all() throws(LandmarkError) -> [TestNetwork] {
    guard areAvailable else { return [] }
    var networks: [TestNetwork] = []
    for name in bundleNames { networks += try self.networks(in: ModelBundle(path: path(ofBundle: name)), prefix: stem(name)) }
    return networks
  }

  /// The networks of one bundle.
  package static func networks(in bundle: ModelBundle, prefix: String) throws(LandmarkError) -> [TestNetwork] {
    var networks: [TestNetwork] = []
    for entry in bundle.entries {
      let id = "\(prefix)/\(stem(entry.name))"
      if entry.name.hasSuffix(".task") {
        networks += try self.networks(in: ModelBundle(entry.bytes, name: id), prefix: id)
      } else if entry.name.hasSuffix(".tflite") {
        networks.append(TestNetwork(id: id, bytes: entry.bytes))
      }
    }
    return networks
  }

  private static func stem(_ name: String) -> String {
    name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
  }
}
