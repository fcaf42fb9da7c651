package import VisionBase

/// Where a head is in space, from its landmarks. Keeps its lists of points, so that a face needs no new ones.
/// Source: MediaPipe, `pipelines.md` sections 9.2 and 9.5.
package struct FaceGeometry: Sendable {
  /// The camera that the original takes all pictures to come from.
  package static let defaultVerticalFieldOfViewDegrees: Float = 63
  private static let near = 1.0
  /// A face whose landmarks all lie this close to their mean, in fractions of the picture, has no pose.
  private static let smallestExtent: Float = 1e-3

  private let model: FaceGeometryModel
  private let verticalFieldOfViewDegrees: Float
  /// The face on the near plane of the camera, and where it is taken to be in space.
  private var screen: [SIMD3<Double>] = []
  private var points: [SIMD3<Double>] = []

  /// - Parameter verticalFieldOfViewDegrees: Angle between the picture's top and bottom edge, above 0, below 180.
  package init(model: FaceGeometryModel, verticalFieldOfViewDegrees: Float = defaultVerticalFieldOfViewDegrees) {
    self.model = model
    self.verticalFieldOfViewDegrees = verticalFieldOfViewDegrees
  }

  /// The 4 × 4 matrix from the canonical face to the camera's space, column by column (translation at 12, 13, 14): in
  /// centimetres, right-handed, camera at the origin looking along −z, y up. `nil` if the face is a single point.
  ///
  /// - Parameter landmarks: At least 468, in the order of the mesh; the rest counts only for the extent.
  /// - Throws: `internalFailure` if no pose fits.
  package mutating func transform(of landmarks: [NormalizedLandmark], size: ImageSize) throws(LandmarkError) -> [Float]? {
    let count = FaceGeometryModel.vertexCount
    guard landmarks.count >= count else {
      throw LandmarkError(.invalidArgument, "A face has \(landmarks.count) landmarks, expected at least \(count).")
    }
    guard Self.hasExtent(landmarks) else { return nil }
    let height = 2 * Self.near * DoubleMath.tangent(Double(verticalFieldOfViewDegrees) / 2 * Double.pi / 180)
    let width = height * Double(size.width) / Double(size.height)
    screen.refill(count: count) { i in
      SIMD3(
        Double(landmarks[i].x) * width - width / 2, (1 - Double(landmarks[i].y)) * height - height / 2,
        Double(landmarks[i].z) * width)
    }
    let depth = screen.reduce(0) { $0 + $1.z } / Double(count)

    points.refill(count: count) { SIMD3(screen[$0].x, screen[$0].y, -screen[$0].z) }
    let first = try fit().scale
    unproject(depth: depth, scale: first)
    let second = try fit().scale
    unproject(depth: depth, scale: first * second)
    let pose = try fit()
    return Self.matrix(
      pose.scale * pose.rotation.0, pose.scale * pose.rotation.1, pose.scale * pose.rotation.2, pose.translation)
  }

  /// The similarity from the canonical face to ``points``.
  private func fit() throws(LandmarkError) -> Similarity {
    try WeightedProcrustes.solve(from: model.positions, to: points, weights: model.weights)
  }

  /// With the scale known, the perspective can be undone: depth first, then x and y along the ray.
  private mutating func unproject(depth: Double, scale: Double) {
    for (index, point) in screen.enumerated() {
      let z = (point.z - depth + Self.near) / scale
      points[index] = SIMD3(point.x * z / Self.near, point.y * z / Self.near, -z)
    }
  }

  private static func matrix(
    _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>, _ translation: SIMD3<Double>
  ) -> [Float] {
    [
      Float(a.x), Float(a.y), Float(a.z), 0, Float(b.x), Float(b.y), Float(b.z), 0, Float(c.x), Float(c.y), Float(c.z), 0,
      Float(translation.x), Float(translation.y), Float(translation.z), 1,
    ]
  }

  private static func hasExtent(_ landmarks: [NormalizedLandmark]) -> Bool {
    let count = Float(landmarks.count)
    let x = landmarks.reduce(Float(0)) { $0 + $1.x } / count
    let y = landmarks.reduce(Float(0)) { $0 + $1.y } / count
    return landmarks.contains { Float32Math.hypotenuse($0.x - x, $0.y - y) > smallestExtent }
  }
}
