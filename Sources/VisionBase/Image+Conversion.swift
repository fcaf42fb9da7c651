extension Image {
  /// The picture as `rgb8` with rows without padding; itself if it is that already.
  ///
  /// Alpha is dropped and colours stay as stored, grey is repeated in all three channels. NV12 is converted by
  /// ITU-R BT.601 in whole numbers: with Y′ = Y − 16 (video range) or Y (full range), U = Cb − 128, V = Cr − 128,
  ///
  ///     video range                                        full range
  ///     R = (76309·Y′ + 104597·V            + 32768) >> 16   (65536·Y′ + 91881·V           + 32768) >> 16
  ///     G = (76309·Y′ − 25675·U − 53279·V   + 32768) >> 16   (65536·Y′ − 22553·U − 46802·V + 32768) >> 16
  ///     B = (76309·Y′ + 132201·U            + 32768) >> 16   (65536·Y′ + 116130·U          + 32768) >> 16
  ///
  /// where `>> 16` rounds down (with the added half: to the nearest level, ties upward), then limited to 0…255. Each
  /// chroma sample holds for its 2×2 block of pixels; nothing is interpolated.
  ///
  /// - Returns: A picture that shares no memory with this one unless it is this one.
  /// - Throws: ``LandmarkError`` with `internalFailure` only if a size check of this package is wrong.
  public func convertedToRGB() throws(LandmarkError) -> Image {
    if format == .rgb8, bytesPerRow == size.width * 3 { return self }
    let count = size.width * size.height * 3
    let bytes = withPixelView { view in
      [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        // The capacity is at least 3, so there is a base address.
        guard let target = buffer.baseAddress else { return }
        view.writeRGB(to: target)
        initializedCount = count
      }
    }
    guard bytes.count == count else {
      throw LandmarkError(.internalFailure, "Converting \(size.width)×\(size.height) \(format.rawValue) gave \(bytes.count) bytes.")
    }
    return try Image(width: size.width, height: size.height, format: .rgb8, bytes: bytes)
  }
}

extension PixelView {
  /// Fills `target`, `width` × `height` × 3 bytes, with red, green, blue; see ``Image/convertedToRGB()``.
  package func writeRGB(to target: UnsafeMutablePointer<UInt8>) {
    let rowBytes = size.width * 3
    for y in 0..<size.height {
      let source = base + y * bytesPerRow
      let row = target + y * rowBytes
      switch format {
      case .rgb8: row.update(from: source, count: rowBytes)
      case .rgba8: Self.copyColours(from: source, to: row, width: size.width, red: 0, blue: 2)
      case .bgra8: Self.copyColours(from: source, to: row, width: size.width, red: 2, blue: 0)
      case .gray8: Self.repeatGray(from: source, to: row, width: size.width)
      case .nv12VideoRange: convertNV12Row(y, luma: source, to: row, .videoRange)
      case .nv12FullRange: convertNV12Row(y, luma: source, to: row, .fullRange)
      }
    }
  }

  private static func copyColours(
    from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, width: Int, red: Int, blue: Int
  ) {
    for x in 0..<width {
      target[3 * x] = source[4 * x + red]
      target[3 * x + 1] = source[4 * x + 1]
      target[3 * x + 2] = source[4 * x + blue]
    }
  }

  private static func repeatGray(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, width: Int) {
    for x in 0..<width {
      let gray = source[x]
      target[3 * x] = gray
      target[3 * x + 1] = gray
      target[3 * x + 2] = gray
    }
  }

  /// Two pixels share one chroma sample; with an odd width the last one has its own.
  private func convertNV12Row(
    _ y: Int, luma: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, _ conversion: YCbCrConversion
  ) {
    // Image makes NV12 pictures with a chroma plane only.
    guard let chromaBase else { return }
    let chroma = chromaBase + (y >> 1) * chromaBytesPerRow
    var x = 0
    while x < size.width {
      let u = Int32(chroma[x]) &- 128
      let v = Int32(chroma[x &+ 1]) &- 128
      // The rounding half is added once, here.
      let red = conversion.redFromCr &* v &+ 32768
      let green = 32768 &- conversion.greenFromCb &* u &- conversion.greenFromCr &* v
      let blue = conversion.blueFromCb &* u &+ 32768
      let end = min(x &+ 2, size.width)
      while x < end {
        let level = conversion.luma &* (Int32(luma[x]) &- conversion.lumaOffset)
        let pixel = target + 3 &* x
        pixel[0] = Self.clampedLevel(level &+ red)
        pixel[1] = Self.clampedLevel(level &+ green)
        pixel[2] = Self.clampedLevel(level &+ blue)
        x &+= 1
      }
    }
  }

  @inline(__always)
  private static func clampedLevel(_ fixed: Int32) -> UInt8 {
    UInt8(truncatingIfNeeded: max(0, min(255, fixed >> 16)))
  }
}
