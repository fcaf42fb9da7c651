import CLandmarkKernels
package import VisionBase

/// The map from sample (i, j) of the tensor to a place in the picture, computed with the operations of OpenCV's
/// perspective warp so that ties round the same way. Source: MediaPipe, `pipelines.md` appendix A.2.
///
/// The map is projective in form only: up to rounding noise of the solver `n6` and `n7` are 0 and `n8` is 1. The
/// noise is kept, because it decides about ties.
package struct CropMap: Sendable {
  package private(set) var n0, n1, n2, n3, n4, n5, n6, n7, n8: Double
  /// Samples are addressed relative to blocks of this many columns.
  package let blockWidth: Int

  /// - Throws: `invalidArgument` if the region is so thin or so far away that it has no inverse.
  package init(region: PixelRegion, width: Int, height: Int) throws(LandmarkError) {
    let corners = CropCorners(region)
    let forward = try Self.solve(corners, width: Float(width), height: Float(height))
    let (a, b, c, d, e, f, g, h) = forward
    let i = 1.0
    let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    guard determinant != 0, determinant.isFinite else { throw Self.notInvertible }
    let k = 1 / determinant
    n0 = (e * i - f * h) * k
    n1 = (c * h - b * i) * k
    n2 = (b * f - c * e) * k
    n3 = (f * g - d * i) * k
    n4 = (a * i - c * g) * k
    n5 = (c * d - a * f) * k
    n6 = (d * h - e * g) * k
    n7 = (b * g - a * h) * k
    n8 = (a * e - b * d) * k
    blockWidth = min(1024 / min(16, height), width)
  }

  /// The same map with half a sample and half a pixel of shift: sample (i, j) then reads the picture under its centre.
  /// The original leaves both out, which moves what it sees by up to half a pixel.
  package func atPixelCenters() -> CropMap {
    var map = self
    map.n2 += 0.5 * (n0 + n1) - 0.5
    map.n5 += 0.5 * (n3 + n4) - 0.5
    return map
  }

  private static let notInvertible = LandmarkError(
    .invalidArgument, "The region cannot be sampled: its corners do not span an area.",
    remedy: "Pass a region with a positive width and height near the picture.")

  /// The eight unknowns of the projective map from the corners to the tensor's corners, by Gaussian elimination with
  /// partial pivoting in the order of appendix A.2, steps 3 and 4. On the stack: this runs for every subject of a frame.
  private static func solve(_ corners: CropCorners, width: Float, height: Float) throws(LandmarkError) -> Unknowns {
    let n = 8
    return try withUnsafeTemporaryAllocation(of: Double.self, capacity: n * n + n) { (memory) throws(LandmarkError) in
      memory.initialize(repeating: 0)
      let a = UnsafeMutableBufferPointer(rebasing: memory[..<(n * n)])
      let b = UnsafeMutableBufferPointer(rebasing: memory[(n * n)...])
      func fill(_ i: Int, _ point: ImagePoint, _ u: Float, _ v: Float) {
        let (x, y) = (point.x, point.y)
        let (upper, lower) = (i * n, (i + 4) * n)
        (a[upper], a[upper + 1], a[upper + 2]) = (Double(x), Double(y), 1)
        (a[upper + 6], a[upper + 7]) = (Double(-x * u), Double(-y * u))
        (a[lower + 3], a[lower + 4], a[lower + 5]) = (Double(x), Double(y), 1)
        (a[lower + 6], a[lower + 7]) = (Double(-x * v), Double(-y * v))
        b[i] = Double(u)
        b[i + 4] = Double(v)
      }
      fill(0, corners.bottomLeft, 0, height)
      fill(1, corners.topLeft, 0, 0)
      fill(2, corners.topRight, width, 0)
      fill(3, corners.bottomRight, width, height)
      for i in 0..<n {
        var pivot = i
        for j in i + 1..<n where abs(a[j * n + i]) > abs(a[pivot * n + i]) { pivot = j }
        guard a[pivot * n + i] != 0 else { throw notInvertible }
        if pivot != i {
          for k in i..<n { a.swapAt(i * n + k, pivot * n + k) }
          b.swapAt(i, pivot)
        }
        let d = -1 / a[i * n + i]
        for j in i + 1..<n {
          let alpha = a[j * n + i] * d
          for k in i + 1..<n { a[j * n + k] += alpha * a[i * n + k] }
          b[j] += alpha * b[i]
        }
      }
      for i in (0..<n).reversed() {
        var s = b[i]
        for k in i + 1..<n { s -= a[i * n + k] * b[k] }
        b[i] = s / a[i * n + i]
      }
      guard b.allSatisfy(\.isFinite) else { throw notInvertible }
      return (b[0], b[1], b[2], b[3], b[4], b[5], b[6], b[7])
    }
  }

  private typealias Unknowns = (Double, Double, Double, Double, Double, Double, Double, Double)

  /// The map as the vector kernels take it.
  /// About how many pixels to the right and down a sample lies from the one above it in the tensor.
  var pixelsPerRow: (columns: Double, lines: Double) { (n1 / n8, n4 / n8) }

  var kernelMap: lk_crop_map { lk_crop_map(n: (n0, n1, n2, n3, n4, n5, n6, n7, n8)) }

  /// Places of the samples `firstColumn ..< firstColumn + count` of row `row` in 1/32 pixel, written to `x` and `y`.
  /// All of them must lie in the block that starts at column `blockStart`. The reference of the vector kernels.
  func places(
    blockStart: Int, firstColumn: Int, count: Int, row: Int, x: UnsafeMutablePointer<Int32>, y: UnsafeMutablePointer<Int32>
  ) {
    let i0 = Double(blockStart)
    let j = Double(row)
    let x0 = n0 * i0 + n1 * j + n2
    let y0 = n3 * i0 + n4 * j + n5
    let w0 = n6 * i0 + n7 * j + n8
    let offset = firstColumn - blockStart
    if n6 == 0 {
      // `w0 + 0·k` is `w0`: one division for the whole run.
      let q = w0 == 0 ? 0 : 32 / w0
      for t in 0..<count {
        let k = Double(offset + t)
        x[t] = Self.rounded((x0 + n0 * k) * q)
        y[t] = Self.rounded((y0 + n3 * k) * q)
      }
    } else {
      for t in 0..<count {
        let k = Double(offset + t)
        let w = w0 + n6 * k
        let q = w == 0 ? 0 : 32 / w
        x[t] = Self.rounded((x0 + n0 * k) * q)
        y[t] = Self.rounded((y0 + n3 * k) * q)
      }
    }
  }

  /// The place of one sample in 1/32 pixel.
  package func place(column: Int, row: Int) -> (x: Int32, y: Int32) {
    var x: Int32 = 0
    var y: Int32 = 0
    places(blockStart: column / blockWidth * blockWidth, firstColumn: column, count: 1, row: row, x: &x, y: &y)
    return (x, y)
  }

  /// Nearest integer, ties to even, limited to ±2^30 (far outside every picture); not-a-number becomes −2^30.
  ///
  /// Adding 1.5·2^52 leaves the rounded integer in the low bits of the double: the processor's own rounding, without
  /// a call into the maths library on processors that lack a rounding instruction in their baseline.
  @inline(__always)
  private static func rounded(_ value: Double) -> Int32 {
    let limit = 1_073_741_824.0
    let low = value > -limit ? value : -limit
    let inside = low < limit ? low : limit
    return Int32(truncatingIfNeeded: (inside + 6_755_399_441_055_744).bitPattern)
  }
}

/// Corners of a turned region in pixels, Float32. Source: `pipelines.md` section 2.3, steps 1 and 2.
package struct CropCorners: Sendable, Hashable {
  package let bottomLeft, topLeft, topRight, bottomRight: ImagePoint

  package init(_ region: PixelRegion) {
    // The original goes from radians to Float32 degrees and back.
    let degrees = Float(Double(region.rotationRadians * 180) / Double.pi)
    let radians = Double(degrees) * Double.pi / 180
    let b = Float(cosineOf(radians)) * 0.5
    let a = Float(sineOf(radians)) * 0.5
    let (x, y, w, h) = (region.xCenter, region.yCenter, region.width, region.height)
    bottomLeft = ImagePoint(x: x - a * h - b * w, y: y + b * h - a * w)
    topLeft = ImagePoint(x: x + a * h - b * w, y: y - b * h - a * w)
    topRight = ImagePoint(x: 2 * x - bottomLeft.x, y: 2 * y - bottomLeft.y)
    bottomRight = ImagePoint(x: 2 * x - topLeft.x, y: 2 * y - topLeft.y)
  }
}
