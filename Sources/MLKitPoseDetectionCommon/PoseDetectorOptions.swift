public import Foundation
@_exported public import MLKitVision

/// Whether pictures belong together; an open set of numbers.
public struct PoseDetectorMode: RawRepresentable, Hashable, Sendable {
  /// The number; those of the original are not published.
  public let rawValue: Int

  /// Makes a mode from any number; unknown ones count as `singleImage`.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Each picture is looked at alone.
  public static let singleImage = PoseDetectorMode(rawValue: 0)
  /// The frames of one film or camera: a person is found once and then followed, and landmarks are steadied.
  public static let stream = PoseDetectorMode(rawValue: 1)
}

/// What the options of all pose detectors share. Make a `PoseDetectorOptions` or an `AccuratePoseDetectorOptions`. Not safe to
/// change while another thread uses the object.
open class CommonPoseDetectorOptions: NSObject {
  /// Whether pictures belong together; `.stream` by default.
  open var detectorMode = PoseDetectorMode.stream

  /// Files of models, the best first.
  let modelNames: [String]

  package init(modelNames: [String]) {
    self.modelNames = modelNames
    super.init()
  }
}
