import Landmarks
import Overlay
import VisionBase

/// Draws what a task found onto its picture, in the colours of MediaPipe's sample apps.
enum PictureOverlay {
  static func draw(_ result: TaskResult, on image: Image, options: OverlayOptions) throws(LandmarkError) -> Image {
    let groups = connections(for: result)
    let subjects = result.subjects.map { OverlaySubject(points: $0.landmarks.map(\.point), connections: groups) }
    return try LandmarkOverlay.draw(on: image, subjects: subjects, style: style(for: result))
  }

  private static func style(for result: TaskResult) -> OverlayStyle {
    switch result {
    case .hand, .gesture: .hand
    case .face: .face
    case .pose: .pose
    }
  }

  private static func connections(for result: TaskResult) -> [OverlayConnections] {
    switch result {
    case .hand, .gesture: [group(.skeleton, HandConnections.all)]
    case .pose: [group(.skeleton, PoseConnections.all)]
    case .face:
      [
        group(.skeleton, FaceConnections.faceOval),
        group(.eyebrows, FaceConnections.leftEyebrow + FaceConnections.rightEyebrow),
        group(
          .eyes, FaceConnections.leftEye + FaceConnections.rightEye + FaceConnections.leftIris + FaceConnections.rightIris),
        group(.lips, FaceConnections.lips),
      ]
    }
  }

  private static func group(_ color: OverlayColor, _ connections: [Connection]) -> OverlayConnections {
    OverlayConnections(color: color, pairs: connections.map { (start: $0.start, end: $0.end) })
  }
}
