import Landmarks

/// The hands in a picture with their gestures. All arrays have one element per hand, in the same order; all are empty if there
/// is none, or if no hand has a gesture that the options let pass.
open class GestureRecognizerResult: TaskResult {
  /// One category per hand, index always −1; an empty list for a hand without gesture, so that the arrays stay side by side
  /// (the original leaves the element out).
  public let gestures: [[ResultCategory]]
  /// One category per hand: `Right` (index 0) or `Left` (index 1), the person's side if the picture is not mirrored.
  public let handedness: [[ResultCategory]]
  /// 21 landmarks per hand in fractions of the stored picture, in the order of ``HandLandmark``; `z` is 0 at the wrist.
  public let landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres around the hand's centre.
  public let worldLandmarks: [[Landmark]]

  /// Makes a result from its parts; nothing is checked here.
  public init(
    gestures: [[ResultCategory]], handedness: [[ResultCategory]], landmarks: [[NormalizedLandmark]],
    worldLandmarks: [[Landmark]], timestampInMilliseconds: Int
  ) {
    self.gestures = gestures
    self.handedness = handedness
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    super.init(timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Makes a result without hands.
  public convenience override init(timestampInMilliseconds: Int) {
    self.init(gestures: [], handedness: [], landmarks: [], worldLandmarks: [], timestampInMilliseconds: timestampInMilliseconds)
  }

  convenience init(_ native: Landmarks.GestureRecognizerResult, timestampInMilliseconds: Int) {
    self.init(
      gestures: ResultCategory.lists(native.gestures), handedness: ResultCategory.lists(native.handedness),
      landmarks: NormalizedLandmark.lists(native.landmarks), worldLandmarks: Landmark.lists(native.worldLandmarks),
      timestampInMilliseconds: timestampInMilliseconds)
  }
}
