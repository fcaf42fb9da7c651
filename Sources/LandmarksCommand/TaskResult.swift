import Landmarks
import VisionBase

/// What a task found in one picture.
enum TaskResult: Sendable {
  case hand(HandLandmarkerResult)
  case face(FaceLandmarkerResult)

  var timestampInMilliseconds: Int {
    switch self {
    case .hand(let result): result.timestampInMilliseconds
    case .face(let result): result.timestampInMilliseconds
    }
  }

  /// One hand or face, as far as all tasks have something in common.
  struct Subject: Sendable {
    var landmarks: [NormalizedLandmark]
    /// As many as landmarks, or none.
    var worldLandmarks: [WorldLandmark] = []
    /// Handedness of hands.
    var label: Category?
  }

  var subjects: [Subject] {
    switch self {
    case .hand(let result):
      result.landmarks.indices.map { index in
        Subject(
          landmarks: result.landmarks[index],
          worldLandmarks: index < result.worldLandmarks.count ? result.worldLandmarks[index] : [],
          label: index < result.handedness.count ? result.handedness[index].first : nil)
      }
    case .face(let result): result.faceLandmarks.map { Subject(landmarks: $0) }
    }
  }
}
