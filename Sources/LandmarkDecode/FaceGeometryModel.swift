package import VisionBase

/// The canonical face that measured faces are compared with: 468 points in centimetres, and how much each counts.
/// Source: MediaPipe, `pipelines.md` section 9.3.
package struct FaceGeometryModel: Sendable {
  package static let vertexCount = 468
  /// x, y, z of the canonical vertices.
  package let positions: [SIMD3<Double>]
  /// Weight of each vertex, 0 or more.
  package let weights: [Double]

  /// x, y, z, and two texture coordinates.
  private static let floatsPerVertex = 5

  /// Reads `geometry_pipeline_metadata_landmarks.binarypb`.
  ///
  /// - Throws: `invalidModel` if the bytes are not well formed, `unsupportedModel` for another mesh than the face's.
  package init(metadata: [UInt8]) throws(LandmarkError) {
    var vertices: [Float] = []
    var weights = [Double](repeating: 0, count: Self.vertexCount)
    var reader = ProtobufReader(metadata[...])
    while let (field, value) = try reader.next() {
      guard case .bytes(let message) = value else { continue }
      switch field {
      case 1: vertices = try Self.vertices(message)
      case 2:
        let (id, weight) = try Self.weight(message)
        guard id < UInt64(Self.vertexCount), weight >= 0, weight.isFinite else {
          throw LandmarkError(.invalidModel, "The metadata gives landmark \(id) the weight \(weight).")
        }
        weights[Int(id)] = Double(weight)
      default: continue
      }
    }
    guard vertices.count == Self.vertexCount * Self.floatsPerVertex else {
      throw LandmarkError(
        .unsupportedModel,
        "The canonical mesh has \(vertices.count) numbers, expected \(Self.vertexCount * Self.floatsPerVertex).")
    }
    guard vertices.allSatisfy(\.isFinite) else {
      throw LandmarkError(.invalidModel, "The canonical mesh has a coordinate that is not a finite number.")
    }
    positions = stride(from: 0, to: vertices.count, by: Self.floatsPerVertex).map { (i: Int) -> SIMD3<Double> in
      SIMD3<Double>(SIMD3<Float>(vertices[i], vertices[i + 1], vertices[i + 2]))
    }
    self.weights = weights
  }

  private static func vertices(_ message: ArraySlice<UInt8>) throws(LandmarkError) -> [Float] {
    var vertices: [Float] = []
    var reader = ProtobufReader(message)
    while let (field, value) = try reader.next() {
      // Types of vertices and primitives: 0 (position and texture, triangles) is the only one there is.
      if field == 1 || field == 2, case .integer(let kind) = value, kind != 0 {
        throw LandmarkError(.unsupportedModel, "The canonical mesh is of the unknown type \(kind).")
      }
      if field == 3 { try value.appendFloats(to: &vertices, limit: vertexCount * floatsPerVertex) }
    }
    return vertices
  }

  private static func weight(_ message: ArraySlice<UInt8>) throws(LandmarkError) -> (id: UInt64, weight: Float) {
    var result = (id: UInt64(0), weight: Float(0))
    var reader = ProtobufReader(message)
    while let (field, value) = try reader.next() {
      switch (field, value) {
      case (1, .integer(let id)): result.id = id
      case (2, .fixed32(let bits)): result.weight = Float(bitPattern: bits)
      default: continue
      }
    }
    return result
  }
}
