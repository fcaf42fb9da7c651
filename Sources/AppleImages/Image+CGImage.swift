package import AppleShims
package import VisionBase

#if canImport(CoreGraphics)
  extension Image {
    /// A copy of the pixels of a Core Graphics picture as stored, in RGBA with colours not multiplied by alpha.
    ///
    /// It is drawn into a premultiplied bitmap of the same size in the device's RGB space and divided by alpha afterwards,
    /// as the original does.
    ///
    /// - Throws: `LandmarkError` with `invalidImage` if no bitmap of that size can be made.
    package init(copying cgImage: CGImage) throws(LandmarkError) {
      let width = cgImage.width
      let height = cgImage.height
      let (rowBytes, overflow) = width.multipliedReportingOverflow(by: 4)
      let (count, overflow2) = rowBytes.multipliedReportingOverflow(by: height)
      guard !overflow, !overflow2, count > 0 else {
        throw LandmarkError(.invalidImage, "A CGImage of \(width)×\(height) is no picture.")
      }
      var bytes = [UInt8](repeating: 0, count: count)
      let drawn = bytes.withUnsafeMutableBytes { buffer in
        guard
          let context = CGContext(
            data: buffer.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: rowBytes,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        else { return false }
        context.draw(cgImage, in: CGRect(x: 0, y: 0, width: width, height: height))
        return true
      }
      guard drawn else {
        throw LandmarkError(.invalidImage, "No bitmap of \(width)×\(height) could be made for the CGImage.")
      }
      PremultipliedAlpha.divide(&bytes, alphaOffset: 3)
      self = try Image(width: width, height: height, format: .rgba8, bytes: bytes)
    }
  }
#else
  import Foundation

  extension Image {
    /// A copy of the pixels of a Core Graphics picture as stored. Colours that are multiplied by alpha are divided by it.
    ///
    /// - Throws: `LandmarkError` with `invalidImage` if there are no pixels to read.
    package init(copying cgImage: CGImage) throws(LandmarkError) {
      guard let data = cgImage.dataProvider?.data else { throw LandmarkError(.invalidImage, "The CGImage has no pixels.") }
      let rowBytes = cgImage.width * (cgImage.bitsPerPixel / 8)
      let stride = cgImage.bytesPerRow
      let rows = cgImage.height
      let copied = data.withUnsafeBytes { buffer -> Result<[UInt8], LandmarkError> in
        // The picture's initializer made sure that the rows lie inside the data.
        guard let base = buffer.baseAddress else { return .success([]) }
        return Result { () throws(LandmarkError) in
          try Image.copyRows(base, bytesPerRow: stride, rowBytes: rowBytes, rows: rows)
        }
      }
      var bytes = try copied.get()
      let format = Self.bringToKnownOrder(&bytes, bitsPerPixel: cgImage.bitsPerPixel, info: cgImage.bitmapInfo)
      if format == .rgba8, cgImage.alphaInfo == .premultipliedFirst || cgImage.alphaInfo == .premultipliedLast {
        PremultipliedAlpha.divide(&bytes, alphaOffset: 3)
      }
      self = try Image(width: cgImage.width, height: rows, format: format, bytes: bytes)
    }

    /// Reorders 32-bit pixels to red, green, blue, alpha.
    private static func bringToKnownOrder(_ bytes: inout [UInt8], bitsPerPixel: Int, info: CGBitmapInfo) -> PixelFormat {
      guard bitsPerPixel == 32 else { return bitsPerPixel == 24 ? .rgb8 : .gray8 }
      let alpha = CGImageAlphaInfo(rawValue: info.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
      let alphaFirst = alpha == .first || alpha == .premultipliedFirst || alpha == .noneSkipFirst
      let reversed = info.intersection(.byteOrderMask) == .byteOrder32Little
      // Places of red, green, blue and alpha in a stored pixel.
      let order =
        switch (alphaFirst, reversed) {
        case (false, false): (0, 1, 2, 3)
        case (true, false): (1, 2, 3, 0)
        case (false, true): (3, 2, 1, 0)
        case (true, true): (2, 1, 0, 3)
        }
      guard order != (0, 1, 2, 3) else { return .rgba8 }
      bytes.withUnsafeMutableBufferPointer { buffer in
        for pixel in Swift.stride(from: 0, to: buffer.count - 3, by: 4) {
          let colours = (
            buffer[pixel + order.0], buffer[pixel + order.1], buffer[pixel + order.2], buffer[pixel + order.3]
          )
          (buffer[pixel], buffer[pixel + 1], buffer[pixel + 2], buffer[pixel + 3]) = colours
        }
      }
      return .rgba8
    }
  }
#endif
