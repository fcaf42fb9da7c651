package import VisionBase

/// Tells bodies that show the same person. Ours: the original reports such twins.
package enum PoseDuplicates {
  /// Mean distance of landmarks, by the longer side of the larger body, below which two bodies are one. Two people who
  /// stand one before the other in the same posture are about a shoulder's width (0.2) apart.
  static let distance: Float = 0.1

  /// Whether two lists of landmarks are the same person.
  package static func coincide(_ a: [NormalizedLandmark], _ b: [NormalizedLandmark], in size: ImageSize) -> Bool {
    guard a.count == b.count, !a.isEmpty else { return false }
    let side = max(longerSide(a, size), longerSide(b, size))
    let sum = zip(a, b).reduce(Float(0)) { sum, pair in
      let dx = (pair.0.x - pair.1.x) * Float(size.width)
      let dy = (pair.0.y - pair.1.y) * Float(size.height)
      return sum + Float32Math.squareRoot(dx * dx + dy * dy)
    }
    return sum < distance * side * Float(a.count)
  }

  private static func longerSide(_ body: [NormalizedLandmark], _ size: ImageSize) -> Float {
    var (x0, x1, y0, y1) = (Float.infinity, -Float.infinity, Float.infinity, -Float.infinity)
    for landmark in body {
      (x0, x1) = (min(x0, landmark.x), max(x1, landmark.x))
      (y0, y1) = (min(y0, landmark.y), max(y1, landmark.y))
    }
    return max((x1 - x0) * Float(size.width), (y1 - y0) * Float(size.height))
  }
}
