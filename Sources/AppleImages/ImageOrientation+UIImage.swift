package import AppleShims
package import VisionBase

extension ImageOrientation {
  /// The same turn under the native name.
  package init(_ orientation: UIImage.Orientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    #if canImport(UIKit)
      // A case that a later UIKit may add: nothing is known about it.
      @unknown default: self = .up
    #endif
    }
  }
}

extension UIImage.Orientation {
  /// Whether the picture is mirrored, whatever its turn.
  package var isMirrored: Bool {
    self == .upMirrored || self == .downMirrored || self == .leftMirrored || self == .rightMirrored
  }
}

extension UIImage.Orientation {
  /// The same turn under UIKit's name.
  package init(_ orientation: ImageOrientation) {
    switch orientation {
    case .up: self = .up
    case .down: self = .down
    case .left: self = .left
    case .right: self = .right
    case .upMirrored: self = .upMirrored
    case .downMirrored: self = .downMirrored
    case .leftMirrored: self = .leftMirrored
    case .rightMirrored: self = .rightMirrored
    }
  }
}
