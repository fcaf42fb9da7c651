package import VisionBase

/// Hand landmarks as the gesture embedder wants them: without place, size and turn of the picture.
/// Source: MediaPipe, `pipelines.md` section 8.1.
package enum GestureFeatures {
  /// Keeps the size of a hand that is a single point above zero.
  private static let sizeOffset: Float = 1e-5

  /// `[21, 3]` from landmarks of a picture of `size`.
  ///
  /// - Parameter frameRotationRadians: Turn of the frame region that the hands were looked for in.
  package static func image(
    _ landmarks: [NormalizedLandmark], size: ImageSize, frameRotationRadians: Float, precision: Precision = .mediaPipe
  ) -> [Float] {
    let longest = Float(max(size.width, size.height))
    let (width, height) = (Float(size.width), Float(size.height))
    let points = landmarks.map { landmark in
      SIMD3(
        (landmark.x - 0.5) * width / longest + 0.5, (landmark.y - 0.5) * height / longest + 0.5, landmark.z)
    }
    return normalized(points, frameRotationRadians, precision)
  }

  /// `[21, 3]` from landmarks in metres.
  package static func world(
    _ landmarks: [WorldLandmark], frameRotationRadians: Float, precision: Precision = .mediaPipe
  ) -> [Float] {
    normalized(landmarks.map { SIMD3($0.x, $0.y, $0.z) }, frameRotationRadians, precision)
  }

  /// The second input: the probability that this is a right hand, from the side that was reported.
  package static func rightHandScore(of handedness: Category) -> Float {
    handedness.categoryName == "Right" ? handedness.score : 1 - handedness.score
  }

  private static func normalized(_ points: [SIMD3<Float>], _ rotation: Float, _ precision: Precision) -> [Float] {
    let cosine = Float32Math.cosine(rotation)
    let sine = Float32Math.sine(-rotation)
    let turned = points.map { point in
      let (u, v) = (point.x - 0.5, point.y - 0.5)
      return SIMD3(u * cosine - v * sine + 0.5, v * cosine + u * sine + 0.5, point.z)
    }
    guard let origin = turned.first else { return [] }
    let moved = turned.map { $0 - origin }
    var (xMin, yMin) = (Float32Math.minimumStart, Float32Math.minimumStart)
    var (xMax, yMax) = (Float32Math.maximumStart(precision), Float32Math.maximumStart(precision))
    for point in moved {
      xMin = min(xMin, point.x)
      yMin = min(yMin, point.y)
      xMax = max(xMax, point.x)
      yMax = max(yMax, point.y)
    }
    let scale = max(xMax - xMin, yMax - yMin) + sizeOffset
    return moved.flatMap { [$0.x / scale, $0.y / scale, $0.z / scale] }
  }
}
