import AppleImages
public import Foundation
package import VisionBase

/// A picture that detectors take.
public protocol MLKitCompatibleImage: NSObjectProtocol {}

/// What a detector needs of a picture: a copy of its pixels as stored, and how they must be turned.
package protocol PictureSource {
  /// A copy of the stored pixels.
  func storedPicture() throws(LandmarkError) -> Image
  /// How the stored pixels must be turned to stand upright.
  var storedOrientation: ImageOrientation { get }
  /// When a camera took it, in milliseconds; `nil` if that is not known.
  var presentationTimeInMilliseconds: Int? { get }
}

/// A picture with the orientation it is to be looked at in. It keeps the object it was made from; nobody may change the pixels
/// while a detector reads them.
open class VisionImage: NSObject, MLKitCompatibleImage {
  /// How the stored pixels must be turned to stand upright: `.up` until somebody sets it. All eight cases work.
  open var orientation = UIImage.Orientation.up

  private enum Source {
    case image(UIImage)
    case buffer(CMSampleBuffer)
  }

  private let source: Source

  /// Wraps a `UIImage`. Its own orientation is not taken over: set ``orientation``.
  public init(image: UIImage) {
    source = .image(image)
    super.init()
  }

  /// Wraps a camera's sample of 32BGRA or 420 bi-planar pixels.
  public init(buffer: CMSampleBuffer) {
    source = .buffer(buffer)
    super.init()
  }
}

extension VisionImage: PictureSource {
  package func storedPicture() throws(LandmarkError) -> Image {
    switch source {
    case .image(let image): try PictureReading.picture(of: image)
    case .buffer(let buffer): try PictureReading.picture(of: buffer)
    }
  }

  package var storedOrientation: ImageOrientation { ImageOrientation(orientation) }

  package var presentationTimeInMilliseconds: Int? {
    if case .buffer(let buffer) = source { PictureReading.milliseconds(of: buffer) } else { nil }
  }
}
