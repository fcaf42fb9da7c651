public import Foundation

/// What two landmarks of either kind share: coordinates compared with a tolerance.
enum LandmarkEquality {
  /// Coordinates that differ by no more count as equal. Source: MediaPipe's iOS layer, `pipelines.md` section 11.4.
  static let tolerance: Float = 1e-6

  static func isEqual(_ a: (x: Float, y: Float, z: Float), _ b: (x: Float, y: Float, z: Float)) -> Bool {
    abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance && abs(a.z - b.z) <= tolerance
  }
}

/// A landmark in fractions of the picture. Immutable.
///
/// Two landmarks are equal if their coordinates differ by at most 1e-6; visibility and presence are not compared.
open class NormalizedLandmark: NSObject {
  /// Fraction of the picture's width, not clamped to 0…1.
  public let x: Float
  /// Fraction of the picture's height, not clamped to 0…1.
  public let y: Float
  /// Depth on about the scale of `x`; smaller is nearer.
  public let z: Float
  /// Probability 0…1 that the landmark is not hidden, as a Float32; `nil` for hands and faces.
  public let visibility: NSNumber?
  /// Probability 0…1 that the landmark lies inside the picture, as a Float32; `nil` for hands and faces.
  public let presence: NSNumber?

  /// Makes a landmark from its parts.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
    super.init()
  }

  /// The same for all landmarks: equality has a tolerance, so no finer number would agree with it.
  open override var hash: Int { 1 }

  /// Whether `object` is a landmark of this kind at the same place, up to 1e-6.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NormalizedLandmark else { return false }
    return self === other || LandmarkEquality.isEqual((x, y, z), (other.x, other.y, other.z))
  }
}

/// A landmark in metres around the subject's centre. Immutable.
///
/// Two landmarks are equal if their coordinates differ by at most 1e-6; visibility and presence are not compared.
open class Landmark: NSObject {
  /// Metres to the right.
  public let x: Float
  /// Metres down.
  public let y: Float
  /// Metres away from the camera.
  public let z: Float
  /// Probability 0…1 that the landmark is not hidden, as a Float32; `nil` for hands.
  public let visibility: NSNumber?
  /// Probability 0…1 that the landmark lies inside the picture, as a Float32; `nil` for hands.
  public let presence: NSNumber?

  /// Makes a landmark from its parts.
  public init(x: Float, y: Float, z: Float, visibility: NSNumber?, presence: NSNumber?) {
    self.x = x
    self.y = y
    self.z = z
    self.visibility = visibility
    self.presence = presence
    super.init()
  }

  /// The same for all landmarks: equality has a tolerance, so no finer number would agree with it.
  open override var hash: Int { 2 }

  /// Whether `object` is a landmark of this kind at the same place, up to 1e-6.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? Landmark else { return false }
    return self === other || LandmarkEquality.isEqual((x, y, z), (other.x, other.y, other.z))
  }
}

/// A line between two landmarks of the same subject. Immutable; equal only to itself.
open class Connection: NSObject {
  /// Index of the landmark where the line begins.
  public let start: UInt
  /// Index of the landmark where it ends.
  public let end: UInt

  /// Makes a line between two landmark indices; nothing is checked here.
  public init(start: UInt, end: UInt) {
    self.start = start
    self.end = end
    super.init()
  }
}
