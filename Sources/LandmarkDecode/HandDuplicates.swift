package import VisionBase

/// Finds hands that were reported twice. Source: MediaPipe, `pipelines.md` section 5.2.7.
package enum HandDuplicates {
  /// Share of the larger hand's base length below which two landmarks count as the same.
  static let distanceShare: Float = 0.2
  /// So many of the 21 landmarks must coincide.
  static let coincidingLandmarks = 10
  /// And the bounding boxes must overlap more than this.
  static let overlap: Float = 0.2

  /// Indices of the hands to keep, ascending: a hand goes if it coincides with an earlier one that stays.
  package static func keptIndices(of hands: [[NormalizedLandmark]], in size: ImageSize) -> [Int] {
    let shapes = hands.map { Shape($0, in: size) }
    var kept: [Int] = []
    for i in shapes.indices where !kept.contains(where: { coincide(shapes[i], shapes[$0]) }) { kept.append(i) }
    return kept
  }

  private struct Shape {
    let points: [ImagePoint]
    let baseLength: Float
    let bounds: NormalizedBox

    init(_ landmarks: [NormalizedLandmark], in size: ImageSize) {
      let points = landmarks.map { $0.point.imagePoint(in: size) }
      self.points = points
      // The triangle of wrist and the knuckles of index and little finger hardly changes with the fingers.
      baseLength = max(
        distance(points[0], points[5]), distance(points[5], points[17]), distance(points[17], points[0]))
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

  private static func coincide(_ a: Shape, _ b: Shape) -> Bool {
    let limit = distanceShare * max(a.baseLength, b.baseLength)
    var close = 0
    for (p, q) in zip(a.points, b.points) where distance(p, q) < limit { close += 1 }
    return close >= coincidingLandmarks && a.bounds.intersectionOverUnion(b.bounds) > overlap
  }

  private static func distance(_ a: ImagePoint, _ b: ImagePoint) -> Float {
    let (dx, dy) = (a.x - b.x, a.y - b.y)
    return Float32Math.squareRoot(dx * dx + dy * dy)
  }
}
