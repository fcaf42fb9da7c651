public import Foundation
import Landmarks
import VisionBase

/// Finds faces: 478 landmarks of each, and if asked for 52 blendshapes and a 4 × 4 matrix.
///
/// Which of the three ways of calling works is told by the options' running mode. May be used from any thread; calls of image
/// and video mode wait for each other. Releasing the object ends it.
open class FaceLandmarker: NSObject {
  private let task: VisionTask<Landmarks.FaceLandmarkerResult>

  /// Makes a task for single pictures with default options.
  ///
  /// - Parameter modelPath: A `face_landmarker.task` bundle.
  /// - Throws: As ``init(options:)``.
  public convenience init(modelPath: String) throws {
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = modelPath
    try self.init(options: options)
  }

  /// Makes a task. Options are read now: later changes of the object have no effect. The delegate is held weakly.
  ///
  /// - Throws: An `NSError` with code 3 for a delegate outside live stream mode or none in it, an empty model path, an option
  ///   out of range or a broken model, or blendshapes asked of a
  ///   bundle without them; 5 for a missing file; 12 for a model that needs what is not known here.
  public init(options: FaceLandmarkerOptions) throws {
    let delegate = options.faceLandmarkerLiveStreamDelegate
    typealias Core = VisionTask<Landmarks.FaceLandmarkerResult>
    try Core.check(options.baseOptions, options.runningMode, hasDelegate: delegate != nil)
    let native = try Core.open(options.baseOptions) { (model) throws(LandmarkError) in
      try Landmarks.FaceLandmarker(model: model, options: options.native)
    }
    let receiver = LiveReceiver<FaceLandmarker>()
    task = VisionTask(
      name: "faceLandmarker", mode: options.runningMode,
      calls: .init(
        single: { (image, processing) throws(LandmarkError) in try native.detect(image, processing) },
        next: { (image, time, processing) throws(LandmarkError) in
          try native.detect(videoFrame: image, timestampInMilliseconds: time, processing)
        }),
      isWanted: { receiver.isThere },
      receive: { outcome, time in
        receiver.withBoth(as: (any FaceLandmarkerLiveStreamDelegate).self) { task, delegate in
          switch outcome {
          case .success(let result):
            delegate.faceLandmarker(
              task, didFinishDetection: FaceLandmarkerResult(result, timestampInMilliseconds: time),
              timestampInMilliseconds: time,
              error: nil)
          case .failure(let error):
            delegate.faceLandmarker(
              task, didFinishDetection: nil, timestampInMilliseconds: LiveError.timestampInMilliseconds, error: error)
          }
        }
      })
    super.init()
    receiver.attach(task: self, delegate: delegate)
  }

  /// Finds the faces in a picture. Image mode only; returns when the result is there.
  ///
  /// - Returns: At most `numFaces` faces; empty arrays if there are none. Coordinates refer to the picture as stored.
  /// - Throws: An `NSError` with code 3 in another mode or for a picture that cannot be used.
  open func detect(image: MPImage) throws -> FaceLandmarkerResult {
    let (result, time) = try task.image(image)
    return FaceLandmarkerResult(result, timestampInMilliseconds: time)
  }

  /// Finds the faces in the next frame of a film. Video mode only; returns when the result is there.
  ///
  /// - Parameters:
  ///   - videoFrame: The frame.
  ///   - timestampInMilliseconds: Its time, larger than that of the frame before.
  /// - Returns: As ``detect(image:)``; faces are followed from frame to frame.
  /// - Throws: An `NSError` with code 3 in another mode, for a picture that cannot be used, or a time that is not larger.
  open func detect(videoFrame: MPImage, timestampInMilliseconds: Int) throws -> FaceLandmarkerResult {
    FaceLandmarkerResult(try task.video(videoFrame, timestampInMilliseconds), timestampInMilliseconds: timestampInMilliseconds)
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

/// Receives the results of a ``FaceLandmarker`` in live stream mode.
public protocol FaceLandmarkerLiveStreamDelegate: NSObjectProtocol {
  /// Called for each frame that was computed, on a serial queue of the task, in order of time.
  ///
  /// - Parameters:
  ///   - faceLandmarker: The task.
  ///   - result: What was found; `nil` after an error.
  ///   - timestampInMilliseconds: Time of the frame; `Int64.min` after an error.
  ///   - error: What went wrong, if anything did.
  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?)
}
