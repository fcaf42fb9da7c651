import AppleImages
import Foundation
import Landmarks
import VisionBase

extension MPImage {
  /// How the picture is to be looked at.
  ///
  /// - Throws: Code 3 for a mirrored orientation. The original fills in this error and goes on as if the picture stood upright.
  func processingOptions() throws -> ImageProcessingOptions {
    guard !orientation.isMirrored else { throw TaskFailure.mirroredOrientation }
    return ImageProcessingOptions(orientation: ImageOrientation(orientation))
  }

  /// A copy of the stored pixels, not turned.
  ///
  /// - Throws: Code 3 if they cannot be read.
  func nativeImage() throws -> Image {
    if let image {
      guard let cgImage = image.cgImage else { throw TaskFailure.imageWithoutCGImage }
      return try TaskFailure.translated { () throws(LandmarkError) in try Image(copying: cgImage) }
    }
    guard let buffer = pixelBuffer ?? sampleBuffer.flatMap({ CMSampleBufferGetImageBuffer($0) }) else {
      throw TaskFailure.invalidSampleBuffer
    }
    switch CVPixelBufferGetPixelFormatType(buffer) {
    case kCVPixelFormatType_32BGRA:
      return try TaskFailure.translated { () throws(LandmarkError) in try Image(copying: buffer) }
    case kCVPixelFormatType_OneComponent32Float: throw TaskFailure.maskAsPicture
    default: throw TaskFailure.unsupportedPixelFormat
    }
  }
}
