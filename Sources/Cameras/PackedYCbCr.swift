import VisionBase

/// Pictures whose pixels lie in pairs: Y, Cb, Y, Cr.
struct PackedYCbCr {
  let size: ImageSize
  let bytesPerRow: Int
  let isFullRange: Bool

  /// Red, green and blue by ITU-R BT.601; both pixels of a pair have its chroma.
  func image(_ bytes: [UInt8]) throws(LandmarkError) -> Image {
    let pairs = (size.width + 1) / 2
    guard size.width > 0, size.height > 0, size.width <= 1 << 15, size.height <= 1 << 15, bytesPerRow >= pairs * 4,
      bytesPerRow <= 1 << 20, bytes.count >= bytesPerRow * (size.height - 1) + pairs * 4
    else {
      throw LandmarkError(
        .invalidImage,
        "A frame of \(size.width)×\(size.height) pixels has only \(bytes.count) bytes in rows of \(bytesPerRow).",
        remedy: "Check the cable, or choose a smaller size.")
    }
    let conversion: YCbCrConversion = isFullRange ? .fullRange : .videoRange
    let rowBytes = size.width * 3
    let pixels = [UInt8](unsafeUninitializedCapacity: rowBytes * size.height) { target, count in
      bytes.withUnsafeBufferPointer { source in
        for y in 0..<size.height {
          for x in 0..<size.width {
            let pair = y * bytesPerRow + x / 2 * 4
            // The offset of the pixel's own luma is 0 or 2.
            let light = conversion.luma &* (Int32(source[pair + x % 2 * 2]) &- conversion.lumaOffset) &+ 32768
            let u = Int32(source[pair + 1]) &- 128
            let v = Int32(source[pair + 3]) &- 128
            let place = y * rowBytes + x * 3
            target[place] = Self.level(light &+ conversion.redFromCr &* v)
            target[place + 1] = Self.level(light &- conversion.greenFromCb &* u &- conversion.greenFromCr &* v)
            target[place + 2] = Self.level(light &+ conversion.blueFromCb &* u)
          }
        }
      }
      count = rowBytes * size.height
    }
    return try Image(width: size.width, height: size.height, format: .rgb8, bytes: pixels)
  }

  private static func level(_ fixed: Int32) -> UInt8 { UInt8(truncatingIfNeeded: max(0, min(255, fixed >> 16))) }
}
