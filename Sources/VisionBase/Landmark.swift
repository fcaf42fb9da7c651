/// One landmark in coordinates of the picture.
///
/// `x` and `y` are fractions of the picture's width and height (not clamped: a landmark may lie outside 0…1).
/// `z` has about the scale of `x`; smaller is nearer to the camera, and 0 is the wrist (hand), the head's centre
/// (face) or the middle of the hips (pose).
public struct NormalizedLandmark: Sendable, Hashable, Codable {
  /// Fraction of the picture's width.
  public var x: Float
  /// Fraction of the picture's height.
  public var y: Float
  /// Depth on the scale of `x`; smaller is nearer.
  public var z: Float
  /// Probability 0…1 that the landmark is not hidden; `nil` where the model has no such output (hands, faces).
  public var visibility: Float?
  /// Probability 0…1 that the landmark lies inside the picture; `nil` where the model has no such output.
  public var presence: Float?

  /// Makes a landmark from its parts.
  public init(x: Float, y: Float, z: Float, visibility: Float? = nil, presence: Float? = nil) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
  }

  /// Place in the picture without depth.
  public var point: NormalizedPoint { NormalizedPoint(x: x, y: y) }
}

/// One landmark in metres, in a frame that does not depend on where the subject stands in the picture.
///
/// The origin is the hand's geometric centre or the middle of the hips; axes point right, down and away from the
/// camera as in the picture.
public struct WorldLandmark: Sendable, Hashable, Codable {
  /// Metres to the right.
  public var x: Float
  /// Metres down.
  public var y: Float
  /// Metres away from the camera.
  public var z: Float
  /// Probability 0…1 that the landmark is not hidden; `nil` where the model has no such output (hands).
  public var visibility: Float?
  /// Probability 0…1 that the landmark lies inside the picture; `nil` where the model has no such output.
  public var presence: Float?

  /// Makes a landmark from its parts.
  public init(x: Float, y: Float, z: Float, visibility: Float? = nil, presence: Float? = nil) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
  }
}

/// A class with its score, as classifiers report it.
public struct Category: Sendable, Hashable, Codable {
  /// Position in the model's list of classes; −1 where the original reports none (gestures).
  public var index: Int
  /// Score, 0…1.
  public var score: Float
  /// Name of the class, empty if the model has no labels.
  public var categoryName: String
  /// Name for display, empty if the model has none.
  public var displayName: String

  /// Makes a category from its parts.
  public init(index: Int, score: Float, categoryName: String, displayName: String = "") {
    self.index = index
    self.score = score
    self.categoryName = categoryName
    self.displayName = displayName
  }
}
