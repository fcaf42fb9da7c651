public import Foundation

/// A place in a picture, in pixels from the top left corner of the picture as stored. Immutable.
open class VisionPoint: NSObject {
  /// Pixels to the right.
  public let x: CGFloat
  /// Pixels down.
  public let y: CGFloat

  package init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
    super.init()
  }
}

/// A place in a picture with its depth. Immutable.
open class Vision3DPoint: VisionPoint {
  /// Depth in pixels of the picture, 0 in the middle of the hips; smaller is nearer to the camera.
  public let z: CGFloat

  package init(x: CGFloat, y: CGFloat, z: CGFloat) {
    self.z = z
    super.init(x: x, y: y)
  }
}
