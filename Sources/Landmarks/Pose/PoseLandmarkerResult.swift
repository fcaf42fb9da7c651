import LandmarkDecode

/// The people in a picture. All arrays have one element per person, in the same order; all are empty if there is none.
public struct PoseLandmarkerResult: Sendable, Hashable, Codable {
  /// 33 landmarks per person in fractions of the stored picture with visibility and presence, in the order of
  /// ``PoseLandmark``.
  public var landmarks: [[NormalizedLandmark]]
  /// The same landmarks in metres, origin in the middle of the hips.
  public var worldLandmarks: [[WorldLandmark]]
  /// A mask of the stored picture's size per person; empty unless asked for.
  public var segmentationMasks: [SegmentationMask]
  /// Probability 0…1 that there is a person.
  public var presenceScores: [Float]
  /// A number per person that stays with them in a stream, from 1, never given twice; empty for a single picture.
  public var trackIDs: [Int]
  /// Time of the frame in milliseconds; 0 for a single picture.
  public var timestampInMilliseconds: Int

  /// Makes a result from its parts; nothing is checked here.
  public init(
    landmarks: [[NormalizedLandmark]] = [], worldLandmarks: [[WorldLandmark]] = [], segmentationMasks: [SegmentationMask] = [],
    presenceScores: [Float] = [], trackIDs: [Int] = [], timestampInMilliseconds: Int = 0
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.segmentationMasks = segmentationMasks
    self.presenceScores = presenceScores
    self.trackIDs = trackIDs
    self.timestampInMilliseconds = timestampInMilliseconds
  }

  init(_ frame: FoundFrame<FoundPose>, masks: [SegmentationMask]) {
    let people = frame.subjects
    self.init(
      landmarks: people.map { frame.viewpoint.stored($0.subject.pose.landmarks) },
      worldLandmarks: people.map { frame.viewpoint.stored($0.subject.pose.worldLandmarks) }, segmentationMasks: masks,
      presenceScores: people.map(\.subject.pose.presence), trackIDs: frame.trackIDs,
      timestampInMilliseconds: frame.timestampMilliseconds)
  }
}
