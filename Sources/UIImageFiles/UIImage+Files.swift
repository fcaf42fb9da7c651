// Where UIKit exists this module is empty: `UIImage` reads files itself.
#if !canImport(UIKit)
  @_exported public import AppleShims
  import AppleImages
  public import Foundation
  import ImageFiles
  import VisionBase

  extension UIImage {
    /// Reads a JPEG, PNG, WebP or BMP file. Pixels stay as stored; an orientation in the file becomes `imageOrientation`.
    ///
    /// - Parameter path: The file.
    /// - Returns: `nil` if it cannot be read or is no such picture.
    public convenience init?(contentsOfFile path: String) {
      guard let data = FileManager.default.contents(atPath: path) else { return nil }
      self.init(data: data)
    }

    /// Decodes a JPEG, PNG, WebP or BMP file in memory. Pixels stay as stored; an orientation in the file becomes
    /// `imageOrientation`.
    ///
    /// - Parameters:
    ///   - data: The whole file.
    ///   - scale: Pixels per point; values that are not above 0 count as 1.
    /// - Returns: `nil` if it is no such picture.
    public convenience init?(data: Data, scale: CGFloat = 1) {
      let bytes = [UInt8](data)
      guard let orientation = try? ImageFile.storedOrientation(bytes: bytes),
        let picture = try? ImageFile.load(bytes: bytes, orientation: .asStored), let pixels = picture.rgbaCopy(),
        let cgImage = Self.cgImage(ofRGBA: pixels, size: picture.size)
      else { return nil }
      self.init(cgImage: cgImage, scale: scale, orientation: Orientation(orientation))
    }

    private static func cgImage(ofRGBA pixels: Data, size: ImageSize) -> CGImage? {
      #if canImport(CoreGraphics)
        let provider = CGDataProvider(data: pixels as CFData)
      #else
        let provider = CGDataProvider(data: pixels)
      #endif
      guard let provider else { return nil }
      return CGImage(
        width: size.width, height: size.height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: size.width * 4,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
        provider: provider, decode: nil, shouldInterpolate: false, intent: .defaultIntent)
    }
  }

  extension Image {
    /// Red, green, blue and an opaque alpha of every pixel. Core Graphics has no pixels of three bytes.
    fileprivate func rgbaCopy() -> Data? {
      guard let rgb = try? convertedToRGB() else { return nil }
      let count = size.width * size.height
      let pixels = rgb.withPixelView { view in
        [UInt8](unsafeUninitializedCapacity: count * 4) { target, initializedCount in
          for i in 0..<count {
            target[4 * i] = view.base[3 * i]
            target[4 * i + 1] = view.base[3 * i + 1]
            target[4 * i + 2] = view.base[3 * i + 2]
            target[4 * i + 3] = 255
          }
          initializedCount = count * 4
        }
      }
      return Data(pixels)
    }
  }
#endif
