/// The tasks of the command line that look for subjects in pictures.
enum TaskKind: Sendable, CaseIterable {
  case hand
  case gesture
  case face
  case pose

  /// The command's name.
  var command: String {
    switch self {
    case .hand: "hand"
    case .gesture: "gesture"
    case .face: "face"
    case .pose: "pose"
    }
  }

  /// The bundles' file names, as Google publishes them; the first that is there is taken.
  var modelFiles: [String] {
    switch self {
    case .hand: ["hand_landmarker.task"]
    case .gesture: ["gesture_recognizer.task"]
    case .face: ["face_landmarker.task"]
    case .pose: ["pose_landmarker_full.task", "pose_landmarker_heavy.task", "pose_landmarker_lite.task"]
    }
  }

  /// What one subject is called.
  var singular: String {
    switch self {
    case .hand, .gesture: "hand"
    case .face: "face"
    case .pose: "person"
    }
  }

  /// What several subjects are called.
  var plural: String {
    switch self {
    case .hand, .gesture: "hands"
    case .face: "faces"
    case .pose: "people"
    }
  }

  /// What the command does with its pictures, as a sentence without its end.
  var purpose: String {
    switch self {
    case .hand: "Finds hands in pictures and prints 21 landmarks of each"
    case .gesture: "Finds hands in pictures, names their gestures and prints 21 landmarks of each"
    case .face: "Finds faces in pictures and prints 478 landmarks of each"
    case .pose: "Finds people in pictures and prints 33 landmarks of each"
    }
  }
}
