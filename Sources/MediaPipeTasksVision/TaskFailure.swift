import Foundation
import VisionBase

/// The one place where errors get their domain, code and text.
enum TaskFailure {
  static let domain = "com.google.mediapipe.tasks"

  static func error(_ code: TasksErrorCode, _ text: String) -> NSError {
    NSError(domain: domain, code: Int(code.rawValue), userInfo: [NSLocalizedDescriptionKey: text])
  }

  /// An error that the original's iOS layer raises itself: the text stands alone.
  static func invalidArgument(_ text: String) -> NSError { error(.invalidArgumentError, text) }

  /// An error that the original's core raises: the name of the status stands before the text.
  static func core(_ code: TasksErrorCode, _ text: String) -> NSError { error(code, "\(statusName(code)): \(text)") }

  /// The error that stands for a native one.
  static func error(_ native: LandmarkError) -> NSError {
    switch native.code {
    case .timestampNotIncreasing: timestampNotIncreasing
    case .invalidArgument, .invalidModel, .invalidImage, .unsupportedImage: core(.invalidArgumentError, native.description)
    case .fileNotFound: core(.notFoundError, native.description)
    case .unsupportedModel: core(.unimplementedError, native.description)
    case .closed: core(.failedPreconditionError, native.description)
    case .internalFailure, .outputFailed: core(.internalError, native.description)
    default: core(.unknownError, native.description)
    }
  }

  /// Runs `body` and translates what it throws.
  static func translated<Value>(_ body: () throws(LandmarkError) -> Value) throws -> Value {
    do { return try body() } catch { throw Self.error(error) }
  }

  private static func statusName(_ code: TasksErrorCode) -> String {
    switch code {
    case .invalidArgumentError: "INVALID_ARGUMENT"
    case .notFoundError: "NOT_FOUND"
    case .failedPreconditionError: "FAILED_PRECONDITION"
    case .unimplementedError: "UNIMPLEMENTED"
    case .internalError: "INTERNAL"
    default: "UNKNOWN"
    }
  }
}

// The texts that callers of the original see. Source: MediaPipe's iOS layer, `api.md` sections A.2, A.3 and A.9.
extension TaskFailure {
  static var timestampNotIncreasing: NSError {
    core(.invalidArgumentError, "Input timestamp must be monotonically increasing.")
  }

  static var emptyModelPath: NSError {
    core(
      .invalidArgumentError,
      "ExternalFile must specify at least one of 'file_content', 'file_name', 'file_pointer_meta' or 'file_descriptor_meta'.")
  }

  static func modelNotFound(path: String) -> NSError { core(.notFoundError, "Unable to open file at \(path)") }

  static var delegateInImageOrVideoMode: NSError {
    invalidArgument("The vision task is in image or video mode. The delegate must not be set in the task's options.")
  }

  static var noDelegateInLiveStreamMode: NSError {
    invalidArgument(
      "The vision task is in live stream mode. An object must be set as the delegate of the task in its options to ensure "
        + "asynchronous delivery of results.")
  }

  static func notInitialized(with wanted: RunningMode, current: RunningMode) -> NSError {
    let name =
      switch wanted {
      case .image: "image"
      case .video: "video"
      case .liveStream: "live stream"
      }
    let currentName = MPPRunningModeDisplayName(current) ?? ""
    return invalidArgument("The vision task is not initialized with \(name) mode. Current Running Mode: \(currentName)")
  }

  static var mirroredOrientation: NSError {
    invalidArgument(
      "Unsupported UIImageOrientation. `imageOrientation` cannot be equal to any of the mirrored orientations "
        + "(`UIImageOrientationUpMirrored`,`UIImageOrientationDownMirrored`,`UIImageOrientationLeftMirrored`,"
        + "`UIImageOrientationRightMirrored`)")
  }

  static var imageWithoutCGImage: NSError {
    invalidArgument("Image does not have a valid underlying CGImage. image.CGImage must be non nil.")
  }

  static var invalidSampleBuffer: NSError {
    invalidArgument("Sample buffer is not valid. Invoking CMSampleBufferIsValid(sampleBuffer) must return true.")
  }

  /// The original returns no object and no error here, which Swift callers see as an error without any text.
  static var sampleBufferWithoutImage: NSError {
    invalidArgument("Sample buffer does not hold an image. CMSampleBufferGetImageBuffer(sampleBuffer) must be non nil.")
  }

  static var unsupportedPixelFormat: NSError {
    invalidArgument(
      "Unsupported pixel format for CVPixelBuffer. Expected kCVPixelFormatType_32BGRA or "
        + "kCVPixelFormatType_OneComponent32Float")
  }

  /// The original accepts such a buffer and has no use for it in these tasks.
  static var maskAsPicture: NSError {
    core(
      .invalidArgumentError,
      "A CVPixelBuffer of kCVPixelFormatType_OneComponent32Float holds a mask; these tasks look at kCVPixelFormatType_32BGRA.")
  }
}
