import VisionBase

/// Rotation, scale and shift: `point ↦ scale · rotation · point + translation`.
struct Similarity {
  /// Columns of the rotation.
  var rotation: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
  var scale: Double
  var translation: SIMD3<Double>
}

/// Finds the similarity that carries one list of points onto another, each pair counted with a weight.
/// Source: MediaPipe, `pipelines.md` section 9.4; in double, where the original has Float32.
enum WeightedProcrustes {
  /// Below this a sum counts as 0 and there is no solution.
  private static let smallest = 1e-9

  /// The lists must have the same length.
  static func solve(
    from source: [SIMD3<Double>], to target: [SIMD3<Double>], weights: [Double]
  ) throws(LandmarkError) -> Similarity {
    var total = 0.0
    var centroid = SIMD3<Double>()
    for i in source.indices {
      total += weights[i]
      centroid += weights[i] * source[i]
    }
    guard total > smallest else { throw unsolvable("the weights sum up to 0") }
    centroid /= total

    // Columns of D = Σ weight · target · (source − centroid)ᵀ.
    var d = (SIMD3<Double>(), SIMD3<Double>(), SIMD3<Double>())
    var denominator = 0.0
    for i in source.indices {
      let centered = source[i] - centroid
      let weighted = weights[i] * target[i]
      d.0 += weighted * centered.x
      d.1 += weighted * centered.y
      d.2 += weighted * centered.z
      denominator += weights[i] * dot(centered, source[i])
    }
    guard (dot(d.0, d.0) + dot(d.1, d.1) + dot(d.2, d.2)).squareRoot() > smallest else {
      throw unsolvable("the points coincide")
    }
    guard denominator > smallest else { throw unsolvable("the canonical points coincide") }
    let rotation = NearestRotation.to(d)
    var numerator = 0.0
    for i in source.indices { numerator += weights[i] * dot(apply(rotation, source[i] - centroid), target[i]) }
    let scale = numerator / denominator
    guard scale > smallest else { throw unsolvable("the scale is 0") }

    var translation = SIMD3<Double>()
    for i in source.indices { translation += weights[i] * (target[i] - scale * apply(rotation, source[i])) }
    return Similarity(rotation: rotation, scale: scale, translation: translation / total)
  }

  static func apply(_ m: (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>), _ v: SIMD3<Double>) -> SIMD3<Double> {
    m.0 * v.x + m.1 * v.y + m.2 * v.z
  }

  static func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }

  private static func unsolvable(_ why: String) -> LandmarkError {
    LandmarkError(.internalFailure, "The pose of a face cannot be determined: \(why).")
  }
}

/// The rotation closest to a matrix, by singular value decomposition.
enum NearestRotation {
  typealias Matrix = (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)

  /// The columns of `U · S` and of `V` that belong together.
  private struct ColumnPair {
    var u: SIMD3<Double>
    var v: SIMD3<Double>

    var squaredLength: Double { WeightedProcrustes.dot(u, u) }
  }

  /// `U · diag(1, 1, ±1) · Vᵀ` for `d = U S Vᵀ`, the sign such that the result does not mirror.
  static func to(_ d: Matrix) -> Matrix {
    var a = ColumnPair(u: d.0, v: SIMD3(1, 0, 0))
    var b = ColumnPair(u: d.1, v: SIMD3(0, 1, 0))
    var c = ColumnPair(u: d.2, v: SIMD3(0, 0, 1))
    // One-sided Jacobi: turn pairs of columns until all are orthogonal. Three to five rounds do for 3 × 3.
    for _ in 0..<32 {
      var worst = max(0, orthogonalize(&a, &b))
      worst = max(worst, orthogonalize(&a, &c))
      worst = max(worst, orthogonalize(&b, &c))
      if worst < 1e-15 { break }
    }
    // The longest column first; equal ones keep their order.
    if b.squaredLength > a.squaredLength { swap(&a, &b) }
    if c.squaredLength > b.squaredLength {
      swap(&b, &c)
      if b.squaredLength > a.squaredLength { swap(&a, &b) }
    }
    let (v1, v2) = (a.v, b.v)
    let u1 = normalized(a.u) ?? SIMD3(1, 0, 0)
    // A rank of 1 leaves a free turn around u1: any direction across it will do.
    let u2 = normalized(b.u) ?? normalized(cross(u1, leastAligned(u1))) ?? SIMD3(0, 1, 0)
    // The third pair follows from the others up to a sign, and the sign must not mirror.
    let (u3, v3) = (cross(u1, u2), cross(v1, v2))
    func column(_ i: Int) -> SIMD3<Double> { u1 * v1[i] + u2 * v2[i] + u3 * v3[i] }
    return (column(0), column(1), column(2))
  }

  /// Turns two columns so that they become orthogonal; returns the cosine between them before.
  private static func orthogonalize(_ p: inout ColumnPair, _ q: inout ColumnPair) -> Double {
    let a = p.squaredLength
    let b = q.squaredLength
    let c = WeightedProcrustes.dot(p.u, q.u)
    guard a > 0, b > 0, c != 0 else { return 0 }
    let zeta = (b - a) / (2 * c)
    let t = (zeta < 0 ? -1.0 : 1.0) / (abs(zeta) + (1 + zeta * zeta).squareRoot())
    let cosine = 1 / (1 + t * t).squareRoot()
    let sine = cosine * t
    (p.u, q.u) = (cosine * p.u - sine * q.u, sine * p.u + cosine * q.u)
    (p.v, q.v) = (cosine * p.v - sine * q.v, sine * p.v + cosine * q.v)
    return abs(c) / (a * b).squareRoot()
  }

  private static func normalized(_ a: SIMD3<Double>) -> SIMD3<Double>? {
    let length = WeightedProcrustes.dot(a, a).squareRoot()
    return length > 1e-300 ? a / length : nil
  }

  private static func leastAligned(_ a: SIMD3<Double>) -> SIMD3<Double> {
    if abs(a.x) <= abs(a.y), abs(a.x) <= abs(a.z) { return SIMD3(1, 0, 0) }
    return abs(a.y) <= abs(a.z) ? SIMD3(0, 1, 0) : SIMD3(0, 0, 1)
  }

  private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
  }
}
