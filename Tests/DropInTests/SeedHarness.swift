/// The program around the blocks: calls them in the order of the documents and prints what they returned as JSON lines.
enum SeedHarness {
  static let source = SeedSource(
    name: "Harness",
    text: #"""
      import Dispatch
      import Foundation
      import MLKitPoseDetection
      import MLKitPoseDetectionAccurate
      import MediaPipeTasksVision
      import UIImageFiles

      struct Answer: Codable {
        var name: String
        var points: [[[Float]]]
        var labels: [[String]] = []
        var timestamp = 0
      }

      func show(_ answer: Answer) throws {
        print(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
      }

      func rows(_ landmarks: [[NormalizedLandmark]]) -> [[[Float]]] { landmarks.map { $0.map { [$0.x, $0.y, $0.z] } } }

      func show(_ name: String, _ result: HandLandmarkerResult) throws {
        let labels = result.handedness.map { $0.map { "\($0.categoryName ?? "") \($0.score)" } }
        try show(Answer(name: name, points: rows(result.landmarks), labels: labels, timestamp: result.timestampInMilliseconds))
      }

      func show(_ name: String, _ result: GestureRecognizerResult) throws {
        let labels = result.gestures.map { $0.map { "\($0.categoryName ?? "") \($0.score) \($0.index)" } }
        try show(Answer(name: name, points: rows(result.landmarks), labels: labels, timestamp: result.timestampInMilliseconds))
      }

      func show(_ name: String, _ result: FaceLandmarkerResult) throws {
        try show(Answer(name: name, points: rows(result.faceLandmarks), timestamp: result.timestampInMilliseconds))
      }

      func show(_ name: String, _ poses: [Pose]) throws {
        let points = poses.map { pose in
          pose.landmarks.map { [Float($0.position.x), Float($0.position.y), Float($0.position.z), $0.inFrameLikelihood] }
        }
        try show(Answer(name: name, points: points, labels: poses.map { $0.landmarks.map(\.type.rawValue) }))
      }

      struct Missing: Error {}

      func picture(_ path: String) throws -> UIImage {
        guard let image = UIImage(contentsOfFile: path) else { throw Missing() }
        return image
      }

      func pixelBuffer(of image: UIImage) throws -> CVPixelBuffer {
        guard let cgImage = image.cgImage, let data = cgImage.dataProvider?.data else { throw Missing() }
        var made: CVPixelBuffer?
        CVPixelBufferCreate(kCFAllocatorDefault, cgImage.width, cgImage.height, kCVPixelFormatType_32BGRA, nil, &made)
        guard let buffer = made, let base = CVPixelBufferGetBaseAddress(buffer) else { throw Missing() }
        CVPixelBufferLockBaseAddress(buffer, [])
        defer { CVPixelBufferUnlockBaseAddress(buffer, []) }
        let stride = CVPixelBufferGetBytesPerRow(buffer)
        let bytes = [UInt8](data)
        for y in 0..<cgImage.height {
          for x in 0..<cgImage.width {
            let from = y * cgImage.bytesPerRow + x * 4
            let pixel = base + y * stride + x * 4
            pixel.storeBytes(of: bytes[from + 2], toByteOffset: 0, as: UInt8.self)
            pixel.storeBytes(of: bytes[from + 1], toByteOffset: 1, as: UInt8.self)
            pixel.storeBytes(of: bytes[from], toByteOffset: 2, as: UInt8.self)
            pixel.storeBytes(of: bytes[from + 3], toByteOffset: 3, as: UInt8.self)
          }
        }
        return buffer
      }

      func sampleBuffer(of image: UIImage) throws -> CMSampleBuffer {
        let buffer = try pixelBuffer(of: image)
        return try CMSampleBuffer(
          imageBuffer: buffer, formatDescription: CMVideoFormatDescription(imageBuffer: buffer), sampleTiming: CMSampleTimingInfo())
      }

      @main
      struct Harness {
        static func main() async throws {
          let arguments = CommandLine.arguments
          try hand(picture(arguments[1]))
          try gesture(picture(arguments[1]))
          try face(picture(arguments[2]))
          try await pose(picture(arguments[3]))
        }

        static func hand(_ image: UIImage) throws {
          let task = try hand_landmarker_ios_createImage.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          let input = try hand_landmarker_ios_fromUIImage.run(image: image)
          try show("hand image", hand_landmarker_ios_runImage.run(handLandmarker: task, image: input))
          let second = try hand_landmarker_ios_fromPixelBuffer.run(pixelBuffer: pixelBuffer(of: image))
          try show("hand buffer", hand_landmarker_ios_runImage.run(handLandmarker: task, image: second))
          let third = try hand_landmarker_ios_fromSampleBuffer.run(sampleBuffer: sampleBuffer(of: image))
          try show("hand sample", hand_landmarker_ios_runImage.run(handLandmarker: task, image: third))
          let film = try hand_landmarker_ios_createVideo.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          for time in [0, 40, 80] {
            try show("hand video \(time)", hand_landmarker_ios_runVideo.run(handLandmarker: film, image: input, timestamp: time))
          }
          let (live, processor) = try hand_landmarker_ios_createLive.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          for time in [0, 40, 80] { try hand_landmarker_ios_runLive.run(handLandmarker: live, image: input, timestamp: time) }
          withExtendedLifetime(processor) {}
        }

        static func gesture(_ image: UIImage) throws {
          let task = try gesture_recognizer_ios_createImage.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          let input = try gesture_recognizer_ios_fromUIImage.run(image: image)
          try show("gesture image", gesture_recognizer_ios_runImage.run(gestureRecognizer: task, image: input))
          let second = try gesture_recognizer_ios_fromPixelBuffer.run(pixelBuffer: pixelBuffer(of: image))
          try show("gesture buffer", gesture_recognizer_ios_runImage.run(gestureRecognizer: task, image: second))
          let third = try gesture_recognizer_ios_fromSampleBuffer.run(sampleBuffer: sampleBuffer(of: image))
          try show("gesture sample", gesture_recognizer_ios_runImage.run(gestureRecognizer: task, image: third))
          let film = try gesture_recognizer_ios_createVideo.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          for time in [0, 40, 80] {
            let result = try gesture_recognizer_ios_runVideo.run(gestureRecognizer: film, image: input, timestamp: time)
            try show("gesture video \(time)", result)
          }
          let (live, processor) = try gesture_recognizer_ios_createLive.run(
            minHandDetectionConfidence: 0.5, minHandPresenceConfidence: 0.5, minHandTrackingConfidence: 0.5, numHands: 2)
          for time in [0, 40, 80] { try gesture_recognizer_ios_runLive.run(gestureRecognizer: live, image: input, timestamp: time) }
          withExtendedLifetime(processor) {}
        }

        static func face(_ image: UIImage) throws {
          let task = try face_landmarker_ios_createImage.run(
            minFaceDetectionConfidence: 0.5, minFacePresenceConfidence: 0.5, minTrackingConfidence: 0.5, numFaces: 3)
          let input = try face_landmarker_ios_fromUIImage.run(image: image)
          try show("face image", face_landmarker_ios_runImage.run(faceLandmarker: task, image: input))
          let second = try face_landmarker_ios_fromPixelBuffer.run(pixelBuffer: pixelBuffer(of: image))
          try show("face buffer", face_landmarker_ios_runImage.run(faceLandmarker: task, image: second))
          let third = try face_landmarker_ios_fromSampleBuffer.run(sampleBuffer: sampleBuffer(of: image))
          try show("face sample", face_landmarker_ios_runImage.run(faceLandmarker: task, image: third))
          let film = try face_landmarker_ios_createVideo.run(
            minFaceDetectionConfidence: 0.5, minFacePresenceConfidence: 0.5, minTrackingConfidence: 0.5, numFaces: 3)
          for time in [0, 40, 80] {
            try show("face video \(time)", face_landmarker_ios_runVideo.run(faceLandmarker: film, image: input, timestamp: time))
          }
          let (live, processor) = try face_landmarker_ios_createLive.run(
            minFaceDetectionConfidence: 0.5, minFacePresenceConfidence: 0.5, minTrackingConfidence: 0.5, numFaces: 3)
          for time in [0, 40, 80] { try face_landmarker_ios_runLive.run(faceLandmarker: live, image: input, timestamp: time) }
          withExtendedLifetime(processor) {}
        }

        static func pose(_ image: UIImage) async throws {
          let still = mlkit_pose_detection_ios_detector.run(options: mlkit_pose_detection_ios_options_accurate.run())
          let input = mlkit_pose_detection_ios_visionImageFromUIImage.run(image: image)
          var found: [Pose] = []
          mlkit_pose_detection_ios_results.run(poseDetector: still, image: input, found: &found)
          try show("pose image", found)
          mlkit_pose_detection_ios_loop.run(detectedPoses: found)

          let stream = mlkit_pose_detection_ios_detector.run(options: mlkit_pose_detection_ios_options_base.run())
          UIDevice.current.orientation = .landscapeLeft
          let frame = try mlkit_pose_detection_ios_visionImageFromBuffer.run(
            sampleBuffer: sampleBuffer(of: image), cameraPosition: .back)
          found = []
          mlkit_pose_detection_ios_results.run(poseDetector: stream, image: frame, found: &found)
          try show("pose stream", found)
          mlkit_pose_detection_ios_process.run(poseDetector: still, image: input)
          // Behind the block's own picture in the same queue: when this one is answered, that one was, too.
          try show("pose async", try await still.process(input))
          // The main queue's thread is not always the main thread on Linux: it is known by a mark.
          let mark = DispatchSpecificKey<Bool>()
          DispatchQueue.main.setSpecific(key: mark, value: true)
          let (count, isMain) = try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<(Int, Bool), any Error>) in
            still.process(input) { poses, error in
              let isMain = DispatchQueue.getSpecific(key: mark) == true
              if let error { continuation.resume(throwing: error) } else { continuation.resume(returning: (poses!.count, isMain)) }
            }
          }
          try show(Answer(name: "pose callback", points: [], labels: [["\(count)", "\(isMain)"]]))
        }
      }

      """#)
}
