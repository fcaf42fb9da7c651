import Foundation
import ImagePrep
import LandmarkDecode
import TestSupport
import Testing
import VisionBase

@Suite struct LandmarkTests {
  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func handLandmarksAreProjectedByTheRegion() throws {
    for item in try vectors("landmark_projection_rect").elements {
      let p = try item.at("point").floats
      let expected = try item.at("result").floats
      // The hand's network speaks in pixels and with a smaller depth.
      let raw = (0..<21).flatMap { _ in [p[0] * 224, p[1] * 224, p[2] * 0.4 * 224] }
      let hand = try decodeHand(raw, raw, try region(try item.at("rect")))
      for landmark in hand.landmarks {
        #expect(close(landmark.x, expected[0]) && close(landmark.y, expected[1]) && close(landmark.z, expected[2]))
        #expect(landmark.visibility == nil && landmark.presence == nil)
      }
    }
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func faceLandmarksAreProjectedByTheMatrix() throws {
    let items = try vectors("landmark_projection_matrix").elements
    #expect(items.count == 3)
    for item in items {
      let picture = try size(item)
      let map = PixelRegion(try region(try item.at("rect")), in: picture).projection(in: picture)
      let found = try decodeFace(try item.at("point").floats, map)
      let expected = try item.at("result").floats
      #expect(close(found.x, expected[0]) && close(found.y, expected[1]) && close(found.z, expected[2]))
    }
  }

  @Test func theTwoProjectionsDifferForRegionsThatAreNotSquare() throws {
    let source = NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.5, height: 1, rotationRadians: .pi / 2)
    let picture = ImageSize(width: 1, height: 1)
    let face = try decodeFace([0.5, 1, 0], PixelRegion(source, in: picture).projection(in: picture))
    #expect(abs(face.x) < 1e-6 && abs(face.y - 0.5) < 1e-6 && face.z == 0)
    let hand = RegionTurn(source).project(x: 0.5, y: 1, z: 0)
    #expect(abs(hand.x - 0.25) < 1e-6 && abs(hand.y - 0.5) < 1e-6 && hand.z == 0)
    let upright = RegionTurn(NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.5, height: 2)).project(x: 1, y: 1, z: -0.5)
    #expect(upright == NormalizedLandmark(x: 0.75, y: 1.5, z: -0.25))
  }

  @Test func worldLandmarksTurnWithTheRegionAndKeepTheirScores() {
    let source = NormalizedRegion(xCenter: 0, yCenter: 0, width: 1, height: 1, rotationRadians: .pi / 2)
    let found = RegionTurn(source).rotate(WorldLandmark(x: 1, y: 0.5, z: 3, visibility: 0.25, presence: 0.75))
    #expect(abs(found.x + 0.5) < 1e-6 && abs(found.y - 1) < 1e-6 && found.z == 3)
    #expect(found.visibility == 0.25 && found.presence == 0.75)
  }

  @Test(arguments: [(Float(0.9), 0, "Right", Float(0.9)), (0.25, 1, "Left", 0.75), (0.5, 0, "Right", 0.5)])
  func handednessIsTheLikelierSide(score: Float, index: Int, name: String, reported: Float) {
    let hand = DecodedHand(landmarks: [], worldLandmarks: [], presence: 1, rightHandScore: score)
    #expect(hand.handedness == Category(index: index, score: reported, categoryName: name, displayName: name))
  }

  @Test func facePresenceIsALogit() {
    #expect(FaceDecoder.presence(logit: 0) == 0.5)
    #expect(FaceDecoder.presence(logit: 200) == 1)
    #expect(FaceDecoder.presence(logit: -200) == 0)
  }

  @Test func wrongOutputSizesAreErrors() {
    #expect(throws: LandmarkError.self) { try decodeHand([1, 2, 3], [1, 2, 3], .wholeImage) }
    let error = #expect(throws: LandmarkError.self) {
      var face: [NormalizedLandmark] = []
      try [Float(1)].withUnsafeBufferPointer {
        try FaceDecoder.decode(
          landmarks: $0, map: CropProjection(m00: 1, m01: 0, m02: 0, m10: 0, m11: 1, m12: 0),
          size: ImageSize(width: 1, height: 1),
          into: &face)
      }
    }
    #expect(error?.code == .invalidModel)
  }

  /// A hand of 21 points around (x, y), 0.1 of the picture wide.
  private func hand(_ x: Float, _ y: Float, shifted: Int = 0, by shift: Float = 0) -> [NormalizedLandmark] {
    (0..<21).map { i in
      let angle = Float(i) / 21 * 2 * Float.pi
      let move = i < shifted ? shift : 0
      return NormalizedLandmark(x: x + 0.05 * cos(angle) + move, y: y + 0.05 * sin(angle), z: 0)
    }
  }

  @Test func handsReportedTwiceAreTold() {
    func areSame(_ a: [NormalizedLandmark], _ b: [NormalizedLandmark]) -> Bool {
      let size = ImageSize(width: 640, height: 480)
      let answer = HandDuplicates.coincide(a, b, in: size)
      #expect(HandDuplicates.coincide(b, a, in: size) == answer)
      return answer
    }
    #expect(areSame(hand(0.3, 0.3), hand(0.305, 0.3)))
    #expect(!areSame(hand(0.3, 0.3), hand(0.7, 0.3)))
    // Ten coinciding landmarks are enough, nine are not.
    #expect(areSame(hand(0.3, 0.3), hand(0.3, 0.3, shifted: 11, by: 0.04)))
    #expect(!areSame(hand(0.3, 0.3), hand(0.3, 0.3, shifted: 12, by: 0.04)))
  }

  @Test func ofSubjectsReportedTwiceTheFirstStays() {
    func kept(_ hands: [[NormalizedLandmark]]) -> [Int] {
      var filter = DuplicateFilter()
      filter.update(count: 3) { _, _ in false }
      filter.update(count: hands.count) { HandDuplicates.coincide(hands[$0], hands[$1], in: ImageSize(width: 640, height: 480)) }
      return filter.kept
    }
    #expect(kept([]) == [])
    #expect(kept([hand(0.3, 0.3), hand(0.305, 0.3), hand(0.7, 0.3)]) == [0, 2])
    // A dropped hand hides nobody: the third coincides with the second only.
    #expect(kept([hand(0.3, 0.3), hand(0.31, 0.3), hand(0.32, 0.3)]) == [0, 2])
  }

  private func decodeHand(_ raw: [Float], _ world: [Float], _ region: NormalizedRegion) throws -> DecodedHand {
    // What was there before must go.
    var hand = DecodedHand(landmarks: [NormalizedLandmark(x: 7, y: 7, z: 7)])
    try raw.withUnsafeBufferPointer { landmarks in
      try world.withUnsafeBufferPointer {
        try HandDecoder.decode(
          landmarks: landmarks, worldLandmarks: $0, presence: 1, rightHandScore: 1, region: region, into: &hand)
      }
    }
    return hand
  }

  /// The first of 478 landmarks that are all at `point`, given in fractions of the region.
  private func decodeFace(_ point: [Float], _ map: CropProjection) throws -> NormalizedLandmark {
    let raw = (0..<478).flatMap { _ in point.map { $0 * 256 } }
    var found = [NormalizedLandmark(x: 7, y: 7, z: 7)]
    try raw.withUnsafeBufferPointer {
      try FaceDecoder.decode(landmarks: $0, map: map, size: ImageSize(width: 1, height: 1), into: &found)
    }
    #expect(found.count == 478)
    #expect(Set(found).count == 1)
    return try #require(found.first)
  }
}
