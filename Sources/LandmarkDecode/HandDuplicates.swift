package import VisionBase

/// Tells hands that were reported twice. Source: MediaPipe, `pipelines.md` section 5.2.7.
package enum HandDuplicates {
  /// Share of the larger hand's base length below which two landmarks count as the same.
  static let distanceShare: Float = 0.2
  /// So many of the 21 landmarks must coincide.
  static let coincidingLandmarks = 10
  /// And the bounding boxes must overlap more than this.
  static let overlap: Float = 0.2

  /// Whether two lists of 21 landmarks are the same hand.
  package static func coincide(_ a: [NormalizedLandmark], _ b: [NormalizedLandmark], in size: ImageSize) -> Bool {
    let (shapeA, shapeB) = (Shape(a, in: size), Shape(b, in: size))
    let limit = distanceShare * max(shapeA.baseLength, shapeB.baseLength)
    var close = 0
    for (p, q) in zip(a, b) where distance(p, q, size) < limit { close += 1 }
    return close >= coincidingLandmarks && shapeA.bounds.intersectionOverUnion(shapeB.bounds) > overlap
  }

  private struct Shape {
    let baseLength: Float
    let bounds: NormalizedBox

    init(_ landmarks: [NormalizedLandmark], in size: ImageSize) {
      // The triangle of wrist and the knuckles of index and little finger hardly changes with the fingers.
      baseLength = max(
        distance(landmarks[0], landmarks[5], size), distance(landmarks[5], landmarks[17], size),
        distance(landmarks[17], landmarks[0], size))
      var (xMin, yMin) = (Float.greatestFiniteMagnitude, Float.greatestFiniteMagnitude)
      var (xMax, yMax) = (-xMin, -yMin)
      for landmark in landmarks {
        xMin = min(xMin, landmark.x)
        yMin = min(yMin, landmark.y)
        xMax = max(xMax, landmark.x)
        yMax = max(yMax, landmark.y)
      }
      bounds = NormalizedBox(xMin: xMin, yMin: yMin, width: xMax - xMin, height: yMax - yMin)
    }
  }

  /// In pixels.
  private static func distance(_ first: NormalizedLandmark, _ second: NormalizedLandmark, _ size: ImageSize) -> Float {
    let (a, b) = (first.point.imagePoint(in: size), second.point.imagePoint(in: size))
    let (dx, dy) = (a.x - b.x, a.y - b.y)
    return Float32Math.squareRoot(dx * dx + dy * dy)
  }
}
