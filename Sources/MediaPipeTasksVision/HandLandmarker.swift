public import Foundation
import Landmarks
import VisionBase

/// Finds hands: 21 landmarks of each, the same in metres, and which hand it is.
///
/// Which of the three ways of calling works is told by the options' running mode. May be used from any thread; calls of image
/// and video mode wait for each other. Releasing the object ends it.
open class HandLandmarker: NSObject {
  private let task: VisionTask<Landmarks.HandLandmarkerResult>

  /// Makes a task for single pictures with default options.
  ///
  /// - Parameter modelPath: A `hand_landmarker.task` bundle.
  /// - Throws: As ``init(options:)``.
  public convenience init(modelPath: String) throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Options are read now: later changes of the object have no effect. The delegate is held weakly.
  ///
  /// - Throws: An `NSError` with code 3 for a delegate outside live stream mode or none in it, an empty model path, an option
  ///   out of range or a broken model; 5 for a missing file; 12 for a model that needs what is not known here.
  public init(options: HandLandmarkerOptions) throws {
    let delegate = options.handLandmarkerLiveStreamDelegate
    typealias Core = VisionTask<Landmarks.HandLandmarkerResult>
    try Core.check(options.baseOptions, options.runningMode, hasDelegate: delegate != nil)
    let native = try Core.open(options.baseOptions) { (model) throws(LandmarkError) in
      try Landmarks.HandLandmarker(model: model, options: options.native)
    }
    let receiver = LiveReceiver<HandLandmarker>()
    task = VisionTask(
      name: "handLandmarker", mode: options.runningMode,
      calls: .init(
        single: { (image, processing) throws(LandmarkError) in try native.detect(image, processing) },
        next: { (image, time, processing) throws(LandmarkError) in
          try native.detect(videoFrame: image, timestampInMilliseconds: time, processing)
        }),
      isWanted: { receiver.isThere },
      receive: { outcome, time in
        receiver.withBoth(as: (any HandLandmarkerLiveStreamDelegate).self) { task, delegate in
          switch outcome {
          case .success(let result):
            delegate.handLandmarker(
              task, didFinishDetection: HandLandmarkerResult(result, timestampInMilliseconds: time),
              timestampInMilliseconds: time,
              error: nil)
          case .failure(let error):
            delegate.handLandmarker(
              task, didFinishDetection: nil, timestampInMilliseconds: LiveError.timestampInMilliseconds, error: error)
          }
        }
      })
    super.init()
    receiver.attach(task: self, delegate: delegate)
  }

  /// Finds the hands in a picture. Image mode only; returns when the result is there.
  ///
  /// - Returns: At most `numHands` hands; empty arrays if there are none. Coordinates refer to the picture as stored.
  /// - Throws: An `NSError` with code 3 in another mode or for a picture that cannot be used.
  open func detect(image: MPImage) throws -> HandLandmarkerResult {
    let (result, time) = try task.image(image)
    return HandLandmarkerResult(result, timestampInMilliseconds: time)
  }

  /// Finds the hands in the next frame of a film. Video mode only; returns when the result is there.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame.
  ///   - timestampInMilliseconds: Its time, larger than that of the frame before.
  /// - Returns: As ``detect(image:)``; hands are followed from frame to frame.
  /// - Throws: An `NSError` with code 3 in another mode, for a picture that cannot be used, or a time that is not larger.
  open func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> HandLandmarkerResult {
    HandLandmarkerResult(try task.video(videoFrame, timestampInMilliseconds), timestampInMilliseconds: timestampInMilliseconds)
  }

  /// Hands over a frame of a camera. Live stream mode only; returns at once, the result goes to the delegate.
  ///
  /// One frame is in work and one may wait; a newer frame takes the place of the waiting one, which then has no result. The
  /// picture is copied: its buffer may be used again afterwards.
  ///
  /// - Parameters:
  ///   - image: The frame.
  ///   - timestampInMilliseconds: Its time, larger than that of the frame before.
  /// - Throws: An `NSError` with code 3 in another mode, for a picture that cannot be used, or a time that is not larger.
  open func detectAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try task.liveStream(image, timestampInMilliseconds)
  }

  /// Label of the queue that the delegate is called on; `nil` outside live stream mode.
  package var callbackQueueLabel: String? { task.callbackQueueLabel }
}

/// Receives the results of a ``HandLandmarker`` in live stream mode.
public protocol HandLandmarkerLiveStreamDelegate: NSObjectProtocol {
  /// Called for each frame that was computed, on a serial queue of the task, in order of time. Without an implementation
  /// results are dropped.
  ///
  /// - Parameters:
  ///   - handLandmarker: The task.
  ///   - result: What was found; `nil` after an error.
  ///   - timestampInMilliseconds: Time of the frame; `Int64.min` after an error.
  ///   - error: What went wrong, if anything did.
  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension HandLandmarkerLiveStreamDelegate {
  /// Drops the result: the method is optional.
  public func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {}
}
