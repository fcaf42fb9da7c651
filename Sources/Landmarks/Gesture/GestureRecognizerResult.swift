/// The hands in a picture with their gestures. All arrays have one element per hand, in the same order; all are empty if
/// there is none.
public struct GestureRecognizerResult: Sendable, Hashable, Codable {
  /// One category per hand (index −1, name, score), or an empty list for a hand whose classes were all left out by the
  /// options.
  public var gestures: [[Category]]
  /// One category per hand: `Right` (index 0) or `Left` (index 1), the person's side if the picture is not mirrored.
  public var handedness: [[Category]]
  /// The same from this frame alone, if `StreamOptions.smoothsHandedness` averages `handedness`.
  public var rawHandedness: [[Category]]
  /// 21 landmarks per hand in fractions of the stored picture, in the order of ``HandLandmark``.
  public var landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres around the hand's centre.
  public var worldLandmarks: [[WorldLandmark]]
  /// Probability 0…1 that there is a hand.
  public var presenceScores: [Float]
  /// A number per hand that stays with it in a stream, from 1, never given twice; empty for a single picture.
  public var trackIDs: [Int]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    gestures: [[Category]] = [], handedness: [[Category]] = [], rawHandedness: [[Category]]? = nil,
    landmarks: [[NormalizedLandmark]] = [], worldLandmarks: [[WorldLandmark]] = [], presenceScores: [Float] = [],
    trackIDs: [Int] = [], timestampInMilliseconds: Int = 0
  ) {
    self.gestures = gestures
    self.handedness = handedness
    self.rawHandedness = rawHandedness ?? handedness
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.presenceScores = presenceScores
    self.trackIDs = trackIDs
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
