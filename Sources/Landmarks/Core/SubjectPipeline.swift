import Tracking

/// The two networks of a task and how their numbers are read: everything about one frame that does not depend on other
/// frames. Not thread-safe: the task's lock guards it.
protocol SubjectPipeline: AnyObject {
  /// What the landmark network says about one region. Its arrays are filled again and again: results take copies.
  associatedtype Subject

  /// How regions are followed in a stream.
  var association: Association { get }

  /// Whether detections are cut to the limit before they are merged with followed regions.
  var limitsDetectionsBeforeAssociation: Bool { get }

  /// Runs both networks once, for their memory.
  func warmUp()

  /// Makes memory for so many threads that each run a network for themselves.
  func prepareLanes(_ count: Int) throws(LandmarkError)

  /// Runs the detector: adds regions that may show a subject to `regions`, best first.
  ///
  /// - Parameter lane: The thread that works alone, beside others, below the number given to ``prepareLanes(_:)``; `nil` if all
  ///   share the work.
  func detect(in scene: Scene, lane: Int?, into regions: inout [NormalizedRegion]) throws(LandmarkError)

  /// A place for a subject, to be filled by ``find(in:region:lane:into:)``.
  func makeSubject() -> Subject

  /// Runs the landmark network: replaces `subject` by what is in `region`.
  ///
  /// - Parameter lane: As of ``detect(in:lane:into:)``. Threads that work beside others call this at the same time.
  /// - Returns: Whether there is one; if not, `subject` means nothing.
  func find(in scene: Scene, region: NormalizedRegion, lane: Int?, into subject: inout Subject) throws(LandmarkError) -> Bool

  /// Whether two subjects are the same one, found twice. Of two such the first stays.
  ///
  /// - Parameter isStream: Whether they are of a frame of a stream and not of a single picture.
  func areSame(_ a: Subject, _ b: Subject, in size: ImageSize, isStream: Bool) -> Bool

  /// Where to look for the subject in the next frame.
  func nextRegion(of subject: Subject, in size: ImageSize) -> NormalizedRegion

  /// What identifies the subject in a stream.
  func observation(of subject: Subject, in size: ImageSize) -> IdentityTracker.Observation

  /// Steadies a subject of a stream in place.
  func steady(_ subject: inout Subject, with smoother: inout StreamSmoother, at sight: StreamSmoother.Sight)
}

extension SubjectPipeline {
  func areSame(_ a: Subject, _ b: Subject, in size: ImageSize, isStream: Bool) -> Bool { false }
}

extension IdentityTracker.Observation {
  /// Middle and longer side of the landmarks' box.
  init(_ landmarks: some Sequence<NormalizedLandmark>, in size: ImageSize, rightHandScore: Float? = nil) {
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
