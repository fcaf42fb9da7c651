#if !canImport(UIKit)
  public import Foundation
  #if canImport(CoreGraphics)
    public import CoreGraphics
  #endif

  /// Stands for UIKit's picture where that does not exist: a `CGImage`, a scale and the orientation it is to be shown in.
  ///
  /// Immutable, safe from any thread. Reading files takes a decoder: import `UIImageFiles` for
  /// `UIImage(contentsOfFile:)` and `UIImage(data:)`.
  open class UIImage: NSObject, @unchecked Sendable {
    // Sendable because nothing changes after the initializer.

    /// How stored pixels must be turned to be shown; cases and raw values as in UIKit.
    public enum Orientation: Int, Sendable, CaseIterable {
      /// As stored.
      case up = 0
      /// Turned by 180°.
      case down = 1
      /// Turned counter-clockwise by 90°.
      case left = 2
      /// Turned clockwise by 90°.
      case right = 3
      /// Mirrored left to right.
      case upMirrored = 4
      /// Mirrored top to bottom.
      case downMirrored = 5
      /// Mirrored along the diagonal from the top left corner (EXIF 5).
      case leftMirrored = 6
      /// Mirrored along the diagonal from the top right corner (EXIF 7).
      case rightMirrored = 7
    }

    /// The pixels as stored, not turned; `nil` for an empty picture.
    public let cgImage: CGImage?
    /// Pixels per point, above 0.
    public let scale: CGFloat
    /// How the pixels must be turned to be shown.
    public let imageOrientation: Orientation

    /// Makes an empty picture without pixels.
    public override init() {
      cgImage = nil
      scale = 1
      imageOrientation = .up
      super.init()
    }

    /// Wraps pixels.
    ///
    /// - Parameters:
    ///   - cgImage: The pixels; shared, not copied.
    ///   - scale: Pixels per point; values that are not above 0 count as 1.
    ///   - orientation: How the pixels must be turned to be shown.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
      self.cgImage = cgImage
      self.scale = scale > 0 ? scale : 1
      imageOrientation = orientation
      super.init()
    }

    /// Wraps pixels that stand upright, one pixel per point.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// Width and height in points after turning; zero for an empty picture.
    open var size: CGSize {
      guard let cgImage else { return .zero }
      let width = CGFloat(cgImage.width) / scale
      let height = CGFloat(cgImage.height) / scale
      switch imageOrientation {
      case .left, .right, .leftMirrored, .rightMirrored: return CGSize(width: height, height: width)
      case .up, .down, .upMirrored, .downMirrored: return CGSize(width: width, height: height)
      }
    }
  }
#endif
