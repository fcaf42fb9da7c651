/// The tasks of the command line that look for subjects in pictures.
enum TaskKind: Sendable {
  case hand
  case face

  /// The command's name.
  var command: String {
    switch self {
    case .hand: "hand"
    case .face: "face"
    }
  }

  /// The bundle's file name, as Google publishes it.
  var modelFile: String {
    switch self {
    case .hand: "hand_landmarker.task"
    case .face: "face_landmarker.task"
    }
  }

  var plural: String {
    switch self {
    case .hand: "hands"
    case .face: "faces"
    }
  }

  var landmarkCount: Int {
    switch self {
    case .hand: 21
    case .face: 478
    }
  }
}
