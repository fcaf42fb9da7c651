package import VisionBase

/// Where a head is in space, from its landmarks. Source: MediaPipe, `pipelines.md` sections 9.2 and 9.5.
package enum FaceGeometry {
  /// The camera that the original takes all pictures to come from.
  package static let defaultVerticalFieldOfViewDegrees: Float = 63
  private static let near = 1.0
  /// A face whose landmarks all lie this close to their mean, in fractions of the picture, has no pose.
  private static let smallestExtent: Float = 1e-3

  /// The 4 × 4 matrix from the canonical face to the camera's space, column by column (translation at 12, 13, 14): in
  /// centimetres, right-handed, camera at the origin looking along −z, y up. `nil` if the face is a single point.
  ///
  /// - Parameters:
  ///   - landmarks: At least 468, in the order of the mesh; the rest counts only for the extent.
  ///   - verticalFieldOfViewDegrees: Angle between the picture's top and bottom edge, above 0, below 180.
  /// - Throws: `internalFailure` if no pose fits.
  package static func transform(
    of landmarks: [NormalizedLandmark], size: ImageSize, model: FaceGeometryModel,
    verticalFieldOfViewDegrees: Float = defaultVerticalFieldOfViewDegrees
  ) throws(LandmarkError) -> [Float]? {
    let count = FaceGeometryModel.vertexCount
    guard landmarks.count >= count else {
      throw LandmarkError(.invalidArgument, "A face has \(landmarks.count) landmarks, expected at least \(count).")
    }
    guard hasExtent(landmarks) else { return nil }
    let height = 2 * near * DoubleMath.tangent(Double(verticalFieldOfViewDegrees) / 2 * Double.pi / 180)
    let width = height * Double(size.width) / Double(size.height)
    let screen = landmarks.prefix(count).map { landmark in
      SIMD3(
        Double(landmark.x) * width - width / 2, (1 - Double(landmark.y)) * height - height / 2, Double(landmark.z) * width)
    }
    let depth = screen.reduce(0) { $0 + $1.z } / Double(count)

    func fit(_ points: [SIMD3<Double>]) throws(LandmarkError) -> Similarity {
      try WeightedProcrustes.solve(from: model.positions, to: points, weights: model.weights)
    }
    // With the scale known, the perspective can be undone: depth first, then x and y along the ray.
    func unprojected(_ scale: Double) -> [SIMD3<Double>] {
      screen.map { point in
        let z = (point.z - depth + near) / scale
        return SIMD3(point.x * z / near, point.y * z / near, -z)
      }
    }
    let first = try fit(screen.map { SIMD3($0.x, $0.y, -$0.z) }).scale
    let second = try fit(unprojected(first)).scale
    let pose = try fit(unprojected(first * second))
    let (rotation, scale) = (pose.rotation, pose.scale)
    var matrix: [Float] = []
    for column in [scale * rotation.0, scale * rotation.1, scale * rotation.2] { append(column, last: 0, to: &matrix) }
    append(pose.translation, last: 1, to: &matrix)
    return matrix
  }

  private static func append(_ column: SIMD3<Double>, last: Float, to matrix: inout [Float]) {
    matrix += [Float(column.x), Float(column.y), Float(column.z), last]
  }

  private static func hasExtent(_ landmarks: [NormalizedLandmark]) -> Bool {
    let count = Float(landmarks.count)
    let x = landmarks.reduce(Float(0)) { $0 + $1.x } / count
    let y = landmarks.reduce(Float(0)) { $0 + $1.y } / count
    return landmarks.contains { Float32Math.hypotenuse($0.x - x, $0.y - y) > smallestExtent }
  }
}
