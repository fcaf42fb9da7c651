extension PixelView {
  /// Converts row `y` of an NV12 picture into `width` × 3 bytes of red, green, blue.
  func writeNV12Row(_ y: Int, to target: UnsafeMutablePointer<UInt8>, _ conversion: YCbCrConversion) {
    // Image makes NV12 pictures with a chroma plane only.
    guard let chromaBase else { return }
    let luma = base + y * bytesPerRow
    let chroma = chromaBase + (y >> 1) * chromaBytesPerRow
    let done = conversion.convertEights(luma: luma, chroma: chroma, to: target, width: size.width)
    conversion.convertPairs(luma: luma, chroma: chroma, to: target, from: done, width: size.width)
  }
}

extension YCbCrConversion {
  /// Converts as many pixels of a row as go by eight with one to spare; returns their number, which is even.
  ///
  /// Each pixel is stored as four bytes of which the next pixel covers the last, so one must follow in the same row.
  fileprivate func convertEights(
    luma: UnsafePointer<UInt8>, chroma: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, width: Int
  ) -> Int {
    var x = 0
    while x &+ 8 < width {
      let levels = SIMD8<Int32>(truncatingIfNeeded: UnsafeRawPointer(luma + x).loadUnaligned(as: SIMD8<UInt8>.self))
      let pairs = SIMD8<Int32>(truncatingIfNeeded: UnsafeRawPointer(chroma + x).loadUnaligned(as: SIMD8<UInt8>.self)) &- 128
      let u = pairs.evenHalf
      let v = pairs.oddHalf
      let light = (levels &- lumaOffset) &* self.luma &+ 32768
      let red = Self.clampedLevels(light &+ Self.doubled(v &* redFromCr))
      let green = Self.clampedLevels(light &- Self.doubled(u &* greenFromCb &+ v &* greenFromCr))
      let blue = Self.clampedLevels(light &+ Self.doubled(u &* blueFromCb))
      // Red in the lowest byte, which comes first in memory on a little-endian machine.
      let pixels = red | green &<< 8 | blue &<< 16
      let place = UnsafeMutableRawPointer(target + 3 &* x)
      for lane in 0..<8 { place.storeBytes(of: pixels[lane].littleEndian, toByteOffset: 3 &* lane, as: Int32.self) }
      x &+= 8
    }
    return x
  }

  /// Converts the pixels of a row from `start`, an even number, to its end. Two pixels share one chroma sample; with an
  /// odd width the last one has its own.
  fileprivate func convertPairs(
    luma: UnsafePointer<UInt8>, chroma: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, from start: Int, width: Int
  ) {
    var x = start
    while x < width {
      let u = Int32(chroma[x]) &- 128
      let v = Int32(chroma[x &+ 1]) &- 128
      let end = min(x &+ 2, width)
      while x < end {
        let light = self.luma &* (Int32(luma[x]) &- lumaOffset) &+ 32768
        let pixel = target + 3 &* x
        pixel[0] = Self.clampedLevel(light &+ redFromCr &* v)
        pixel[1] = Self.clampedLevel(light &- greenFromCb &* u &- greenFromCr &* v)
        pixel[2] = Self.clampedLevel(light &+ blueFromCb &* u)
        x &+= 1
      }
    }
  }

  @inline(__always)
  private static func clampedLevel(_ fixed: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, fixed >> 16)))
  }

  /// The same without comparisons, which the baseline instruction set has no minimum and maximum for: a negative
  /// level is masked away by its sign, one above 255 is filled with the sign of what it exceeds 255 by.
  @inline(__always)
  private static func clampedLevels(_ fixed: SIMD8<Int32>) -> SIMD8<Int32> {
    let level = fixed &>> 16
    let notNegative = level & ~(level &>> 31)
    return (notNegative | (255 &- notNegative) &>> 31) & 255
  }

  /// Every element twice.
  @inline(__always)
  private static func doubled(_ half: SIMD4<Int32>) -> SIMD8<Int32> {
    SIMD8(lowHalf: SIMD4(half.x, half.x, half.y, half.y), highHalf: SIMD4(half.z, half.z, half.w, half.w))
  }
}
