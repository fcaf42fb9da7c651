import Foundation
import Landmarks
import VisionBase

// Native values to the classes of this module. Nothing is computed.

extension NormalizedLandmark {
  convenience init(_ native: VisionBase.NormalizedLandmark) {
    self.init(
      x: native.x, y: native.y, z: native.z, visibility: native.visibility.map { NSNumber(value: $0) },
      presence: native.presence.map { NSNumber(value: $0) })
  }

  static func lists(_ native: [[VisionBase.NormalizedLandmark]]) -> [[NormalizedLandmark]] {
    native.map { $0.map { NormalizedLandmark($0) } }
  }
}

extension Landmark {
  convenience init(_ native: WorldLandmark) {
    self.init(
      x: native.x, y: native.y, z: native.z, visibility: native.visibility.map { NSNumber(value: $0) },
      presence: native.presence.map { NSNumber(value: $0) })
  }

  static func lists(_ native: [[WorldLandmark]]) -> [[Landmark]] { native.map { $0.map { Landmark($0) } } }
}

extension ResultCategory {
  /// An empty native name stands for none.
  convenience init(_ native: VisionBase.Category) {
    self.init(
      index: native.index, score: native.score, categoryName: native.categoryName.isEmpty ? nil : native.categoryName,
      displayName: native.displayName.isEmpty ? nil : native.displayName)
  }

  static func lists(_ native: [[VisionBase.Category]]) -> [[ResultCategory]] { native.map { $0.map { ResultCategory($0) } } }
}

extension Classifications {
  convenience init(_ native: Landmarks.Classifications) {
    self.init(
      headIndex: native.headIndex, headName: native.headName, categories: native.categories.map { ResultCategory($0) })
  }
}

extension TransformMatrix {
  convenience init(_ native: Landmarks.TransformMatrix) {
    self.init(data: native.data, rows: native.rows, columns: native.columns)
  }
}

extension Mask {
  convenience init?(_ native: SegmentationMask) {
    guard native.values.count >= native.width * native.height else { return nil }
    self.init(float32Data: native.values, width: native.width, height: native.height, shouldCopy: true)
  }
}

extension Connection {
  static func list(_ native: [Landmarks.Connection]) -> [Connection] {
    native.map { Connection(start: UInt(clamping: $0.start), end: UInt(clamping: $0.end)) }
  }
}
