import Foundation
import Landmarks
import VisionBase

/// What the four tasks share: checks of the running mode, the clock of image mode, and the way of a picture to the native
/// task and of its result back.
final class VisionTask<Output: Sendable>: Sendable {
  typealias Single = @Sendable (Image, ImageProcessingOptions) throws(LandmarkError) -> Output
  /// The native task's answer is `nil` only for dropped frames, which the strict policy used here does not have.
  typealias Next = @Sendable (Image, Int, ImageProcessingOptions) throws(LandmarkError) -> Output?

  /// The native task's two calls.
  struct Calls: Sendable {
    let single: Single
    let next: Next
  }

  private let mode: RunningMode
  private let calls: Calls
  private let live: LiveStream<Output>?
  /// Time of the next picture in image mode.
  private let imageClock = Guarded(0)

  /// - Parameters:
  ///   - name: Name of the task with a small first letter.
  ///   - receiver: Whether somebody is left to receive live results.
  ///   - receive: Takes a live result with its time.
  init(
    name: String, mode: RunningMode, calls: Calls, isWanted: @escaping @Sendable () -> Bool,
    receive: @escaping @Sendable (Result<Output, any Error>, Int) -> Void
  ) {
    self.mode = mode
    self.calls = calls
    live =
      mode != .liveStream
      ? nil
      : LiveStream(
        taskName: name,
        process: { frame in try Self.next(calls, frame.image, frame.timestampInMilliseconds, frame.processing) },
        isWanted: isWanted, receive: receive)
  }

  /// Label of the queue that live results come on; `nil` in other modes.
  var callbackQueueLabel: String? { live?.callbackQueueLabel }

  /// Checks what can be checked before the model is opened.
  static func check(_ baseOptions: BaseOptions, _ mode: RunningMode, hasDelegate: Bool) throws {
    switch mode {
    case .image, .video: if hasDelegate { throw TaskFailure.delegateInImageOrVideoMode }
    case .liveStream: if !hasDelegate { throw TaskFailure.noDelegateInLiveStreamMode }
    }
    let path: String = baseOptions.modelAssetPath
    if path.isEmpty { throw TaskFailure.emptyModelPath }
  }

  /// Opens a native task; a missing file is told in the original's words.
  static func open<Native>(
    _ baseOptions: BaseOptions, _ make: (ModelSource) throws(LandmarkError) -> Native
  ) throws -> Native {
    let path: String = baseOptions.modelAssetPath
    do { return try make(.path(path)) } catch {
      throw error.code == .fileNotFound ? TaskFailure.modelNotFound(path: path) : TaskFailure.error(error)
    }
  }

  /// Image mode: the result and its time.
  func image(_ picture: MPImage) throws -> (Output, timestampInMilliseconds: Int) {
    try check(.image)
    let processing = try picture.processingOptions()
    let image = try picture.nativeImage()
    let output = try TaskFailure.translated { () throws(LandmarkError) in try calls.single(image, processing) }
    let time = imageClock.withLock { clock in
      defer { clock += Self.imageClockStep }
      return clock
    }
    return (output, time)
  }

  /// Video mode.
  func video(_ picture: MPImage, _ timestampInMilliseconds: Int) throws -> Output {
    try check(.video)
    let processing = try picture.processingOptions()
    return try Self.next(calls, try picture.nativeImage(), timestampInMilliseconds, processing)
  }

  /// Live stream mode: returns at once.
  func liveStream(_ picture: MPImage, _ timestampInMilliseconds: Int) throws {
    try check(.liveStream)
    let processing = try picture.processingOptions()
    let image = try picture.nativeImage()
    try live?.submit(.init(image: image, processing: processing, timestampInMilliseconds: timestampInMilliseconds))
  }

  /// The original's own clock in image mode. Source: MediaPipe, `pipelines.md` section 7.3.
  private static var imageClockStep: Int { 1000 }

  private func check(_ wanted: RunningMode) throws {
    if mode != wanted { throw TaskFailure.notInitialized(with: wanted, current: mode) }
  }

  private static func next(
    _ calls: Calls, _ image: Image, _ timestampInMilliseconds: Int, _ processing: ImageProcessingOptions
  ) throws -> Output {
    let output = try TaskFailure.translated { () throws(LandmarkError) in
      try calls.next(image, timestampInMilliseconds, processing)
    }
    guard let output else { throw TaskFailure.timestampNotIncreasing }
    return output
  }
}

/// Time of a live callback that carries an error. Source: MediaPipe, `pipelines.md` section 7.4.
enum LiveError {
  static let timestampInMilliseconds = Int(clamping: Int64.min)
}
