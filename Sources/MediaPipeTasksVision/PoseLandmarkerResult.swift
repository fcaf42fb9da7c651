import Landmarks

/// The people in a picture. All arrays that were asked for have one element per person, in the same order; all are empty if
/// there is none.
open class PoseLandmarkerResult: TaskResult {
  /// 33 landmarks per person in fractions of the stored picture, with visibility and presence.
  public let landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres, origin in the middle of the hips.
  public let worldLandmarks: [[Landmark]]
  /// A mask of the stored picture's size per person; empty unless asked for.
  public let segmentationMasks: [Mask]

  /// Makes a result from its parts; nothing is checked here. `nil` masks count as none.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], segmentationMasks: [Mask]?, timestampInMilliseconds: Int
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.segmentationMasks = segmentationMasks ?? []
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  convenience init(_ native: Landmarks.PoseLandmarkerResult, timestampInMilliseconds: Int) {
    self.init(
      landmarks: NormalizedLandmark.lists(native.landmarks), worldLandmarks: Landmark.lists(native.worldLandmarks),
      segmentationMasks: native.segmentationMasks.compactMap { Mask($0) }, timestampInMilliseconds: timestampInMilliseconds)
  }
}
