extension Image {
  /// The picture turned upright.
  ///
  /// - Parameter orientation: How the stored pixels stand, as EXIF tag 0x0112 says.
  /// - Returns: A picture of the same format with rows without padding; NV12 comes back as `rgb8`
  ///   (see ``convertedToRGB()``). With `up` it is the picture itself, in any format.
  /// - Throws: ``LandmarkError`` with `internalFailure` only if a size check of this package is wrong.
  public func turnedUpright(from orientation: ImageOrientation) throws(LandmarkError) -> Image {
    var memory: [UInt8] = []
    return try turnedUpright(from: orientation, in: &memory)
  }

  /// The same as ``turnedUpright(from:)`` in `memory`, which grows if it must. The memory is written over in place if it
  /// has the right size and the picture that it was used for before is gone.
  package func turnedUpright(
    from orientation: ImageOrientation, in memory: inout [UInt8]
  ) throws(LandmarkError) -> Image {
    guard orientation != .up else { return self }
    guard !format.hasChromaPlane else { return try convertedToRGB().turnedUpright(from: orientation, in: &memory) }
    let walk = OrientationWalk(orientation, size: size, bytesPerRow: bytesPerRow, bytesPerPixel: format.bytesPerPixel)
    withPixelView { view in
      memory.overwrite(count: size.width * size.height * format.bytesPerPixel) { walk.copy(from: view.base, to: $0) }
    }
    return try Image(width: walk.size.width, height: walk.size.height, format: format, bytes: memory)
  }
}

/// The way through stored pixels that meets them in upright order: the pixel at (x, y) of the upright picture lies at
/// `origin + x·stepX + y·stepY` bytes of the stored one.
private struct OrientationWalk {
  /// Size of the upright picture.
  let size: ImageSize
  private let bytesPerPixel: Int
  private let origin: Int
  private let stepX: Int
  private let stepY: Int

  init(_ orientation: ImageOrientation, size stored: ImageSize, bytesPerRow: Int, bytesPerPixel: Int) {
    self.bytesPerPixel = bytesPerPixel
    let right = (stored.width - 1) * bytesPerPixel
    let bottom = (stored.height - 1) * bytesPerRow
    size =
      orientation.swapsAxes ? ImageSize(width: stored.height, height: stored.width) : stored
    switch orientation {
    case .up: (origin, stepX, stepY) = (0, bytesPerPixel, bytesPerRow)
    case .upMirrored: (origin, stepX, stepY) = (right, -bytesPerPixel, bytesPerRow)
    case .down: (origin, stepX, stepY) = (right + bottom, -bytesPerPixel, -bytesPerRow)
    case .downMirrored: (origin, stepX, stepY) = (bottom, bytesPerPixel, -bytesPerRow)
    case .leftMirrored: (origin, stepX, stepY) = (0, bytesPerRow, bytesPerPixel)
    case .right: (origin, stepX, stepY) = (bottom, -bytesPerRow, bytesPerPixel)
    case .rightMirrored: (origin, stepX, stepY) = (right + bottom, -bytesPerRow, -bytesPerPixel)
    case .left: (origin, stepX, stepY) = (right, bytesPerRow, -bytesPerPixel)
    }
  }

  /// Pixels per side of the blocks that are copied at a time: a block's rows and columns both stay in the first cache.
  private static let blockSide = 64

  func copy(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>) {
    for top in stride(from: 0, to: size.height, by: Self.blockSide) {
      for left in stride(from: 0, to: size.width, by: Self.blockSide) {
        let right = min(left + Self.blockSide, size.width)
        for y in top..<min(top + Self.blockSide, size.height) {
          copySpan(
            from: source + origin + left * stepX + y * stepY, to: target + (y * size.width + left) * bytesPerPixel,
            count: right - left)
        }
      }
    }
  }

  private func copySpan(from source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    switch bytesPerPixel {
    case 1:
      for x in 0..<count { target[x] = source[x * stepX] }
    case 3:
      for x in 0..<count {
        let pixel = source + x * stepX
        target[3 * x] = pixel[0]
        target[3 * x + 1] = pixel[1]
        target[3 * x + 2] = pixel[2]
      }
    default:
      for x in 0..<count { (target + 4 * x).update(from: source + x * stepX, count: 4) }
    }
  }
}
