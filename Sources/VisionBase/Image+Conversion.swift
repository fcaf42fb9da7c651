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
    var memory: [UInt8] = []
    return try convertedToRGB(in: &memory)
  }

  /// The same as ``convertedToRGB()`` in `memory`, which grows if it must. The memory is written over in place if it has the
  /// right size and the picture that it was used for before is gone.
  package func convertedToRGB(in memory: inout [UInt8]) throws(LandmarkError) -> Image {
    if format == .rgb8, bytesPerRow == size.width * 3 { return self }
    withPixelView { view in
      memory.overwrite(count: size.width * size.height * 3) { view.writeRGB(to: $0) }
    }
    return try Image(width: size.width, height: size.height, format: .rgb8, bytes: memory)
  }
}

extension [UInt8] {
  /// Replaces all elements by `count` new ones, at least 1, in the memory of the old ones if there were as many.
  ///
  /// - Parameter fill: Writes every element.
  mutating func overwrite(count: Int, fill: (UnsafeMutablePointer<UInt8>) -> Void) {
    if self.count != count {
      self = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
        // The capacity is at least 1, so there is a base address.
        guard let target = buffer.baseAddress else { return }
        fill(target)
        initializedCount = count
      }
    } else {
      withUnsafeMutableBufferPointer { buffer in
        if let target = buffer.baseAddress { fill(target) }
      }
    }
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
      case .nv12VideoRange: writeNV12Row(y, to: row, .videoRange)
      case .nv12FullRange: writeNV12Row(y, to: row, .fullRange)
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
}
