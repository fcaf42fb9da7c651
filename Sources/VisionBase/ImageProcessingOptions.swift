/// An upright rectangle in fractions of a picture's width and height.
public struct NormalizedRectangle: Sendable, Hashable, Codable {
  /// Left edge, fraction of the width.
  public var x: Float
  /// Top edge, fraction of the height.
  public var y: Float
  /// Fraction of the picture's width, above 0.
  public var width: Float
  /// Fraction of the picture's height, above 0.
  public var height: Float

  /// Makes a rectangle from its parts; the tasks check it.
  public init(x: Float, y: Float, width: Float, height: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// How a picture is to be looked at. Results always refer to the whole picture as it is stored.
public struct ImageProcessingOptions: Sendable, Hashable, Codable {
  /// How the stored pixels must be turned (and mirrored) to stand upright. Subjects are looked for upright.
  public var orientation: ImageOrientation
  /// Look only here, rounded to whole pixels; `nil` means everywhere. The result is that of the cut-out picture, mapped
  /// back to the whole one.
  public var regionOfInterest: NormalizedRectangle?

  /// Makes options; the defaults look at the whole, upright picture.
  public init(orientation: ImageOrientation = .up, regionOfInterest: NormalizedRectangle? = nil) {
    self.orientation = orientation
    self.regionOfInterest = regionOfInterest
  }
}
