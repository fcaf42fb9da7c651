package import VisionBase

/// The turning part of a container's display matrix: stored (x, y) is shown at (a·x + c·y, b·x + d·y).
package struct DisplayMatrix: Sendable, Hashable {
  package var a: Int32
  package var b: Int32
  package var c: Int32
  package var d: Int32

  package init(a: Int32, b: Int32, c: Int32, d: Int32) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
  }

  /// One in the matrix's unit of 1/65536.
  private static let one: Int32 = 65536

  /// The matrix that shows pixels upright which stand as `orientation` says.
  package init(_ orientation: ImageOrientation) {
    let one = Self.one
    switch orientation {
    case .up: self.init(a: one, b: 0, c: 0, d: one)
    case .upMirrored: self.init(a: -one, b: 0, c: 0, d: one)
    case .down: self.init(a: -one, b: 0, c: 0, d: -one)
    case .downMirrored: self.init(a: one, b: 0, c: 0, d: -one)
    case .leftMirrored: self.init(a: 0, b: one, c: one, d: 0)
    case .right: self.init(a: 0, b: one, c: -one, d: 0)
    case .rightMirrored: self.init(a: 0, b: -one, c: -one, d: 0)
    case .left: self.init(a: 0, b: -one, c: one, d: 0)
    }
  }

  /// The nearest turn by a quarter, with or without a mirror. A matrix of zeros, which some files have, turns nothing.
  package var orientation: ImageOrientation {
    // In 64 bits: the magnitude of the least 32-bit number has none.
    let (a, b, c, d) = (Int64(a), Int64(b), Int64(c), Int64(d))
    if abs(a) + abs(d) >= abs(b) + abs(c) {
      return switch (a < 0, d < 0) {
      case (false, false): .up
      case (true, false): .upMirrored
      case (true, true): .down
      case (false, true): .downMirrored
      }
    }
    return switch (b < 0, c < 0) {
    case (false, false): .leftMirrored
    case (false, true): .right
    case (true, true): .rightMirrored
    case (true, false): .left
    }
  }
}
