import Landmarks
import VisionBase

/// What a task found in one picture.
enum TaskResult: Sendable {
  case hand(HandLandmarkerResult)
  case gesture(GestureRecognizerResult)
  case face(FaceLandmarkerResult)
  case pose(PoseLandmarkerResult)

  var timestampInMilliseconds: Int {
    get {
      switch self {
      case .hand(let result): result.timestampInMilliseconds
      case .gesture(let result): result.timestampInMilliseconds
      case .face(let result): result.timestampInMilliseconds
      case .pose(let result): result.timestampInMilliseconds
      }
    }
    set {
      switch self {
      case .hand(var result):
        result.timestampInMilliseconds = newValue
        self = .hand(result)
      case .gesture(var result):
        result.timestampInMilliseconds = newValue
        self = .gesture(result)
      case .face(var result):
        result.timestampInMilliseconds = newValue
        self = .face(result)
      case .pose(var result):
        result.timestampInMilliseconds = newValue
        self = .pose(result)
      }
    }
  }

  /// One number per subject in a stream, none for single pictures.
  var trackIDs: [Int] {
    switch self {
    case .hand(let result): result.trackIDs
    case .gesture(let result): result.trackIDs
    case .face(let result): result.trackIDs
    case .pose(let result): result.trackIDs
    }
  }

  /// One per person if they were asked for; hands and faces have none.
  var segmentationMasks: [SegmentationMask] {
    if case .pose(let result) = self { result.segmentationMasks } else { [] }
  }

  /// One hand, face or person, as far as all tasks have something in common.
  struct Subject: Sendable {
    var landmarks: [NormalizedLandmark]
    /// As many as landmarks, or none.
    var worldLandmarks: [WorldLandmark] = []
    /// Handedness of hands.
    var label: Category?
    var gesture: Category?
    var trackID: Int?
  }

  var subjects: [Subject] {
    let trackIDs = trackIDs
    var subjects: [Subject]
    switch self {
    case .hand(let result):
      subjects = Self.subjects(result.landmarks, result.worldLandmarks)
      for index in subjects.indices { subjects[index].label = Self.first(result.handedness, at: index) }
    case .gesture(let result):
      subjects = Self.subjects(result.landmarks, result.worldLandmarks)
      for index in subjects.indices {
        subjects[index].label = Self.first(result.handedness, at: index)
        subjects[index].gesture = Self.first(result.gestures, at: index)
      }
    case .face(let result): subjects = Self.subjects(result.faceLandmarks, [])
    case .pose(let result): subjects = Self.subjects(result.landmarks, result.worldLandmarks)
    }
    for index in subjects.indices where index < trackIDs.count { subjects[index].trackID = trackIDs[index] }
    return subjects
  }

  private static func subjects(_ landmarks: [[NormalizedLandmark]], _ world: [[WorldLandmark]]) -> [Subject] {
    landmarks.indices.map {
      Subject(landmarks: landmarks[$0], worldLandmarks: $0 < world.count ? world[$0] : [])
    }
  }

  private static func first(_ lists: [[Category]], at index: Int) -> Category? {
    index < lists.count ? lists[index].first : nil
  }
}
