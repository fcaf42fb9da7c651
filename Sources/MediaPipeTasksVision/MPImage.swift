public import Foundation

/// What an ``MPImage`` was made from; an open set of numbers, as in MediaPipe.
public struct MPImageSourceType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes a type from any number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A `UIImage`.
  public static let image = MPImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MPImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MPImageSourceType(rawValue: 2)
}

/// A picture for a vision task, with the orientation it is to be looked at in.
///
/// It keeps the object it was made from and reads its pixels when a task is called; nobody may change them meanwhile. Results
/// refer to the pixels as stored, whatever the orientation. A buffer must be of `kCVPixelFormatType_32BGRA`, and mirrored
/// orientations are refused; both is checked by the task's call, which then throws with code 3.
open class MPImage: NSObject {
  /// Width in pixels: of a `UIImage` after turning by its own orientation, of a buffer as stored.
  public let width: CGFloat
  /// Height in pixels: of a `UIImage` after turning by its own orientation, of a buffer as stored.
  public let height: CGFloat
  /// How the stored pixels must be turned to stand upright.
  public let orientation: UIImage.Orientation
  /// Which of ``image``, ``pixelBuffer`` and ``sampleBuffer`` is there.
  public let imageSourceType: MPImageSourceType
  /// The `UIImage` it was made from, else `nil`.
  public let image: UIImage?
  /// The pixel buffer it was made from, else `nil`.
  public let pixelBuffer: CVPixelBuffer?
  /// The sample buffer it was made from, else `nil`.
  public let sampleBuffer: CMSampleBuffer?

  /// Wraps a `UIImage` in its own orientation.
  ///
  /// - Throws: An `NSError` with code 3 if it has no `cgImage`.
  public convenience init(uiImage: UIImage) throws {
    try self.init(uiImage: uiImage, orientation: uiImage.imageOrientation)
  }

  /// Wraps a `UIImage` in an orientation that takes the place of its own.
  ///
  /// - Throws: An `NSError` with code 3 if it has no `cgImage`.
  public init(uiImage: UIImage, orientation: UIImage.Orientation) throws {
    guard uiImage.cgImage != nil else { throw TaskFailure.imageWithoutCGImage }
    width = uiImage.size.width * uiImage.scale
    height = uiImage.size.height * uiImage.scale
    self.orientation = orientation
    imageSourceType = .image
    image = uiImage
    pixelBuffer = nil
    sampleBuffer = nil
    super.init()
  }

  /// Wraps a pixel buffer that stands upright.
  ///
  /// - Throws: Nothing at present; the format is checked when the picture is used.
  public convenience init(pixelBuffer: CVPixelBuffer) throws { try self.init(pixelBuffer: pixelBuffer, orientation: .up) }

  /// Wraps a pixel buffer.
  ///
  /// - Throws: Nothing at present; the format is checked when the picture is used.
  public init(pixelBuffer: CVPixelBuffer, orientation: UIImage.Orientation) throws {
    width = CGFloat(CVPixelBufferGetWidth(pixelBuffer))
    height = CGFloat(CVPixelBufferGetHeight(pixelBuffer))
    self.orientation = orientation
    imageSourceType = .pixelBuffer
    image = nil
    self.pixelBuffer = pixelBuffer
    sampleBuffer = nil
    super.init()
  }

  /// Wraps a camera's sample that stands upright.
  ///
  /// - Throws: An `NSError` with code 3 if the sample is not valid or holds no picture.
  public convenience init(sampleBuffer: CMSampleBuffer) throws { try self.init(sampleBuffer: sampleBuffer, orientation: .up) }

  /// Wraps a camera's sample.
  ///
  /// - Throws: An `NSError` with code 3 if the sample is not valid or holds no picture.
  public init(sampleBuffer: CMSampleBuffer, orientation: UIImage.Orientation) throws {
    guard CMSampleBufferIsValid(sampleBuffer) else { throw TaskFailure.invalidSampleBuffer }
    guard let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { throw TaskFailure.sampleBufferWithoutImage }
    width = CGFloat(CVPixelBufferGetWidth(buffer))
    height = CGFloat(CVPixelBufferGetHeight(buffer))
    self.orientation = orientation
    imageSourceType = .sampleBuffer
    image = nil
    pixelBuffer = nil
    self.sampleBuffer = sampleBuffer
    super.init()
  }
}
