import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

private final class Receiver: NSObject, HandLandmarkerLiveStreamDelegate {}

private let delegateNotAllowed =
  "The vision task is in image or video mode. The delegate must not be set in the task's options."
private let delegateNeeded =
  "The vision task is in live stream mode. An object must be set as the delegate of the task in its options to ensure "
  + "asynchronous delivery of results."

struct ErrorTests {
  private static func handOptions(_ mode: RunningMode, delegate: (any HandLandmarkerLiveStreamDelegate)? = nil) throws
    -> HandLandmarkerOptions
  {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try modelPath("hand_landmarker")
    options.runningMode = mode
    options.handLandmarkerLiveStreamDelegate = delegate
    return options
  }

  @Test(arguments: [RunningMode.image, .video])
  func aDelegateIsRefusedOutsideLiveMode(mode: RunningMode) throws {
    // The path is empty: this check comes before the model is looked at.
    let receiver = Receiver()
    let options = HandLandmarkerOptions()
    options.runningMode = mode
    options.handLandmarkerLiveStreamDelegate = receiver
    try expectError(.invalidArgumentError, delegateNotAllowed) { _ = try HandLandmarker(options: options) }
  }

  @Test func aDelegateIsNeededInLiveMode() throws {
    let hand = HandLandmarkerOptions()
    hand.runningMode = .liveStream
    try expectError(.invalidArgumentError, delegateNeeded) { _ = try HandLandmarker(options: hand) }
    let gesture = GestureRecognizerOptions()
    gesture.runningMode = .liveStream
    try expectError(.invalidArgumentError, delegateNeeded) { _ = try GestureRecognizer(options: gesture) }
    let face = FaceLandmarkerOptions()
    face.runningMode = .liveStream
    try expectError(.invalidArgumentError, delegateNeeded) { _ = try FaceLandmarker(options: face) }
    let pose = PoseLandmarkerOptions()
    pose.runningMode = .liveStream
    try expectError(.invalidArgumentError, delegateNeeded) { _ = try PoseLandmarker(options: pose) }
  }

  @Test func anEmptyModelPathIsAnInvalidArgument() throws {
    let text =
      "INVALID_ARGUMENT: ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or "
      + "'file_descriptor_meta'."
    try expectError(.invalidArgumentError, text) { _ = try HandLandmarker(options: HandLandmarkerOptions()) }
    try expectError(.invalidArgumentError, text) { _ = try GestureRecognizer(modelPath: "") }
    try expectError(.invalidArgumentError, text) { _ = try FaceLandmarker(modelPath: "") }
    try expectError(.invalidArgumentError, text) { _ = try PoseLandmarker(modelPath: "") }
  }

  @Test func aMissingModelIsNotFound() throws {
    try expectError(.notFoundError, "NOT_FOUND: Unable to open file at /nowhere/hand.task") {
      _ = try HandLandmarker(modelPath: "/nowhere/hand.task")
    }
  }

  @Test func aBrokenModelIsAnInvalidArgument() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("broken-\(UUID().uuidString).task")
    try Data("no model".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let error = try thrownError { _ = try PoseLandmarker(modelPath: file.path) }
    #expect(error.code == 3 && error.localizedDescription.hasPrefix("INVALID_ARGUMENT: "))
  }

  @Test(.enabled(if: hasModels, needsModels))
  func optionsOutOfRangeAreInvalidArguments() throws {
    let none = try Self.handOptions(.image)
    none.numHands = 0
    let noneError = try thrownError { _ = try HandLandmarker(options: none) }
    #expect(noneError.code == 3 && noneError.localizedDescription.hasPrefix("INVALID_ARGUMENT: numHands is 0"))
    let high = try Self.handOptions(.image)
    high.minTrackingConfidence = 1.5
    #expect(try thrownError { _ = try HandLandmarker(options: high) }.code == 3)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func callsOfAnotherModeAreRefused() throws {
    let receiver = Receiver()
    let picture = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64))
    let names: [(RunningMode, String, String)] = [
      (.image, "image", "Image"), (.video, "video", "Video"), (.liveStream, "live stream", "Live Stream"),
    ]
    for (mode, _, current) in names {
      let task = try HandLandmarker(options: Self.handOptions(mode, delegate: mode == .liveStream ? receiver : nil))
      for (wanted, name, _) in names where wanted != mode {
        try expectError(
          .invalidArgumentError, "The vision task is not initialized with \(name) mode. Current Running Mode: \(current)"
        ) {
          switch wanted {
          case .image: _ = try task.detect(image: picture)
          case .video: _ = try task.detect(videoFrame: picture, timestampInMilliseconds: 0)
          case .liveStream: try task.detectAsync(image: picture, timestampInMilliseconds: 0)
          }
        }
      }
    }
  }

  @Test(.enabled(if: hasModels, needsModels))
  func videoTimesMustGrowAndTheTaskStaysUsable() throws {
    let task = try HandLandmarker(options: Self.handOptions(.video))
    let picture = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64))
    _ = try task.detect(videoFrame: picture, timestampInMilliseconds: 1)
    for time in [1, 0, -5] {
      try expectError(.invalidArgumentError, "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.") {
        _ = try task.detect(videoFrame: picture, timestampInMilliseconds: time)
      }
    }
    #expect(try task.detect(videoFrame: picture, timestampInMilliseconds: 2).timestampInMilliseconds == 2)
  }
}
