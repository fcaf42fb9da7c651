package import VisionBase

/// Raw outputs of the face landmark network → a face. Source: MediaPipe, `pipelines.md` section 5.3.
package enum FaceDecoder {
  package static let landmarkCount = 478
  /// Side of the square input tensor in pixels, the unit of the raw landmarks.
  package static let inputSize = 256

  /// Probability 0…1 that the region shows a face.
  package static func presence(logit: Float) -> Float { Float32Math.sigmoid(logit) }

  /// Replaces `face`, the landmarks of a face, in the memory it has.
  ///
  /// - Parameters:
  ///   - landmarks: `[1434]`, x, y, z in pixels of the tensor.
  ///   - map: From fractions of the tensor to fractions of the picture. The matrix form is needed here, because face
  ///     regions are not square in pixels.
  ///   - size: Size of the picture.
  package static func decode(
    landmarks: UnsafeBufferPointer<Float>, map: CropProjection, size: ImageSize, precision: Precision = .mediaPipe,
    into face: inout [NormalizedLandmark]
  ) throws(LandmarkError) {
    guard landmarks.count == 3 * landmarkCount else {
      throw LandmarkError(
        .invalidModel, "The face network returned \(landmarks.count) values, expected \(3 * landmarkCount).")
    }
    let side = Float(inputSize)
    let depthScale = depthScale(of: map, size: size, precision: precision)
    face.refill(count: landmarkCount) { i in
      let point = map.apply(u: landmarks[3 * i] / side, v: landmarks[3 * i + 1] / side)
      return NormalizedLandmark(x: point.x, y: point.y, z: landmarks[3 * i + 2] / side * depthScale)
    }
  }

  /// Width of the region as a fraction of the picture's width. The original takes the distance of the region's mapped
  /// upper corners and so mixes fractions of the width and of the height; the corrected precision measures in pixels.
  package static func depthScale(of map: CropProjection, size: ImageSize, precision: Precision = .mediaPipe) -> Float {
    guard precision == .corrected else {
      // Not the length of the first column: the rounding of the two corners shows in the last bits of every z.
      let (left, right) = (map.apply(u: 0, v: 0), map.apply(u: 1, v: 0))
      return Float32Math.hypotenuse(right.x - left.x, right.y - left.y)
    }
    let (width, height) = (Float(size.width), Float(size.height))
    return Float32Math.hypotenuse(map.m00 * width, map.m10 * height) / width
  }
}
