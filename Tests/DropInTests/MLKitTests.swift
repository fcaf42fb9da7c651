import Dispatch
import Foundation
import MLImage
import MLKit
import TestSupport
import Testing
import UIImageFiles

/// A picture that is none of the package's.
private final class Stranger: NSObject, MLKitCompatibleImage {}

/// The main queue's thread is not always the main thread on Linux: it is known by a mark.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueMark) == true }

private func answers(_ poses: [Pose]) -> [[[Float]]] {
  poses.map { pose in
    pose.landmarks.map { [Float($0.position.x), Float($0.position.y), Float($0.position.z), $0.inFrameLikelihood] }
  }
}

struct MLKitSurfaceTests {
  @Test func optionsAreInStreamModeUnlessTold() {
    #expect(PoseDetectorOptions().detectorMode == .stream)
    #expect(AccuratePoseDetectorOptions().detectorMode == .stream)
    let options: CommonPoseDetectorOptions = AccuratePoseDetectorOptions()
    options.detectorMode = .singleImage
    #expect(options.detectorMode != .stream)
    #expect(PoseDetectorMode(rawValue: 99).rawValue == 99)
  }

  @Test func landmarkTypesHaveTheRealNames() {
    let all: [PoseLandmarkType] = [
      .nose, .leftEyeInner, .leftEye, .leftEyeOuter, .rightEyeInner, .rightEye, .rightEyeOuter, .leftEar, .rightEar, .mouthLeft,
      .mouthRight, .leftShoulder, .rightShoulder, .leftElbow, .rightElbow, .leftWrist, .rightWrist, .leftPinkyFinger,
      .rightPinkyFinger, .leftIndexFinger, .rightIndexFinger, .leftThumb, .rightThumb, .leftHip, .rightHip, .leftKnee,
      .rightKnee, .leftAnkle, .rightAnkle, .leftHeel, .rightHeel, .leftToe, .rightToe,
    ]
    #expect(Set(all).count == 33)
    #expect(all[0].rawValue == "Nose" && all[9].rawValue == "MouthLeft" && all[17].rawValue == "LeftPinkyFinger")
    #expect(all[31].rawValue == "LeftToe")
  }

  @Test func aVisionImageStandsUprightUntilTold() throws {
    let cgImage = try #require(
      CGImage(
        width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
        provider: opaque(Data(count: 8)), decode: nil, shouldInterpolate: false,
        intent: .defaultIntent))
    let image = UIImage(cgImage: cgImage, scale: 1, orientation: .right)
    let vision = VisionImage(image: image)
    #expect(vision.orientation == .up, "the picture's own orientation is not taken over")
    vision.orientation = .leftMirrored
    #expect(vision.orientation == .leftMirrored)

    let ml = try #require(MLImage(image: image))
    #expect(ml.orientation == .right && ml.width == 1 && ml.height == 2)
    #expect(ml.imageSourceType == .image && ml.image === image && ml.pixelBuffer == nil && ml.sampleBuffer == nil)
    #expect(MLImage(image: UIImage()) == nil)
    let pixels = try emptyBuffer(width: 6, height: 4)
    let fromBuffer = try #require(MLImage(pixelBuffer: pixels))
    #expect(fromBuffer.imageSourceType == .pixelBuffer && fromBuffer.width == 6 && fromBuffer.height == 4)
    let sample = try sampleBuffer(pixels)
    #expect(MLImage(sampleBuffer: sample)?.imageSourceType == .sampleBuffer)
    try sample.invalidate()
    #expect(MLImage(sampleBuffer: sample) == nil)
  }

  @Test func theShimsHaveTheNumbersOfApple() {
    #expect(
      [UIImage.Orientation.up, .down, .left, .right, .upMirrored, .downMirrored, .leftMirrored, .rightMirrored].map(\.rawValue)
        == Array(0...7))
    #expect(
      [UIDeviceOrientation.unknown, .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown]
        .map(\.rawValue) == Array(0...6))
    #expect([AVCaptureDevice.Position.unspecified, .back, .front].map(\.rawValue) == [0, 1, 2])
  }
}

@Suite(.serialized, .enabled(if: hasCorpus, needsCorpus)) struct MLKitDetectorTests {
  init() throws {
    // Models are looked up by the environment; tests run in the package's folder, where `Models` is found as well.
    setenv("LANDMARKS_MODELS", try #require(TestFiles.models).path, 1)
  }

  private static func detector(_ mode: PoseDetectorMode) -> PoseDetector {
    let options = PoseDetectorOptions()
    options.detectorMode = mode
    return PoseDetector.poseDetector(options: options)
  }

  @Test func theBaseDetectorGivesTheLiteModelsLandmarksInPixels() throws {
    let image = VisionImage(image: try uiImage("body_pose2.jpg"))
    let poses = try Self.detector(.singleImage).results(in: image)
    let expected = try NativeAnswer.posesInPixels(in: "body_pose2.jpg", exif: 1, model: "pose_landmarker_lite")
    #expect(answers(poses) == expected)
    try #require(poses.count == 1 && poses[0].landmarks.count == 33)
    let ankle = poses[0].landmark(ofType: .leftAnkle)
    #expect(ankle === poses[0].landmarks[27] && (0...400).contains(ankle.position.x) && (0...300).contains(ankle.position.y))
    #expect(poses[0].landmark(ofType: PoseLandmarkType(rawValue: "Tail")).inFrameLikelihood == 0)
  }

  @Test func nobodyMeansAnEmptyList() throws {
    #expect(try Self.detector(.singleImage).results(in: VisionImage(image: uiImage("geo_black.png"))).isEmpty)
  }

  @Test func anMLImageAndEverySourceGiveTheSame() throws {
    let image = try uiImage("body_pose2.jpg")
    let detector = Self.detector(.singleImage)
    let expected = answers(try detector.results(in: VisionImage(image: image)))
    let pixels = try pixelBuffer(of: image)
    let sample = try sampleBuffer(pixels)
    #expect(answers(try detector.results(in: VisionImage(buffer: sample))) == expected)
    #expect(answers(try detector.results(in: #require(MLImage(image: image)))) == expected)
    #expect(answers(try detector.results(in: #require(MLImage(pixelBuffer: pixels)))) == expected)
    #expect(answers(try detector.results(in: #require(MLImage(sampleBuffer: sample)))) == expected)
  }

  @Test func mirroredOrientationsWorkAndCoordinatesStayThoseOfTheStoredPixels() throws {
    let image = VisionImage(image: try uiImage("body_pose2.jpg"))
    image.orientation = .upMirrored
    let poses = try Self.detector(.singleImage).results(in: image)
    let expected = try NativeAnswer.posesInPixels(in: "body_pose2.jpg", exif: 2, model: "pose_landmarker_lite")
    #expect(!poses.isEmpty && answers(poses) == expected)
  }

  @Test func aStreamTakesTheTimesOfItsSamples() throws {
    let image = try uiImage("body_pose2.jpg")
    let pixels = try pixelBuffer(of: image)
    let detector = Self.detector(.stream)
    for (index, seconds) in [0.0, 0.04, 0.04, 0.08, 0.0, 0.04].enumerated() {
      // Equal and falling times are a camera's or a second film's; neither is an error.
      let poses = try detector.results(in: VisionImage(buffer: sampleBuffer(pixels, seconds: seconds)))
      #expect(poses.count == 1, "frame \(index)")
    }
    #expect(try detector.results(in: VisionImage(image: image)).count == 1)
  }

  @Test func aPictureOfAnotherClassIsRefused() async throws {
    let detector = Self.detector(.singleImage)
    #expect(try thrownError { _ = try detector.results(in: Stranger()) }.code == 3)
    #expect(try thrownError { _ = try detector.results(in: VisionImage(image: UIImage())) }.code == 3)
    await #expect(throws: (any Error).self) { _ = try await detector.process(Stranger()) }
  }

  @Test func theAsynchronousFormsGiveTheSame() async throws {
    #expect(!isOnMainQueue)
    let detector = Self.detector(.singleImage)
    let image = VisionImage(image: try uiImage("body_pose2.jpg"))
    let expected = answers(try detector.results(in: image))
    #expect(answers(try await detector.process(image)) == expected)
    let (found, isMain, error) = await withCheckedContinuation { continuation in
      detector.process(image) { (poses: [Pose]?, error: (any Error)?) in
        continuation.resume(returning: (poses.map { answers($0) }, isOnMainQueue, error))
      }
    }
    #expect(found == expected && isMain && error == nil)
    let count = await withCheckedContinuation { continuation in
      detector.process(image) { poses, error in
        guard error == nil else { return }
        continuation.resume(returning: poses.isEmpty ? 0 : 1)
      }
    }
    #expect(count == 1)
    let refused = await withCheckedContinuation { continuation in
      detector.process(Stranger()) { (poses: [Pose]?, error: (any Error)?) in
        continuation.resume(returning: poses == nil && error != nil && isOnMainQueue)
      }
    }
    #expect(refused)
  }
}
