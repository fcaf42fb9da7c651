public import Foundation

/// A named point of a detection. Immutable; equal if place, label and score are the same.
open class NormalizedKeypoint: NSObject {
  /// Place in fractions of the picture's width and height.
  public let location: CGPoint
  /// Name of the point.
  public let label: String?
  /// Score, 0…1.
  public let score: Float

  /// Makes a point from its parts.
  public init(location: CGPoint, label: String?, score: Float) {
    self.location = location
    self.label = label
    self.score = score
    super.init()
  }

  /// A number that equal points share.
  open override var hash: Int {
    var hasher = Hasher()
    hasher.combine(location.x)
    hasher.combine(location.y)
    hasher.combine(label)
    hasher.combine(score)
    return hasher.finalize()
  }

  /// Whether `object` is a point with the same place, label and score.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NormalizedKeypoint else { return false }
    return self === other || (location == other.location && label == other.label && score == other.score)
  }
}

/// Something found in a picture. Immutable; equal only to itself.
open class Detection: NSObject {
  /// What it may be.
  public let categories: [ResultCategory]
  /// Where it is, in pixels.
  public let boundingBox: CGRect
  /// Its points, if the model has any.
  public let keypoints: [NormalizedKeypoint]?

  /// Makes a detection from its parts.
  public init(categories: [ResultCategory], boundingBox: CGRect, keypoints: [NormalizedKeypoint]?) {
    self.categories = categories
    self.boundingBox = boundingBox
    self.keypoints = keypoints
    super.init()
  }
}
