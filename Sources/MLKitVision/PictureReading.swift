import AppleImages
import Foundation
package import VisionBase

/// Pixels and times out of Apple's objects.
package enum PictureReading {
  package static func picture(of image: UIImage) throws(LandmarkError) -> Image {
    guard let cgImage = image.cgImage else {
      throw LandmarkError(.invalidImage, "The UIImage has no cgImage.", remedy: "Draw it into a bitmap first.")
    }
    return try Image(copying: cgImage)
  }

  package static func picture(of buffer: CMSampleBuffer) throws(LandmarkError) -> Image {
    guard CMSampleBufferIsValid(buffer), let pixels = CMSampleBufferGetImageBuffer(buffer) else {
      throw LandmarkError(.invalidImage, "The CMSampleBuffer is not valid or holds no picture.")
    }
    return try Image(copying: pixels)
  }

  /// When the sample is shown; `nil` if it has no time or one that is no number of milliseconds.
  package static func milliseconds(of buffer: CMSampleBuffer) -> Int? {
    let seconds = CMTimeGetSeconds(CMSampleBufferGetPresentationTimeStamp(buffer))
    return seconds.isFinite ? Int(exactly: (seconds * 1000).rounded(.down)) : nil
  }
}
