import Tracking

/// The two networks of a task and how their numbers are read: everything about one frame that does not depend on other
/// frames. Not thread-safe: the task's lock guards it.
protocol SubjectPipeline: AnyObject {
  associatedtype Subject

  /// How regions are followed in a stream.
  var association: Association { get }

  /// Whether detections are cut to the limit before they are merged with followed regions.
  var limitsDetectionsBeforeAssociation: Bool { get }

  /// Runs both networks once, for their memory.
  func warmUp()

  /// Runs the detector: regions that may show a subject, best first.
  func detectedRegions(in scene: Scene) throws(LandmarkError) -> [NormalizedRegion]

  /// Runs the landmark network: the subject in `region`, or `nil` if there is none.
  func subject(in scene: Scene, region: NormalizedRegion) throws(LandmarkError) -> Subject?

  /// Positions of the subjects to keep, in order; the others show a subject that was there before.
  ///
  /// - Parameter isStream: Whether they are of a frame of a stream and not of a single picture.
  func keptIndices(of subjects: [Subject], in size: ImageSize, isStream: Bool) -> [Int]

  /// Where to look for the subject in the next frame.
  func nextRegion(of subject: Subject, in size: ImageSize) -> NormalizedRegion

  /// What identifies the subject in a stream.
  func observation(of subject: Subject, in size: ImageSize) -> IdentityTracker.Observation
}

extension SubjectPipeline {
  func keptIndices(of subjects: [Subject], in size: ImageSize, isStream: Bool) -> [Int] { Array(subjects.indices) }
}

extension IdentityTracker.Observation {
  /// Middle and longer side of the landmarks' box.
  init(_ landmarks: [NormalizedLandmark], in size: ImageSize, rightHandScore: Float? = nil) {
    var minX = Float.infinity
    var minY = Float.infinity
    var maxX = -Float.infinity
    var maxY = -Float.infinity
    for landmark in landmarks {
      minX = min(minX, landmark.x)
      maxX = max(maxX, landmark.x)
      minY = min(minY, landmark.y)
      maxY = max(maxY, landmark.y)
    }
    let width = Float(size.width)
    let height = Float(size.height)
    self.init(
      center: ImagePoint(x: (minX + maxX) / 2 * width, y: (minY + maxY) / 2 * height),
      sizePixels: max((maxX - minX) * width, (maxY - minY) * height), rightHandScore: rightHandScore)
  }
}
