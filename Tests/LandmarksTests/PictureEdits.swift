import Landmarks

/// Simple changes of pictures with known effect on the places of things; 8-bit RGB in and out.
struct Pixels {
  var width: Int
  var height: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, level: UInt8) {
    (self.width, self.height) = (width, height)
    bytes = Array(repeating: level, count: width * height * 3)
  }

  init(_ image: Image) {
    (width, height) = (image.size.width, image.size.height)
    let rowBytes = width * 3
    bytes = image.withPixelView { view in
      (0..<view.size.height).flatMap { UnsafeBufferPointer(start: view.base + $0 * view.bytesPerRow, count: rowBytes) }
    }
  }

  var image: Image { get throws { try Image(width: width, height: height, format: .rgb8, bytes: bytes) } }

  /// The picture whose pixel (x, y) is this one's pixel `source(x, y)`.
  private func mapped(width: Int, height: Int, _ source: (Int, Int) -> (x: Int, y: Int)) -> Pixels {
    var result = Pixels(width: width, height: height, level: 0)
    bytes.withUnsafeBufferPointer { from in
      result.bytes.withUnsafeMutableBufferPointer { to in
        for y in 0..<height {
          for x in 0..<width {
            let place = source(x, y)
            for c in 0..<3 { to[(y * width + x) * 3 + c] = from[(place.y * self.width + place.x) * 3 + c] }
          }
        }
      }
    }
    return result
  }

  var mirrored: Pixels { mapped(width: width, height: height) { (width - 1 - $0, $1) } }

  func turnedClockwise(quarters: Int) -> Pixels {
    switch (quarters % 4 + 4) % 4 {
    case 1: mapped(width: height, height: width) { ($1, height - 1 - $0) }
    case 2: mapped(width: width, height: height) { (width - 1 - $0, height - 1 - $1) }
    case 3: mapped(width: height, height: width) { (width - 1 - $1, $0) }
    default: self
    }
  }

  /// The picture that `orientation` brings back to this one.
  func stored(for orientation: ImageOrientation) -> Pixels {
    let turned = turnedClockwise(quarters: -orientation.clockwiseDegrees / 90)
    return orientation.isMirrored ? turned.mirrored : turned
  }

  func cropped(x: Int, y: Int, width: Int, height: Int) -> Pixels {
    mapped(width: width, height: height) { (x + $0, y + $1) }
  }

  /// Half as large: means of 2 × 2 pixels.
  var halved: Pixels {
    var result = Pixels(width: width / 2, height: height / 2, level: 0)
    for y in 0..<result.height {
      for x in 0..<result.width {
        for c in 0..<3 {
          let i = (2 * y * width + 2 * x) * 3 + c
          let sum = Int(bytes[i]) + Int(bytes[i + 3]) + Int(bytes[i + width * 3]) + Int(bytes[i + width * 3 + 3])
          result.bytes[(y * result.width + x) * 3 + c] = UInt8((sum + 2) / 4)
        }
      }
    }
    return result
  }

  /// Twice as large, bilinear between pixel centres.
  var doubled: Pixels {
    var result = Pixels(width: width * 2, height: height * 2, level: 0)
    for y in 0..<result.height {
      // The nearer of the two rows and columns weighs three quarters.
      let (y0, y1) = (y / 2, min(max(y / 2 + (y % 2 == 0 ? -1 : 1), 0), height - 1))
      for x in 0..<result.width {
        let (x0, x1) = (x / 2, min(max(x / 2 + (x % 2 == 0 ? -1 : 1), 0), width - 1))
        for c in 0..<3 {
          func at(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * width + x) * 3 + c]) }
          let sum = 9 * at(x0, y0) + 3 * at(x1, y0) + 3 * at(x0, y1) + at(x1, y1)
          result.bytes[(y * result.width + x) * 3 + c] = UInt8((sum + 8) / 16)
        }
      }
    }
    return result
  }

  func padded(left: Int, top: Int, right: Int, bottom: Int, level: UInt8) -> Pixels {
    var result = Pixels(width: width + left + right, height: height + top + bottom, level: level)
    result.paste(self, x: left, y: top)
    return result
  }

  /// Lays `other` over this picture with its top left corner at (x, y); what is outside is cut off.
  mutating func paste(_ other: Pixels, x: Int, y: Int) {
    let first = max(0, -x)
    let end = min(other.width, width - x)
    guard first < end else { return }
    for row in max(0, -y)..<max(0, -y, min(other.height, height - y)) {
      let from = (row * other.width + first) * 3
      let to = ((y + row) * width + x + first) * 3
      bytes.replaceSubrange(to..<to + (end - first) * 3, with: other.bytes[from..<from + (end - first) * 3])
    }
  }

  /// Sensor-like noise: each value moved by a sum of three even draws with this standard deviation.
  func noisy(deviation: Double, using generator: inout some RandomNumberGenerator) -> Pixels {
    var result = self
    for index in bytes.indices {
      // The sum of three draws from −1…1 has the variance 1.
      let draw = (0..<3).reduce(0.0) { sum, _ in sum + Double(generator.next() >> 11) / Double(1 << 52) - 1 }
      result.bytes[index] = UInt8(min(max((Double(bytes[index]) + draw * deviation).rounded(), 0), 255))
    }
    return result
  }
}

/// Where a point of the upright picture lies in the stored one that `orientation` makes upright.
func stored(_ point: NormalizedPoint, for orientation: ImageOrientation) -> NormalizedPoint {
  let turned: NormalizedPoint =
    switch orientation.clockwiseDegrees {
    case 90: NormalizedPoint(x: point.y, y: 1 - point.x)
    case 180: NormalizedPoint(x: 1 - point.x, y: 1 - point.y)
    case 270: NormalizedPoint(x: 1 - point.y, y: point.x)
    default: point
    }
  return orientation.isMirrored ? NormalizedPoint(x: 1 - turned.x, y: turned.y) : turned
}

/// Distances in x or y between two lists, in pixels of a picture of `size`, by the longer side of the box of the first;
/// one infinite one if their numbers differ.
func gaps(_ expected: [NormalizedPoint], _ found: [NormalizedPoint], in size: ImageSize) -> [Float] {
  guard expected.count == found.count, !expected.isEmpty else { return [.infinity] }
  let a = expected.map { $0.imagePoint(in: size) }
  let b = found.map { $0.imagePoint(in: size) }
  let side = longerSide(a.map { [$0.x, $0.y] })
  return zip(a, b).map { max(abs($0.x - $1.x) / side, abs($0.y - $1.y) / side) }
}

/// The largest of ``gaps(_:_:in:)``.
func worstGap(_ expected: [NormalizedPoint], _ found: [NormalizedPoint], in size: ImageSize) -> Float {
  gaps(expected, found, in: size).max() ?? .infinity
}
