#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A place or direction in metres: x to the person's left in the rest pose, y up, z to the front.
package typealias Vector3 = SIMD3<Double>

extension SIMD3<Double> {
  package var length: Double { dot(self).squareRoot() }

  package func dot(_ other: SIMD3<Double>) -> Double { (self * other).sum() }

  package func cross(_ other: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
  }

  /// The direction alone; `nil` for a vector too short (a micrometre) or not finite to have one.
  package var direction: SIMD3<Double>? {
    let length = length
    return length > 1e-6 && length.isFinite ? self / length : nil
  }
}

/// A turn in space, as the three directions that the axes are turned to.
package struct Rotation: Sendable, Hashable {
  package var x: Vector3
  package var y: Vector3
  package var z: Vector3

  package static let none = Rotation(x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1))

  package init(x: Vector3, y: Vector3, z: Vector3) {
    self.x = x
    self.y = y
    self.z = z
  }

  package func callAsFunction(_ vector: Vector3) -> Vector3 { x * vector.x + y * vector.y + z * vector.z }

  /// First `inner`, then this one.
  package func after(_ inner: Rotation) -> Rotation { Rotation(x: self(inner.x), y: self(inner.y), z: self(inner.z)) }

  /// The turn back.
  package var inverse: Rotation {
    Rotation(x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y), z: Vector3(x.z, y.z, z.z))
  }

  /// The turn that takes `rest.primary` exactly to the direction of `target.primary`, and `rest.secondary` as near to
  /// `target.secondary` as is then left.
  ///
  /// - Returns: `nil` if a pair does not span a plane.
  package init?(taking rest: (primary: Vector3, secondary: Vector3), to target: (primary: Vector3, secondary: Vector3)) {
    guard let from = Rotation(along: rest.primary, towards: rest.secondary),
      let to = Rotation(along: target.primary, towards: target.secondary)
    else { return nil }
    self = to.after(from.inverse)
  }

  /// The frame whose x axis has the first direction and whose y axis lies in the plane of both.
  private init?(along primary: Vector3, towards secondary: Vector3) {
    guard let x = primary.direction, let second = secondary.direction, let y = (second - x * x.dot(second)).direction else {
      return nil
    }
    self.init(x: x, y: y, z: x.cross(y))
  }

  /// The least turn that takes one direction to another; `nil` for a vector without a direction and for opposite ones,
  /// where every axis would do.
  package init?(turning from: Vector3, to: Vector3) {
    guard let a = from.direction, let b = to.direction else { return nil }
    let cosine = a.dot(b)
    guard cosine > -1 + 1e-9 else { return nil }
    let axis = a.cross(b)
    // Rodrigues' formula with the sine and cosine of the angle between the two.
    let factor = 1 / (1 + cosine)
    func turned(_ v: Vector3) -> Vector3 { v * cosine + axis.cross(v) + axis * (axis.dot(v) * factor) }
    self.init(x: turned(Vector3(1, 0, 0)), y: turned(Vector3(0, 1, 0)), z: turned(Vector3(0, 0, 1)))
  }
}

/// Angles in degrees of turns about z, then x, then y, each about the axis as turned by those before.
package struct EulerZXY: Sendable, Hashable {
  package var z: Double
  package var x: Double
  package var y: Double

  package init(z: Double, x: Double, y: Double) {
    self.z = z
    self.x = x
    self.y = y
  }

  /// The angles of a rotation that lie nearest to those of the frame before, so that curves do not jump by full turns.
  package init(_ rotation: Rotation, near last: EulerZXY) {
    let degrees = 180 / Double.pi
    // The middle row of the matrix Rz·Rx·Ry: (sin z cos y + …, cos z cos x, …); sin x is its element (2, 1).
    let sine = min(max(rotation.y.z, -1), 1)
    let angleX = asin(sine) * degrees
    if abs(sine) > 1 - 1e-12 {
      // About x by a right angle: z and y turn about one axis, and only their sum or difference is known.
      let sum = atan2(rotation.x.y, rotation.x.x) * degrees
      self.init(z: Self.near(last.z, sum - (sine > 0 ? last.y : -last.y)), x: Self.near(last.x, angleX), y: last.y)
      return
    }
    let angleZ = atan2(-rotation.y.x, rotation.y.y) * degrees
    let angleY = atan2(-rotation.x.z, rotation.z.z) * degrees
    let first = EulerZXY(z: Self.near(last.z, angleZ), x: Self.near(last.x, angleX), y: Self.near(last.y, angleY))
    let other = EulerZXY(
      z: Self.near(last.z, angleZ + 180), x: Self.near(last.x, 180 - angleX), y: Self.near(last.y, angleY + 180))
    self = first.distance(to: last) <= other.distance(to: last) ? first : other
  }

  /// The turn that the angles stand for.
  package var rotation: Rotation {
    func turn(_ degrees: Double) -> (cosine: Double, sine: Double) {
      let radians = degrees * Double.pi / 180
      return (cos(radians), sin(radians))
    }
    let (cz, sz) = turn(z)
    let (cx, sx) = turn(x)
    let (cy, sy) = turn(y)
    let aboutZ = Rotation(x: Vector3(cz, sz, 0), y: Vector3(-sz, cz, 0), z: Vector3(0, 0, 1))
    let aboutX = Rotation(x: Vector3(1, 0, 0), y: Vector3(0, cx, sx), z: Vector3(0, -sx, cx))
    let aboutY = Rotation(x: Vector3(cy, 0, -sy), y: Vector3(0, 1, 0), z: Vector3(sy, 0, cy))
    return aboutZ.after(aboutX).after(aboutY)
  }

  private func distance(to other: EulerZXY) -> Double { abs(z - other.z) + abs(x - other.x) + abs(y - other.y) }

  /// `angle` plus full turns, nearest to `last`.
  private static func near(_ last: Double, _ angle: Double) -> Double { angle + ((last - angle) / 360).rounded() * 360 }
}
