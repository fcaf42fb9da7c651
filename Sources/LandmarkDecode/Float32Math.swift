import VisionBase

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Float32 functions that round once: computed in double, then rounded (appendix A.1, rule 2). The same bits on every
/// platform whose double functions are good to half a Float32 unit, whatever its Float32 functions do.
enum Float32Math {
  static func sine(_ radians: Float) -> Float { Float(sin(Double(radians))) }
  static func cosine(_ radians: Float) -> Float { Float(cos(Double(radians))) }
  static func arcTangent(y: Float, x: Float) -> Float { Float(atan2(Double(y), Double(x))) }
  static func exponential(_ value: Float) -> Float { Float(exp(Double(value))) }
  static func squareRoot(_ value: Float) -> Float { value.squareRoot() }
  static func hypotenuse(_ a: Float, _ b: Float) -> Float { Float(hypot(Double(a), Double(b))) }

  /// `1 / (1 + e^−v)`.
  static func sigmoid(_ value: Float) -> Float { 1 / (1 + exponential(-value)) }

  /// The same angle in −π…π. Computed in double with double π, rounded once (appendix A.4).
  static func normalizedRadians(_ angle: Float) -> Float {
    let wide = Double(angle)
    return Float(wide - 2 * Double.pi * ((wide + Double.pi) / (2 * Double.pi)).rounded(.down))
  }

  /// Angle by which to turn so that the direction from `start` to `end` becomes `target`.
  static func rotation(from start: ImagePoint, to end: ImagePoint, target: Float) -> Float {
    normalizedRadians(target - arcTangent(y: -(end.y - start.y), x: end.x - start.x))
  }

  /// Where the original starts a running maximum: the smallest positive normal number instead of −∞, so that the
  /// maximum of negative values comes out as this. Kept because regions of the next frame depend on it.
  /// Source: MediaPipe, `pipelines.md` section 0.7.
  static func maximumStart(_ precision: Precision) -> Float {
    precision == .mediaPipe ? .leastNormalMagnitude : -.greatestFiniteMagnitude
  }
  static let minimumStart = Float.greatestFiniteMagnitude
}

/// Functions of the C library, for the few places that compute in double throughout.
enum DoubleMath {
  static func tangent(_ radians: Double) -> Double { tan(radians) }
}
