import Foundation
import Landmarks
import TestSupport
import Testing

/// Blendshapes, matrices and connection lists of faces against the original's.
@Suite(.serialized) struct FaceTests {
  private func faces(_ number: Int = 3, fov: Float = 63) throws -> FaceLandmarker {
    try FaceLandmarker(
      model: try model("face_landmarker"),
      options: .init(
        numFaces: number, outputFaceBlendshapes: true, outputFacialTransformationMatrixes: true, verticalFieldOfViewDegrees: fov))
  }

  /// Largest difference of matrix entries, those of the translation by its length, as the comparison tool takes it.
  static func matrixGap(_ rows: [[Float]], _ ours: TransformMatrix) -> Float {
    let length = max(1, (0..<3).reduce(Float(0)) { $0 + rows[$1][3] * rows[$1][3] }.squareRoot())
    var worst: Float = 0
    for row in 0..<4 {
      for column in 0..<4 {
        let gap = abs(rows[row][column] - (ours.value(row: row, column: column) ?? .infinity))
        worst = max(worst, column == 3 ? gap / length : gap)
      }
    }
    return worst
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func blendshapesAndMatricesAgreeWithTheOriginal() throws {
    let names = try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("face_tables.json"))
      .at("blendshape_names").elements.map { try $0.text }
    let task = try faces()
    var scores: [Float] = []
    var matrices: [Float] = []
    for golden in try Golden.all("face_landmarker") {
      let found = try task.detect(try picture(golden.name))
      let shapes = try golden.result.at("face_blendshapes").elements
      let expected = try golden.result.at("facial_transformation_matrixes").elements
      #expect(found.faceBlendshapes.count == shapes.count && found.facialTransformationMatrixes.count == expected.count)
      for (reference, ours) in zip(shapes, found.faceBlendshapes) {
        #expect(ours.headIndex == 0 && ours.headName.isEmpty)
        #expect(ours.categories.map(\.categoryName) == names && ours.categories.map(\.index) == Array(0..<52))
        #expect(ours.categories.allSatisfy { $0.displayName.isEmpty })
        let values = try reference.elements.map { try $0.elements[1].float }
        try #require(values.count == 52)
        scores.append(zip(values, ours.categories).reduce(0) { max($0, abs($1.0 - $1.1.score)) })
      }
      for (reference, ours) in zip(expected, found.facialTransformationMatrixes) {
        #expect(ours.rows == 4 && ours.columns == 4 && ours.data.count == 16)
        matrices.append(Self.matrixGap(try reference.rows, ours))
      }
    }
    print(
      "face_landmarker: \(scores.count) faces; blendshapes median \(percentile(scores, 0.5)), worst \(scores.max() ?? 0); "
        + "matrices median \(percentile(matrices, 0.5)), worst \(matrices.max() ?? 0)")
    #expect(scores.count >= 30)
    #expect((scores.max() ?? .infinity) <= 4e-3)
    #expect((matrices.max() ?? .infinity) <= 5e-4)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func whatIsNotAskedForIsNotThereAndChangesNothing() throws {
    let image = try picture("face_grace_hopper.jpg")
    let full = try faces(1).detect(image)
    let bare = try FaceLandmarker(model: try model("face_landmarker")).detect(image)
    #expect(bare.faceBlendshapes.isEmpty && bare.facialTransformationMatrixes.isEmpty)
    #expect(bare.faceLandmarks == full.faceLandmarks && bare.presenceScores == full.presenceScores)
    #expect(full.faceBlendshapes.count == 1 && full.facialTransformationMatrixes.count == 1)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func aWiderFieldOfViewBringsTheHeadNearer() throws {
    let image = try picture("face_grace_hopper.jpg")
    var distances: [Float] = []
    for fov: Float in [20, 40, 63, 90] {
      let matrix = try #require(try faces(1, fov: fov).detect(image).facialTransformationMatrixes.first)
      let distance = -matrix.data[14]
      // A head's size on the screen fixes distance × tan(angle / 2), up to the depth of the head itself.
      distances.append(distance * tangent(ofHalf: fov))
      #expect(matrix.data[15] == 1 && matrix.data[3] == 0 && distance > 0)
    }
    print("distance × tan(fov / 2): \(distances)")
    let mean = distances.reduce(0, +) / 4
    // The head is about 15 cm deep; at 90° it is 25 cm away and perspective moves the estimate by some percent.
    #expect(distances.allSatisfy { abs($0 / mean - 1) < 0.15 })
  }

  private func tangent(ofHalf degrees: Float) -> Float {
    let half = Double(degrees) / 2 * .pi / 180
    // Enough terms of both series for angles up to 45°.
    let sine = half - half * half * half / 6 + half * half * half * half * half / 120
    let cosine = 1 - half * half / 2 + half * half * half * half / 24
    return Float(sine / cosine)
  }

  @Test(arguments: [0, -1, 180, 400, Float.nan, .infinity])
  func impossibleFieldsOfViewAreRefused(fov: Float) {
    let error = #expect(throws: LandmarkError.self) {
      try FaceLandmarker(model: .bytes([]), options: .init(verticalFieldOfViewDegrees: fov))
    }
    #expect(error?.code == .invalidArgument && error?.message.contains("verticalFieldOfViewDegrees") == true)
  }

  @Test(.enabled(if: TestFiles.specData != nil, "needs ../shared/spec"))
  func allConnectionListsEqualTheTables() throws {
    let spec = try #require(TestFiles.shared).appendingPathComponent("spec")
    let lists = try JSONValue(contentsOf: spec.appendingPathComponent("connections.json"))
    let face: [(String, String?, [Connection])] = [
      ("lipsConnections", "MPPFaceLandmarksLips", FaceConnections.lips),
      ("leftEyeConnections", "MPPFaceLandmarksLeftEye", FaceConnections.leftEye),
      ("leftEyebrowConnections", "MPPFaceLandmarksLeftEyebrow", FaceConnections.leftEyebrow),
      ("leftIrisConnections", "MPPFaceLandmarksLeftIris", FaceConnections.leftIris),
      ("rightEyeConnections", "MPPFaceLandmarksRightEye", FaceConnections.rightEye),
      ("rightEyebrowConnections", "MPPFaceLandmarksRightEyebrow", FaceConnections.rightEyebrow),
      ("rightIrisConnections", "MPPFaceLandmarksRightIris", FaceConnections.rightIris),
      ("faceOvalConnections", "MPPFaceLandmarksFaceOval", FaceConnections.faceOval),
      ("contoursConnections", nil, FaceConnections.contours), ("tesselationConnections", nil, FaceConnections.tesselation),
      ("faceConnections", nil, FaceConnections.all),
    ]
    func pairs(_ value: JSONValue) throws -> [Connection] {
      try value.elements.map { Connection(start: try $0.elements[0].int, end: try $0.elements[1].int) }
    }
    let table = try JSONValue(contentsOf: spec.appendingPathComponent("data/face_tables.json")).at("connection_sets")
    for (name, tableName, ours) in face {
      #expect(try pairs(try lists.at("FaceLandmarker").at(name)) == ours, "\(name)")
      if let tableName { #expect(try pairs(try table.at(tableName)) == ours, "\(tableName)") }
    }
    let hand: [(String, [Connection])] = [
      ("handPalmConnections", HandConnections.palm), ("handThumbConnections", HandConnections.thumb),
      ("handIndexFingerConnections", HandConnections.indexFinger), ("handMiddleFingerConnections", HandConnections.middleFinger),
      ("handRingFingerConnections", HandConnections.ringFinger), ("handPinkyConnections", HandConnections.pinky),
      ("handConnections", HandConnections.all),
    ]
    for (name, ours) in hand { #expect(try pairs(try lists.at("HandLandmarker").at(name)) == ours, "\(name)") }
    #expect(try pairs(try lists.at("PoseLandmarker").at("poseLandmarks")) == PoseConnections.all)
  }

  @Test func matricesAndMasksOfAnyShapeNeverTrap() {
    let matrix = TransformMatrix(rows: 3, columns: 3, data: (0..<9).map(Float.init))
    #expect((0..<3).map { row in (0..<3).map { matrix.value(row: row, column: $0) } } == [[0, 3, 6], [1, 4, 7], [2, 5, 8]])
    #expect(matrix.value(row: 3, column: 0) == nil && matrix.value(row: 0, column: -1) == nil)
    #expect(matrix.value(row: 0, column: .max) == nil && matrix.value(row: .min, column: 0) == nil)
    let huge = TransformMatrix(rows: .max, columns: .max, data: [1])
    #expect(huge.value(row: .max - 1, column: .max - 1) == nil && huge.value(row: 1, column: 1) == nil)
    #expect(huge.value(row: 0, column: 0) == 1)
    let mask = SegmentationMask(width: 7, height: 1, values: [0, 0.52, 1, 2, -1, .nan, .infinity])
    #expect(mask.bytes == [0, 132, 255, 255, 0, 0, 255])
  }
}
