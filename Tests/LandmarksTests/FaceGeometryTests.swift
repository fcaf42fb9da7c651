import Foundation
import LandmarkDecode
import ModelFormat
import TestSupport
import Testing
import VisionBase

@Suite struct FaceGeometryTests {
  private static func metadata() throws -> [UInt8] {
    let path = try #require(TestFiles.models).appendingPathComponent("face_landmarker.task").path
    let bytes = try ModelBundle(path: path).requiredEntry(named: "geometry_pipeline_metadata_landmarks.binarypb")
    return bytes.withUnsafeBytes { [UInt8]($0) }
  }

  private static func goldenFace() throws -> [NormalizedLandmark] {
    try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("goldens.json"))
      .at("face_blendshapes_in_landmarks.prototxt").rows.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0[2]) }
  }

  @Test(.enabled(if: TestFiles.specData != nil && hasModels, "needs Models/ and ../shared/spec/data"))
  func theMatrixOfAFaceEqualsTheOriginals() throws {
    var geometry = FaceGeometry(model: try FaceGeometryModel(metadata: try Self.metadata()))
    let specification = try #require(TestFiles.specData)
    let vector = try JSONValue(contentsOf: specification.appendingPathComponent("unit_vectors.json")).at("face_geometry")
    let size = ImageSize(width: try vector.at("W").int, height: try vector.at("H").int)
    let found = try #require(try geometry.transform(of: try Self.goldenFace(), size: size))
    let rows = try vector.at("matrix_row_major").rows
    let official = try JSONValue(contentsOf: specification.appendingPathComponent("goldens.json"))
      .at("face_geometry_expected_out.pbtxt").at("packed_data").floats
    try #require(found.count == 16 && official.count == 16)
    for column in 0..<4 {
      for row in 0..<4 {
        let value = found[column * 4 + row]
        #expect(abs(value - rows[row][column]) < 2e-5, "row \(row), column \(column)")
        // The original computes in Float32; its own test allows this much.
        #expect(abs(value - official[column * 4 + row]) < 1e-4, "row \(row), column \(column)")
      }
    }
  }

  @Test(.enabled(if: TestFiles.specData != nil && hasModels, "needs Models/ and ../shared/spec/data"))
  func theWeightsAreThoseOfTheTable() throws {
    let model = try FaceGeometryModel(metadata: try Self.metadata())
    let table = try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("face_tables.json"))
      .at("procrustes_weights").members
    #expect(table.count == 33 && model.weights.filter { $0 > 0 }.count == 33)
    // The table is printed with up to nine decimals.
    for (id, weight) in table { #expect(try abs(model.weights[try #require(Int(id))] - weight.double) < 5e-9) }
  }

  @Test(.enabled(if: hasModels, needsModels))
  func facesWithoutExtentHaveNoMatrix() throws {
    var geometry = FaceGeometry(model: try FaceGeometryModel(metadata: try Self.metadata()))
    let size = ImageSize(width: 100, height: 100)
    let point = [NormalizedLandmark](repeating: NormalizedLandmark(x: 0.3, y: 0.4, z: 0), count: 478)
    #expect(try geometry.transform(of: point, size: size) == nil)
    let error = #expect(throws: LandmarkError.self) {
      try geometry.transform(of: Array(point.prefix(467)), size: size)
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func damagedMetadataIsATypedErrorOrHarmless() throws {
    let seed: UInt64 = 41
    var generator = SeededGenerator(seed: seed)
    let good = try Self.metadata()
    for length in stride(from: 0, to: good.count, by: 97) {
      let error = #expect(throws: LandmarkError.self) { try FaceGeometryModel(metadata: Array(good.prefix(length))) }
      #expect(error?.code == .invalidModel || error?.code == .unsupportedModel)
    }
    for _ in 0..<2000 {
      var bytes = good
      for _ in 0..<3 { bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator) }
      do throws(LandmarkError) {
        let model = try FaceGeometryModel(metadata: bytes)
        #expect(model.positions.count == 468 && model.weights.allSatisfy { $0 >= 0 }, "seed \(seed)")
      } catch {
        #expect(error.code == .invalidModel || error.code == .unsupportedModel, "seed \(seed)")
      }
    }
  }
}
