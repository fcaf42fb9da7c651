import AVFoundation
import CoreMedia
import CoreVideo
import Dispatch
import Foundation
import Landmarks

/// The frames of a camera of an iPhone, iPad or Mac, as `HandLandmarker.events(of:)` and its like take them.
final class CameraFrames: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  // Sendable because the session is configured before it starts, and everything else is constant.

  /// Ends when ``stop()`` is called. A live stream takes each frame at once and tells which ones it leaves out, so nothing
  /// piles up here.
  let frames: AsyncStream<StreamFrame>

  private let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "camera")
  private let continuation: AsyncStream<StreamFrame>.Continuation

  /// What can go wrong before the first frame.
  enum Failure: Error {
    case noCamera
    case notAllowed
    case notUsable
  }

  /// Asks for permission and starts the camera. The app's Info.plist needs NSCameraUsageDescription.
  init(_ position: AVCaptureDevice.Position) async throws {
    (frames, continuation) = AsyncStream.makeStream(of: StreamFrame.self, bufferingPolicy: .unbounded)
    super.init()
    guard await AVCaptureDevice.requestAccess(for: .video) else { throw Failure.notAllowed }
    guard let camera = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: position) else {
      throw Failure.noCamera
    }
    try configure(AVCaptureDeviceInput(device: camera))
    // Starting takes a while and must not happen on the main thread.
    queue.async { self.session.startRunning() }
  }

  func stop() {
    queue.async { self.session.stopRunning() }
    continuation.finish()
  }

  private func configure(_ input: AVCaptureDeviceInput) throws {
    let output = AVCaptureVideoDataOutput()
    // As the sensor delivers it: half the bytes of BGRA, and no conversion on the way.
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarFullRange]
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(self, queue: queue)
    session.beginConfiguration()
    defer { session.commitConfiguration() }
    guard session.canAddInput(input), session.canAddOutput(output) else { throw Failure.notUsable }
    session.addInput(input)
    session.addOutput(output)
  }

  func captureOutput(_ output: AVCaptureOutput, didOutput buffer: CMSampleBuffer, from connection: AVCaptureConnection) {
    guard let pixels = CMSampleBufferGetImageBuffer(buffer), let image = try? Image(copyingNV12: pixels) else { return }
    let seconds = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(buffer))
    guard seconds.isFinite else { return }
    continuation.yield(StreamFrame(image: image, timestampInMilliseconds: Int((seconds * 1000).rounded())))
  }
}

extension Image {
  /// A copy: the camera wants its memory back before the frame's turn comes.
  fileprivate init(copyingNV12 buffer: CVPixelBuffer) throws {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    let lumaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 0)
    let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(buffer, 1)
    guard let luma = CVPixelBufferGetBaseAddressOfPlane(buffer, 0), let chroma = CVPixelBufferGetBaseAddressOfPlane(buffer, 1)
    else { throw LandmarkError(.invalidImage, "The camera's frame has no pixels in memory.") }
    var bytes = [UInt8](UnsafeRawBufferPointer(start: luma, count: lumaStride * height))
    bytes += UnsafeRawBufferPointer(start: chroma, count: chromaStride * ((height + 1) / 2))
    try self.init(
      width: width, height: height, format: .nv12FullRange, bytesPerRow: lumaStride, chromaBytesPerRow: chromaStride,
      bytes: bytes)
  }
}
