import Foundation

/// Turns blocks into files: each block's statements stand unchanged in a function of its own, its imports at the top. The
/// function's parameters are the names that the document leaves to the reader; it returns what the block made.
struct SeedSource {
  let name: String
  let text: String
}

/// Words of a document about a MediaPipe task.
private struct TaskWords {
  let type: String
  let variable: String
  let parameters: String

  init?(_ document: SeedDocument) {
    switch document {
    case .gesture_recognizer_ios: (type, variable) = ("GestureRecognizer", "gestureRecognizer")
    case .hand_landmarker_ios: (type, variable) = ("HandLandmarker", "handLandmarker")
    case .face_landmarker_ios: (type, variable) = ("FaceLandmarker", "faceLandmarker")
    case .mlkit_pose_detection_ios: return nil
    }
    parameters =
      document == .face_landmarker_ios
      ? "minFaceDetectionConfidence: Float, minFacePresenceConfidence: Float, minTrackingConfidence: Float, numFaces: Int"
      : "minHandDetectionConfidence: Float, minHandPresenceConfidence: Float, minHandTrackingConfidence: Float, numHands: Int"
  }
}

extension SeedBlock {
  /// The block as printed; `nil` for the three that cannot compile anywhere.
  var printed: SeedSource? {
    switch part {
    case .options, .visionImageFromUIImage, .results: nil
    default: source(statements: statements)
    }
  }

  /// The three faulty blocks, mended as `api.md` section D.2 describes; empty for the others.
  var corrected: [SeedSource] {
    switch part {
    case .options:
      // Two alternatives that declare the same name: one function each.
      [
        source(suffix: "_base", statements: Array(statements.prefix(3))),
        source(suffix: "_accurate", statements: Array(statements.dropFirst(4))),
      ]
    case .visionImageFromUIImage:
      [
        source(
          statements: statements.map {
            replaced($0, "let image = VisionImage(image: UIImage)", "let visionImage = VisionImage(image: image)")
          })
      ]
    case .results:
      [
        source(
          statements: statements.map {
            replaced(
              $0, "guard let detectedPoses = results, !detectedPoses.isEmpty else {",
              "let detectedPoses = results\nguard !detectedPoses.isEmpty else {")
          })
      ]
    default: []
    }
  }

  /// A faulty block as printed.
  var faulty: SeedSource? { printed == nil ? source(statements: statements) : nil }

  private func replaced(_ line: String, _ old: String, _ new: String) -> String {
    line.replacingOccurrences(of: old, with: new)
  }

  private func source(suffix: String = "", statements: [String]) -> SeedSource {
    let words = TaskWords(document)
    let frame = frame(words, suffix: suffix)
    // The document about ML Kit prints no import, the others print them only where a task is made.
    let needed =
      words == nil ? ["import MLKitPoseDetection", "import MLKitPoseDetectionAccurate"] : ["import MediaPipeTasksVision"]
    let text =
      (imports.isEmpty ? needed : imports) + ["enum \(name)\(suffix) {"] + helpers + ["static func run\(frame.signature) {"]
      + statements
      + [frame.ending, "}", "}", ""]
    return SeedSource(name: name + suffix, text: text.joined(separator: "\n"))
  }

  /// What a block calls that another block of its document declares.
  private var helpers: [String] {
    guard part == .visionImageFromBuffer else { return [] }
    return [
      """
      static func imageOrientation(
        deviceOrientation: UIDeviceOrientation, cameraPosition: AVCaptureDevice.Position
      ) -> UIImage.Orientation {
        \(document.rawValue)_\(SeedBlock.Part.imageOrientation.rawValue).run(deviceOrientation, cameraPosition)
      }
      """
    ]
  }

  private func frame(_ words: TaskWords?, suffix: String) -> (signature: String, ending: String) {
    let type = words?.type ?? ""
    let variable = words?.variable ?? ""
    switch part {
    case .createImage, .createVideo: return ("(\(words?.parameters ?? "")) throws -> \(type)", "return \(variable)")
    case .createLive: return ("(\(words?.parameters ?? "")) throws -> (\(type), NSObject)", "return (\(variable), processor)")
    case .fromUIImage: return ("(image: UIImage) throws -> MPImage", "return image")
    case .fromPixelBuffer: return ("(pixelBuffer: CVPixelBuffer) throws -> MPImage", "return image")
    case .fromSampleBuffer: return ("(sampleBuffer: CMSampleBuffer) throws -> MPImage", "return image")
    case .runImage: return ("(\(variable): \(type), image: MPImage) throws -> \(type)Result", "return result")
    case .runVideo: return ("(\(variable): \(type), image: MPImage, timestamp: Int) throws -> \(type)Result", "return result")
    case .runLive: return ("(\(variable): \(type), image: MPImage, timestamp: Int) throws", "")
    case .options: return ("() -> CommonPoseDetectorOptions", "return options")
    case .detector: return ("(options: CommonPoseDetectorOptions) -> PoseDetector", "return poseDetector")
    case .visionImageFromUIImage: return ("(image: UIImage) -> VisionImage", "return visionImage")
    case .imageOrientation:
      return (
        "(_ device: UIDeviceOrientation, _ camera: AVCaptureDevice.Position) -> UIImage.Orientation",
        "return imageOrientation(deviceOrientation: device, cameraPosition: camera)"
      )
    case .visionImageFromBuffer:
      return ("(sampleBuffer: CMSampleBuffer, cameraPosition: AVCaptureDevice.Position) -> VisionImage", "return image")
    case .results: return ("(poseDetector: PoseDetector, image: VisionImage, found: inout [Pose])", "found = detectedPoses")
    case .process: return ("(poseDetector: PoseDetector, image: VisionImage)", "")
    case .loop: return ("(detectedPoses: [Pose])", "")
    }
  }
}
