import AppleImages
public import Foundation
@_exported public import MLKitVision
package import VisionBase

/// What an ``MLImage`` was made from; an open set of numbers.
public struct MLImageSourceType: RawRepresentable, Hashable, Sendable {
  /// The number.
  public let rawValue: Int

  /// Makes a type from any number.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A `UIImage`.
  public static let image = MLImageSourceType(rawValue: 0)
  /// A `CVPixelBuffer`.
  public static let pixelBuffer = MLImageSourceType(rawValue: 1)
  /// A `CMSampleBuffer`.
  public static let sampleBuffer = MLImageSourceType(rawValue: 2)
}

/// A picture with the orientation it is to be looked at in. It keeps the object it was made from; nobody may change the pixels
/// while a detector reads them.
open class MLImage: NSObject, MLKitCompatibleImage {
  /// Width in pixels: of a `UIImage` after turning by its own orientation, of a buffer as stored.
  public let width: CGFloat
  /// Height in pixels: of a `UIImage` after turning by its own orientation, of a buffer as stored.
  public let height: CGFloat
  /// How the stored pixels must be turned to stand upright: the `UIImage`'s own, else `.up`, until somebody sets it.
  open var orientation: UIImage.Orientation
  /// Which of ``image``, ``pixelBuffer`` and ``sampleBuffer`` is there.
  public let imageSourceType: MLImageSourceType
  /// The `UIImage` it was made from, else `nil`.
  public let image: UIImage?
  /// The pixel buffer it was made from, else `nil`.
  public let pixelBuffer: CVPixelBuffer?
  /// The sample buffer it was made from, else `nil`.
  public let sampleBuffer: CMSampleBuffer?

  /// Wraps a `UIImage`; `nil` if it has no `cgImage`.
  public init?(image: UIImage) {
    guard image.cgImage != nil else { return nil }
    width = image.size.width * image.scale
    height = image.size.height * image.scale
    orientation = image.imageOrientation
    imageSourceType = .image
    self.image = image
    pixelBuffer = nil
    sampleBuffer = nil
    super.init()
  }

  /// Wraps a pixel buffer of 32BGRA or 420 bi-planar pixels. Never `nil`; the format is checked when the picture is used.
  public init?(pixelBuffer: CVPixelBuffer) {
    width = CGFloat(CVPixelBufferGetWidth(pixelBuffer))
    height = CGFloat(CVPixelBufferGetHeight(pixelBuffer))
    orientation = .up
    imageSourceType = .pixelBuffer
    image = nil
    self.pixelBuffer = pixelBuffer
    sampleBuffer = nil
    super.init()
  }

  /// Wraps a camera's sample; `nil` if it is not valid or holds no picture.
  public init?(sampleBuffer: CMSampleBuffer) {
    guard CMSampleBufferIsValid(sampleBuffer), let buffer = CMSampleBufferGetImageBuffer(sampleBuffer) else { return nil }
    width = CGFloat(CVPixelBufferGetWidth(buffer))
    height = CGFloat(CVPixelBufferGetHeight(buffer))
    orientation = .up
    imageSourceType = .sampleBuffer
    image = nil
    pixelBuffer = nil
    self.sampleBuffer = sampleBuffer
    super.init()
  }
}

extension MLImage: PictureSource {
  package func storedPicture() throws(LandmarkError) -> Image {
    if let image { return try PictureReading.picture(of: image) }
    if let pixelBuffer { return try Image(copying: pixelBuffer) }
    guard let sampleBuffer else { throw LandmarkError(.internalFailure, "An MLImage has no picture.") }
    return try PictureReading.picture(of: sampleBuffer)
  }

  package var storedOrientation: ImageOrientation { ImageOrientation(orientation) }

  package var presentationTimeInMilliseconds: Int? { sampleBuffer.flatMap { PictureReading.milliseconds(of: $0) } }
}
