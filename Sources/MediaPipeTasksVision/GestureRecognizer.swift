public import Foundation
import Landmarks
import VisionBase

/// Finds hands and names their gestures.
///
/// Which of the three ways of calling works is told by the options' running mode. May be used from any thread; calls of image
/// and video mode wait for each other. Releasing the object ends it.
open class GestureRecognizer: NSObject {
  private let task: VisionTask<Landmarks.GestureRecognizerResult>

  /// Makes a task for single pictures with default options.
  ///
  /// - Parameter modelPath: A `gesture_recognizer.task` bundle.
  /// - Throws: As ``init(options:)``.
  public convenience init(modelPath: String) throws {
    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Options are read now: later changes of the object have no effect. The delegate is held weakly.
  ///
  /// - Throws: An `NSError` with code 3 for a delegate outside live stream mode or none in it, an empty model path, an option
  ///   out of range or a broken model; 5 for a missing file; 12 for a model that needs what is not known here.
  public init(options: GestureRecognizerOptions) throws {
    let delegate = options.gestureRecognizerLiveStreamDelegate
    typealias Core = VisionTask<Landmarks.GestureRecognizerResult>
    try Core.check(options.baseOptions, options.runningMode, hasDelegate: delegate != nil)
    let native = try Core.open(options.baseOptions) { (model) throws(LandmarkError) in
      try Landmarks.GestureRecognizer(model: model, options: options.native)
    }
    let receiver = LiveReceiver<GestureRecognizer>()
    task = VisionTask(
      name: "gestureRecognizer", mode: options.runningMode,
      calls: .init(
        single: { (image, processing) throws(LandmarkError) in try native.recognize(image, processing) },
        next: { (image, time, processing) throws(LandmarkError) in
          try native.recognize(videoFrame: image, timestampInMilliseconds: time, processing)
        }),
      isWanted: { receiver.isThere },
      receive: { outcome, time in
        receiver.withBoth(as: (any GestureRecognizerLiveStreamDelegate).self) { task, delegate in
          switch outcome {
          case .success(let result):
            delegate.gestureRecognizer(
              task, didFinishGestureRecognition: GestureRecognizerResult(result, timestampInMilliseconds: time),
              timestampInMilliseconds: time,
              error: nil)
          case .failure(let error):
            delegate.gestureRecognizer(
              task, didFinishGestureRecognition: nil, timestampInMilliseconds: LiveError.timestampInMilliseconds, error: error)
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
  open func recognize(image: MPImage) throws -> GestureRecognizerResult {
    let (result, time) = try task.image(image)
    return GestureRecognizerResult(result, timestampInMilliseconds: time)
  }

  /// Finds the hands in the next frame of a film. Video mode only; returns when the result is there.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame.
  ///   - timestampInMilliseconds: Its time, larger than that of the frame before.
  /// - Returns: As ``recognize(image:)``; hands are followed from frame to frame.
  /// - Throws: An `NSError` with code 3 in another mode, for a picture that cannot be used, or a time that is not larger.
  open func recognize(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> GestureRecognizerResult {
    GestureRecognizerResult(try task.video(videoFrame, timestampInMilliseconds), timestampInMilliseconds: timestampInMilliseconds)
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
  open func recognizeAsync(image: MPImage, timestampInMilliseconds: Int) throws {
    try task.liveStream(image, timestampInMilliseconds)
  }

  /// Label of the queue that the delegate is called on; `nil` outside live stream mode.
  package var callbackQueueLabel: String? { task.callbackQueueLabel }
}

/// Receives the results of a ``GestureRecognizer`` in live stream mode.
///
/// One of the two methods is enough: the first is the original's, the second is spelled as in its guide. Without either,
/// results are dropped.
public protocol GestureRecognizerLiveStreamDelegate: NSObjectProtocol {
  /// Called for each frame that was computed, on a serial queue of the task, in order of time. If it is not implemented, the
  /// other spelling is called.
  ///
  /// - Parameters:
  ///   - gestureRecognizer: The task.
  ///   - result: What was found; `nil` after an error.
  ///   - timestampInMilliseconds: Time of the frame; `Int64.min` after an error.
  ///   - error: What went wrong, if anything did.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?)

  /// The other spelling of the same; called only if the first is not implemented.
  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}

extension GestureRecognizerLiveStreamDelegate {
  /// Hands the result on to the other spelling: the method is optional.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    self.gestureRecognizer(
      gestureRecognizer, didFinishRecognition: result, timestampInMilliseconds: timestampInMilliseconds, error: error)
  }

  /// Drops the result: the method is optional.
  public func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {}
}
