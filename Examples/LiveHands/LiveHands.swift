import Landmarks

/// Follows hands through the camera's frames and says what it sees. A view shows `hands` over the preview.
@MainActor
final class LiveHands {
  /// The hands of the latest frame that was looked at.
  private(set) var hands: HandLandmarkerResult?
  /// Frames that came while another one was in work.
  private(set) var droppedFrames = 0

  private let landmarker: HandLandmarker

  init(modelPath: String) throws {
    landmarker = try HandLandmarker(model: .path(modelPath), options: HandLandmarkerOptions(numHands: 2))
  }

  /// Runs until the camera is stopped or the surrounding task is cancelled.
  func follow(_ camera: CameraFrames) async {
    for await event in landmarker.events(of: camera.frames) {
      switch event {
      case .result(let result): hands = result
      case .dropped(let frames): droppedFrames += frames.count
      }
    }
  }
}
