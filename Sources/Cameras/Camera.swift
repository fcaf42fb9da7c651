import CCameras
public import VisionBase

/// Something that delivers frames in real time, one after the other.
public protocol CameraFrameSource: AnyObject {
  /// Waits for the next frame, but not much longer than a tenth of a second.
  ///
  /// - Returns: The frame, or `nil` if there is none yet.
  /// - Throws: `LandmarkError` if there will be no more.
  func nextFrame() throws(LandmarkError) -> CameraFrame?
}

/// A camera of Video4Linux, `/dev/video0` for example. Not for several threads at a time.
public final class Camera: CameraFrameSource {
  /// What to ask the camera for. It takes the nearest that it has.
  public struct Options: Sendable, Hashable {
    /// Size of the frames; `nil`: as the camera is set.
    public var size: ImageSize?
    /// Frames a second; `nil`: as the camera is set.
    public var framesPerSecond: Int?

    /// Makes options; the defaults leave the camera as it is.
    public init(size: ImageSize? = nil, framesPerSecond: Int? = nil) {
      self.size = size
      self.framesPerSecond = framesPerSecond
    }
  }

  /// Size of the frames.
  public let size: ImageSize
  /// Frames a second that the camera promises, `nil` if it does not say.
  public let framesPerSecond: Double?

  private let path: String
  private let handle: OpaquePointer
  private let layout: CameraFrame.Layout
  private var counter = FrameCounter()

  /// Opens the camera and starts it.
  ///
  /// - Throws: `LandmarkError` with `fileNotFound` if the device is missing or may not be opened, `cameraFailed` if it is
  ///   no camera, has no format that is read here (MJPEG, YUYV, NV12), is used by another program, or cannot be started.
  public init(path: String, options: Options = Options()) throws(LandmarkError) {
    guard !path.utf8.contains(0) else { throw LandmarkError(.fileNotFound, "A path cannot contain a zero byte.") }
    var info = lmc_info()
    var report = lmc_report()
    var handle: OpaquePointer?
    let status = lmc_open(
      path, Int32(clamping: options.size?.width ?? 0), Int32(clamping: options.size?.height ?? 0),
      Int32(clamping: options.framesPerSecond ?? 0), &handle, &info, &report)
    guard status == LMC_OK, let handle else { throw Self.failure(status, report, path: path) }
    self.path = path
    self.handle = handle
    size = ImageSize(width: Int(info.width), height: Int(info.height))
    framesPerSecond = info.frames_per_second > 0 ? info.frames_per_second : nil
    layout =
      switch info.format {
      case LMC_YUYV: .yuyv(bytesPerRow: Int(info.bytes_per_line), isFullRange: info.is_full_range)
      case LMC_NV12: .nv12(bytesPerRow: Int(info.bytes_per_line), isFullRange: info.is_full_range)
      default: .jpeg
      }
  }

  deinit { lmc_close(handle) }

  /// Waits up to a tenth of a second for the next frame. A frame that the driver marks as damaged is left out; its number
  /// is missing.
  public func nextFrame() throws(LandmarkError) -> CameraFrame? {
    var frame = lmc_frame()
    var report = lmc_report()
    var status = lmc_next(handle, 100, &frame, &report)
    if status == LMC_TIMEOUT { return nil }
    guard status == LMC_OK else { throw Self.failure(status, report, path: path) }
    let (index, timestamp) = counter.next(sequence: frame.sequence, microseconds: frame.microseconds)
    // Copied, so that the driver gets its memory back before anybody works on the frame.
    let bytes = frame.is_damaged ? [] : [UInt8](UnsafeBufferPointer(start: frame.bytes, count: frame.count))
    status = lmc_release(handle, &report)
    guard status == LMC_OK else { throw Self.failure(status, report, path: path) }
    guard !bytes.isEmpty else { return nil }
    return CameraFrame(index: index, timestampInMilliseconds: timestamp, size: size, layout: layout, bytes: bytes)
  }

  private static func failure(_ status: lmc_status, _ report: lmc_report, path: String) -> LandmarkError {
    let message = withUnsafeBytes(of: report.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return switch status {
    case LMC_NOT_FOUND:
      LandmarkError(
        .fileNotFound, "\(path): \(message)", remedy: "Check the path; membership of the group video may be needed.")
    case LMC_BUSY: LandmarkError(.cameraFailed, "\(path): \(message)", remedy: "End the other program.")
    default: LandmarkError(.cameraFailed, "\(path): \(message)")
    }
  }
}

/// Numbers and times of frames, counted from the first one, whatever the driver's counters do.
package struct FrameCounter: Sendable {
  private var last: (sequence: UInt32, microseconds: Int64)?
  private var index = 0
  private var elapsed: Int64 = 0

  package init() {}

  /// - Parameters:
  ///   - sequence: The driver's count, which may wrap; some drivers leave it at 0.
  ///   - microseconds: The driver's clock; one that runs back stands still here.
  package mutating func next(sequence: UInt32, microseconds: Int64) -> (index: Int, timestampInMilliseconds: Int) {
    if let last {
      let step = sequence &- last.sequence
      // A gap of more than a thousand frames is no loss but a counter that began anew.
      index += (1...1000).contains(step) ? Int(step) : 1
      let (difference, overflow) = microseconds.subtractingReportingOverflow(last.microseconds)
      // More than a day between two frames is a clock that was set.
      if !overflow, (0...86_400_000_000).contains(difference) { elapsed += difference }
    }
    last = (sequence, microseconds)
    return (index, Int((elapsed + 500) / 1000))
  }
}
