import Foundation
import Landmarks
import TestSupport
import Testing

@Suite struct TopologyTests {
  @Test func handLinesJoinNeighboursAndCountTwentyOne() {
    #expect(HandConnections.palm.count == 6)
    for finger in [
      HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger, HandConnections.ringFinger,
      HandConnections.pinky,
    ] {
      #expect(finger.count == 3)
      #expect(finger.allSatisfy { $0.end == $0.start + 1 })
    }
    #expect(HandConnections.all.count == 21 && Set(HandConnections.all).count == 21)
    #expect(Set(HandConnections.all.flatMap { [$0.start, $0.end] }) == Set(0..<21))
    #expect(HandLandmark.allCases.count == 21)
    #expect(HandLandmark.thumbTIP.rawValue == 4 && HandLandmark.indexFingerMCP.rawValue == 5)
    #expect(HandLandmark.middleFingerMCP.rawValue == 9 && HandLandmark.pinkyTIP.rawValue == 20)
  }

  @Test func faceListsHaveTheOriginalsCounts() {
    #expect(FaceConnections.lips.count == 40)
    #expect(FaceConnections.leftEye.count == 16 && FaceConnections.rightEye.count == 16)
    #expect(FaceConnections.leftEyebrow.count == 8 && FaceConnections.rightEyebrow.count == 8)
    #expect(FaceConnections.leftIris.count == 4 && FaceConnections.rightIris.count == 4)
    #expect(FaceConnections.faceOval.count == 36)
    #expect(FaceConnections.contours.count == 132)
    #expect(FaceConnections.tesselation.count == 2556)
    #expect(FaceConnections.all.count == 2728)
    #expect(FaceConnections.all.allSatisfy { (0..<478).contains($0.start) && (0..<478).contains($0.end) })
  }

  @Test func eachIrisHasItsOwnPoints() {
    #expect(Set(FaceConnections.rightIris.map(\.start)) == [469, 470, 471, 472])
    #expect(Set(FaceConnections.leftIris.map(\.start)) == [474, 475, 476, 477])
  }

  @Test(.enabled(if: TestFiles.specData != nil, "needs ../shared/spec/data"))
  func tesselationEqualsTheTable() throws {
    let url = try #require(TestFiles.specData).appendingPathComponent("face_tables.json")
    let triangles = try JSONValue(contentsOf: url).at("tesselation_triangles").elements
    let expected = try triangles.flatMap { triangle in
      let c = try triangle.elements.map { try $0.int }
      return [
        Connection(start: c[0], end: c[1]), Connection(start: c[1], end: c[2]), Connection(start: c[2], end: c[0]),
      ]
    }
    #expect(FaceConnections.tesselation == expected)
  }

  @Test func resultsSurviveJSON() throws {
    let hand = HandLandmarkerResult(
      landmarks: [[NormalizedLandmark(x: 0.1, y: -2, z: 1e-7)]], worldLandmarks: [[WorldLandmark(x: 1, y: 2, z: 3)]],
      handedness: [[Category(index: 1, score: 0.75, categoryName: "Left")]], presenceScores: [0.9])
    #expect(try JSONDecoder().decode(HandLandmarkerResult.self, from: JSONEncoder().encode(hand)) == hand)
    let face = FaceLandmarkerResult(
      faceLandmarks: [[NormalizedLandmark(x: 0.25, y: 0.5, z: 0)]], presenceScores: [1], timestampInMilliseconds: 7)
    #expect(try JSONDecoder().decode(FaceLandmarkerResult.self, from: JSONEncoder().encode(face)) == face)
  }
}
