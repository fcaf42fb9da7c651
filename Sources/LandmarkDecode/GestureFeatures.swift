package import VisionBase

/// Hand landmarks as the gesture embedder wants them: without place, size and turn of the picture.
/// Source: MediaPipe, `pipelines.md` section 8.1.
package enum GestureFeatures {
  /// Keeps the size of a hand that is a single point above zero.
  private static let sizeOffset: Float = 1e-5

  /// Replaces `features` by `[21, 3]` from landmarks of a picture of `size`.
  ///
  /// - Parameter frameRotationRadians: Turn of the frame region that the hands were looked for in.
  package static func image(
    _ landmarks: [NormalizedLandmark], size: ImageSize, frameRotationRadians: Float, precision: Precision = .mediaPipe,
    into features: inout [Float]
  ) {
    let longest = Float(max(size.width, size.height))
    let (width, height) = (Float(size.width), Float(size.height))
    features.removeAll(keepingCapacity: true)
    for landmark in landmarks {
      features.append((landmark.x - 0.5) * width / longest + 0.5)
      features.append((landmark.y - 0.5) * height / longest + 0.5)
      features.append(landmark.z)
    }
    normalize(&features, frameRotationRadians, precision)
  }

  /// Replaces `features` by `[21, 3]` from landmarks in metres.
  package static func world(
    _ landmarks: [WorldLandmark], frameRotationRadians: Float, precision: Precision = .mediaPipe,
    into features: inout [Float]
  ) {
    features.removeAll(keepingCapacity: true)
    for landmark in landmarks {
      features.append(landmark.x)
      features.append(landmark.y)
      features.append(landmark.z)
    }
    normalize(&features, frameRotationRadians, precision)
  }

  /// The second input: the probability that this is a right hand, from the side that was reported.
  package static func rightHandScore(of handedness: Category) -> Float {
    handedness.categoryName == "Right" ? handedness.score : 1 - handedness.score
  }

  /// Takes place, size and turn out of x, y, z, x, y, z and so on.
  private static func normalize(_ numbers: inout [Float], _ rotation: Float, _ precision: Precision) {
    let cosine = Float32Math.cosine(rotation)
    let sine = Float32Math.sine(-rotation)
    let places = stride(from: 0, to: numbers.count, by: 3)
    for i in places {
      let (u, v) = (numbers[i] - 0.5, numbers[i + 1] - 0.5)
      numbers[i] = u * cosine - v * sine + 0.5
      numbers[i + 1] = v * cosine + u * sine + 0.5
    }
    guard !numbers.isEmpty else { return }
    let origin = SIMD3(numbers[0], numbers[1], numbers[2])
    var (xMin, yMin) = (Float32Math.minimumStart, Float32Math.minimumStart)
    var (xMax, yMax) = (Float32Math.maximumStart(precision), Float32Math.maximumStart(precision))
    for i in places {
      for axis in 0..<3 { numbers[i + axis] -= origin[axis] }
      xMin = min(xMin, numbers[i])
      yMin = min(yMin, numbers[i + 1])
      xMax = max(xMax, numbers[i])
      yMax = max(yMax, numbers[i + 1])
    }
    let scale = max(xMax - xMin, yMax - yMin) + sizeOffset
    for i in numbers.indices { numbers[i] /= scale }
  }
}
