/// The hands in a picture. All arrays have one element per hand, in the same order; all are empty if there is none.
public struct HandLandmarkerResult: Sendable, Hashable, Codable {
  /// 21 landmarks per hand in fractions of the stored picture, in the order of ``HandLandmark``.
  public var landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres around the hand's centre.
  public var worldLandmarks: [[WorldLandmark]]
  /// One category per hand: `Right` (index 0) or `Left` (index 1), the person's side if the picture is not mirrored.
  public var handedness: [[Category]]
  /// Probability 0…1 that there is a hand.
  public var presenceScores: [Float]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    landmarks: [[NormalizedLandmark]] = [], worldLandmarks: [[WorldLandmark]] = [], handedness: [[Category]] = [],
    presenceScores: [Float] = [], timestampInMilliseconds: Int = 0
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.presenceScores = presenceScores
    self.timestampInMilliseconds = timestampInMilliseconds
  }
}
