/// Width and height of a picture in pixels.
public struct ImageSize: Sendable, Hashable, Codable {
  /// Pixels per row, at least 1 in every image this package accepts.
  public var width: Int
  /// Rows, at least 1 in every image this package accepts.
  public var height: Int

  /// Makes a size; nothing is checked here.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}

/// A point in pixels of the picture: origin in the top left corner, x to the right, y down.
public struct ImagePoint: Sendable, Hashable, Codable {
  /// Pixels from the left edge.
  public var x: Float
  /// Pixels from the top edge.
  public var y: Float

  /// Makes a point from its coordinates in pixels.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }
}

/// A point as a fraction of the picture's width and height: (0, 0) is the top left, (1, 1) the bottom right corner.
/// Points outside the picture lie outside 0…1; nothing is clamped.
public struct NormalizedPoint: Sendable, Hashable, Codable {
  /// Fraction of the width.
  public var x: Float
  /// Fraction of the height.
  public var y: Float

  /// Makes a point from fractions of the width and height.
  public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// The same place in pixels of a picture of `size`.
  public func imagePoint(in size: ImageSize) -> ImagePoint {
    ImagePoint(x: x * Float(size.width), y: y * Float(size.height))
  }
}

/// A turned rectangle of the picture, as the detectors and trackers hand it on.
///
/// Centre and size are fractions of the *stored* picture's width and height (so a square in pixels has unequal
/// `width` and `height` unless the picture is square). Positive rotation turns the x axis towards the y axis:
/// clockwise on screen. Source: `pipelines.md` section 0.2 (MediaPipe's NormalizedRect).
public struct NormalizedRegion: Sendable, Hashable, Codable {
  /// Centre, fraction of the picture's width.
  public var xCenter: Float
  /// Centre, fraction of the picture's height.
  public var yCenter: Float
  /// Width before turning, fraction of the picture's width.
  public var width: Float
  /// Height before turning, fraction of the picture's height.
  public var height: Float
  /// Turn in radians, clockwise on screen.
  public var rotationRadians: Float

  /// Makes a region from its parts; nothing is checked here.
  public init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotationRadians: Float = 0) {
    self.xCenter = xCenter
    self.yCenter = yCenter
    self.width = width
    self.height = height
    self.rotationRadians = rotationRadians
  }

  /// The whole picture, upright.
  public static let wholeImage = NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1)
}

/// A turned rectangle in pixels of the picture. Same meaning of rotation as ``NormalizedRegion``.
package struct PixelRegion: Sendable, Hashable {
  package var xCenter: Float
  package var yCenter: Float
  package var width: Float
  package var height: Float
  package var rotationRadians: Float

  package init(xCenter: Float, yCenter: Float, width: Float, height: Float, rotationRadians: Float) {
    self.xCenter = xCenter
    self.yCenter = yCenter
    self.width = width
    self.height = height
    self.rotationRadians = rotationRadians
  }
}

/// Fractions of the prepared tensor that lie outside the region because its aspect ratio was kept.
package struct Letterbox: Sendable, Hashable {
  package var left: Float
  package var top: Float
  package var right: Float
  package var bottom: Float

  package init(left: Float = 0, top: Float = 0, right: Float = 0, bottom: Float = 0) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}

/// The affine map from tensor-normalised (u, v), 0…1 over the *padded* region, to image-normalised (x, y).
/// Called M in `pipelines.md` section 2.4; built by `ImagePrep`, applied by `LandmarkDecode`.
package struct CropProjection: Sendable, Hashable {
  package var m00: Float
  package var m01: Float
  package var m02: Float
  package var m10: Float
  package var m11: Float
  package var m12: Float

  package init(m00: Float, m01: Float, m02: Float, m10: Float, m11: Float, m12: Float) {
    self.m00 = m00
    self.m01 = m01
    self.m02 = m02
    self.m10 = m10
    self.m11 = m11
    self.m12 = m12
  }

  /// `u·m00 + v·m01 + m02` and the same for y, each operation rounded to Float32 from left to right (appendix A.3).
  package func apply(u: Float, v: Float) -> NormalizedPoint {
    NormalizedPoint(x: u * m00 + v * m01 + m02, y: u * m10 + v * m11 + m12)
  }
}
