import Landmarks

/// The hands in a picture. All arrays have one element per hand, in the same order; all are empty if there is none.
open class HandLandmarkerResult: TaskResult {
  /// 21 landmarks per hand in fractions of the stored picture, in the order of ``HandLandmark``; `z` is 0 at the wrist.
  public let landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres around the hand's centre.
  public let worldLandmarks: [[Landmark]]
  /// One category per hand: `Right` (index 0) or `Left` (index 1), the person's side if the picture is not mirrored.
  public let handedness: [[ResultCategory]]

  /// Makes a result from its parts; nothing is checked here.
  public init(
    landmarks: [[NormalizedLandmark]], worldLandmarks: [[Landmark]], handedness: [[ResultCategory]],
    timestampInMilliseconds: Int
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Makes a result without hands.
  public convenience override init(timestampInMilliseconds: Int) {
    self.init(landmarks: [], worldLandmarks: [], handedness: [], timestampInMilliseconds: timestampInMilliseconds)
  }

  convenience init(_ native: Landmarks.HandLandmarkerResult, timestampInMilliseconds: Int) {
    self.init(
      landmarks: NormalizedLandmark.lists(native.landmarks), worldLandmarks: Landmark.lists(native.worldLandmarks),
      handedness: ResultCategory.lists(native.handedness), timestampInMilliseconds: timestampInMilliseconds)
  }
}
