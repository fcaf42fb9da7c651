package import VisionBase

/// The pose network's segmentation logits → a mask over the picture. Keeps its lists, so that a mask needs no new ones.
/// Source: MediaPipe, `pipelines.md` section 10.
package struct MaskWarp: Sendable {
  /// Side of the network's square mask.
  package static let side = 256

  /// Whole-number parts of the places of the columns; the rows' parts are added to them.
  private var columnX: [Int] = []
  private var columnY: [Int] = []

  package init() {}

  /// Replaces `probabilities` by those of `logits`.
  ///
  /// - Parameter logits: `[256, 256]`.
  /// - Throws: `invalidModel` for another number of logits.
  package static func read(
    _ logits: UnsafeBufferPointer<Float>, into probabilities: inout [Float]
  ) throws(LandmarkError) {
    guard logits.count == side * side else {
      throw LandmarkError(.invalidModel, "The pose network returned a mask of \(logits.count) values, expected \(side * side).")
    }
    probabilities.refill(count: logits.count) { Float32Math.sigmoid(logits[$0]) }
  }

  /// Probabilities 0…1 for every pixel of a picture of `size`, row by row; 0 outside the region.
  ///
  /// - Parameter probabilities: What ``read(_:into:)`` made.
  package mutating func mask(_ probabilities: [Float], _ places: Places, size: ImageSize) -> [Float] {
    [Float](unsafeUninitializedCapacity: size.width * size.height) { buffer, count in
      warp(probabilities, places, size: size, into: buffer)
      count = size.width * size.height
    }
  }

  /// The same as ``mask(_:_:size:)`` in the memory that `mask` has.
  package mutating func mask(_ probabilities: [Float], _ places: Places, size: ImageSize, into mask: inout [Float]) {
    if mask.count != size.width * size.height { mask = Array(repeating: 0, count: size.width * size.height) }
    mask.withUnsafeMutableBufferPointer { warp(probabilities, places, size: size, into: $0) }
  }

  private mutating func warp(
    _ probabilities: [Float], _ places: Places, size: ImageSize, into buffer: UnsafeMutableBufferPointer<Float>
  ) {
    columnX.refill(count: size.width) { Self.fixed(Double(places.a00) * Double($0)) }
    columnY.refill(count: size.width) { Self.fixed(Double(places.a10) * Double($0)) }
    probabilities.withUnsafeBufferPointer { source in
      for y in 0..<size.height {
        let x0 = Self.fixed(Double(places.a01) * Double(y) + Double(places.a02)) + Self.roundingBias
        let y0 = Self.fixed(Double(places.a11) * Double(y) + Double(places.a12)) + Self.roundingBias
        for x in 0..<size.width {
          let value = Self.sample(source, (x0 + columnX[x]) >> Self.placeShift, (y0 + columnY[x]) >> Self.placeShift)
          buffer.initializeElement(at: y * size.width + x, to: value)
        }
      }
    }
  }

  // Places are computed in 1/1024 and used in 1/32 of a mask pixel.
  private static let placeScale = 1024.0
  private static let placeShift = 5
  private static let roundingBias = 16
  /// Far outside every mask, far inside an Int.
  private static let placeLimit = 1e15

  private static func fixed(_ value: Double) -> Int {
    let scaled = (value * placeScale).rounded(.toNearestOrEven)
    return Int(min(max(scaled.isNaN ? 0 : scaled, -placeLimit), placeLimit))
  }

  /// Bilinear mix of four taps; those outside count 0.
  private static func sample(_ source: UnsafeBufferPointer<Float>, _ x: Int, _ y: Int) -> Float {
    let column = x >> 5
    let row = y >> 5
    guard column >= -1, column < side, row >= -1, row < side else { return 0 }
    let fx = Float(x & 31) / 32
    let fy = Float(y & 31) / 32
    func tap(_ c: Int, _ r: Int) -> Float { c >= 0 && c < side && r >= 0 && r < side ? source[r * side + c] : 0 }
    let top = tap(column, row) * ((1 - fx) * (1 - fy)) + tap(column + 1, row) * (fx * (1 - fy))
    return top + tap(column, row + 1) * ((1 - fx) * fy) + tap(column + 1, row + 1) * (fx * fy)
  }

  /// Where the pixels of a picture lie in the network's mask: `diag(256, 256) · map⁻¹ · diag(1/W, 1/H)`.
  package struct Places: Sendable {
    fileprivate let a00, a01, a02, a10, a11, a12: Float

    /// - Parameters:
    ///   - map: From fractions of the region to fractions of the picture.
    ///   - size: Size of the picture.
    /// - Throws: `invalidArgument` for a map without inverse.
    package init(_ map: CropProjection, size: ImageSize, precision: Precision = .mediaPipe) throws(LandmarkError) {
      let (a, b, c) = (Double(map.m00), Double(map.m01), Double(map.m02))
      let (d, e, f) = (Double(map.m10), Double(map.m11), Double(map.m12))
      let determinant = a * e - b * d
      guard determinant != 0, determinant.isFinite else {
        throw LandmarkError(.invalidArgument, "The region of a body has no area.")
      }
      let s = Double(MaskWarp.side)
      let w = Double(size.width)
      let h = Double(size.height)
      var (x0, y0) = (s * (b * f - c * e) / determinant, s * (c * d - a * f) / determinant)
      let (xx, xy) = (s * e / determinant / w, -s * b / determinant / h)
      let (yx, yy) = (-s * d / determinant / w, s * a / determinant / h)
      if precision == .corrected {
        // Pixel centres onto pixel centres; the original leaves the half pixels out.
        x0 += 0.5 * (xx + xy) - 0.5
        y0 += 0.5 * (yx + yy) - 0.5
      }
      (a00, a01, a02) = (Float(xx), Float(xy), Float(x0))
      (a10, a11, a12) = (Float(yx), Float(yy), Float(y0))
    }
  }
}
