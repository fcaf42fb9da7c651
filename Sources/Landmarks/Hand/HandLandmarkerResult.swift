import LandmarkDecode

/// The hands in a picture. All arrays have one element per hand, in the same order; all are empty if there is none.
public struct HandLandmarkerResult: Sendable, Hashable, Codable {
  /// 21 landmarks per hand in fractions of the stored picture, in the order of ``HandLandmark``.
  public var landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres around the hand's centre.
  public var worldLandmarks: [[WorldLandmark]]
  /// One category per hand: `Right` (index 0) or `Left` (index 1), the person's side if the picture is not mirrored.
  /// Averaged over the track if `StreamOptions.smoothsHandedness` is set.
  public var handedness: [[Category]]
  /// The same from this frame alone.
  public var rawHandedness: [[Category]]
  /// Probability 0…1 that there is a hand.
  public var presenceScores: [Float]
  /// A number per hand that stays with it in a stream, from 1, never given twice; empty for a single picture.
  public var trackIDs: [Int]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    landmarks: [[NormalizedLandmark]] = [], worldLandmarks: [[WorldLandmark]] = [], handedness: [[Category]] = [],
    rawHandedness: [[Category]]? = nil, presenceScores: [Float] = [], trackIDs: [Int] = [], timestampInMilliseconds: Int = 0
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.handedness = handedness
    self.rawHandedness = rawHandedness ?? handedness
    self.presenceScores = presenceScores
    self.trackIDs = trackIDs
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  /// - Parameter smoothsHandedness: Whether `handedness` and `rawHandedness` may differ.
  init(_ frame: FoundFrame<FoundHand>, smoothsHandedness: Bool) {
    let hands = frame.subjects
    self.init(
      landmarks: hands.map { frame.viewpoint.stored($0.subject.decoded.landmarks) },
      worldLandmarks: hands.map { frame.viewpoint.stored($0.subject.decoded.worldLandmarks) },
      handedness: hands.map { [$0.subject.handedness] },
      rawHandedness: smoothsHandedness ? hands.map { [$0.subject.decoded.handedness] } : nil,
      presenceScores: hands.map(\.subject.decoded.presence), trackIDs: frame.trackIDs,
      timestampInMilliseconds: frame.timestampMilliseconds)
  }
}
