/// Colours that were multiplied by their alpha, and back.
enum PremultipliedAlpha {
  /// Divides the colours of 4-byte pixels by their alpha, rounding to the nearest level: `min(255, (c·255 + a/2) / a)`.
  /// Opaque pixels and pixels with alpha 0 stay as they are.
  ///
  /// - Parameters:
  ///   - bytes: Pixels of 4 bytes without gaps.
  ///   - alphaOffset: Place of alpha in a pixel, 0 or 3.
  static func divide(_ bytes: inout [UInt8], alphaOffset: Int) {
    let colourOffset = alphaOffset == 0 ? 1 : 0
    bytes.withUnsafeMutableBufferPointer { buffer in
      for pixel in stride(from: 0, to: buffer.count - 3, by: 4) {
        let alpha = UInt32(buffer[pixel + alphaOffset])
        guard alpha != 255, alpha != 0 else { continue }
        for colour in pixel + colourOffset..<pixel + colourOffset + 3 {
          buffer[colour] = UInt8(min(255, (UInt32(buffer[colour]) * 255 + alpha / 2) / alpha))
        }
      }
    }
  }
}
