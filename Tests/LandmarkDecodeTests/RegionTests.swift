import Foundation
import ImagePrep
import LandmarkDecode
import TestSupport
import Testing
import VisionBase

func region(_ value: JSONValue) throws -> NormalizedRegion {
  NormalizedRegion(
    xCenter: try value.at("x").float, yCenter: try value.at("y").float, width: try value.at("w").float,
    height: try value.at("h").float, rotationRadians: try value.at("r").float)
}

func size(_ item: JSONValue) throws -> ImageSize { ImageSize(width: try item.at("W").int, height: try item.at("H").int) }

func point(_ value: JSONValue) throws -> NormalizedPoint {
  let xy = try value.floats
  return NormalizedPoint(x: xy[0], y: xy[1])
}

func expectClose(_ found: NormalizedRegion, _ expected: NormalizedRegion, _ tolerance: Float = 3e-7) {
  #expect(close(found.xCenter, expected.xCenter, tolerance))
  #expect(close(found.yCenter, expected.yCenter, tolerance))
  #expect(close(found.width, expected.width, tolerance))
  #expect(close(found.height, expected.height, tolerance))
  #expect(close(found.rotationRadians, expected.rotationRadians, tolerance))
}

/// A detection with the given corners and key points.
func detection(_ corners: [Float], _ keypoints: [NormalizedPoint]) -> Detection {
  let box = NormalizedBox(xMin: corners[0], yMin: corners[1], width: corners[2] - corners[0], height: corners[3] - corners[1])
  return Detection(score: 1, box: box, keypoints: Keypoints(keypoints))
}

func goldenLandmarks(_ file: String) throws -> [NormalizedLandmark] {
  let goldens = try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("goldens.json"))
  let entry = try goldens.at(file)
  return try (entry.has("landmarks") ? entry.at("landmarks") : entry).rows.map {
    NormalizedLandmark(x: $0[0], y: $0[1], z: $0.count > 2 ? $0[2] : 0)
  }
}

@Suite struct RegionTests {
  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func palmsBecomeHandRegions() throws {
    let item = try vectors("palm_to_hand_rect")
    let kp0 = try point(try item.at("kp0"))
    let kp2 = try point(try item.at("kp2"))
    let palm = detection(try item.at("box_xyxy").floats, [kp0, kp0, kp2])
    let expected = try region(try item.at("rect"))
    var found = palm.handRegion(in: try size(item))
    // The angle is taken from a Float32 near 90, whose unit is 7.6e-6; the vector was computed in double.
    #expect(close(found.rotationRadians, expected.rotationRadians, Float(90).ulp))
    found.rotationRadians = expected.rotationRadians
    expectClose(found, expected)
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func facesBecomeFaceRegions() throws {
    let item = try vectors("face_detection_to_rect")
    let face = detection(try item.at("box_xyxy").floats, [try point(try item.at("kp0")), try point(try item.at("kp1"))])
    expectClose(face.faceRegion(in: try size(item)), try region(try item.at("rect")))
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func bodiesBecomePoseRegions() throws {
    let item = try vectors("pose_keypoints_to_rect")
    let body = detection([0, 0, 1, 1], [try point(try item.at("kp0")), try point(try item.at("kp1"))])
    let found = body.poseRegion(in: try size(item))
    expectClose(found, try region(try item.at("rect")))
    expectClose(found, try region(try item.at("official")))
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func landmarksGiveTheNextHandRegion() throws {
    let item = try vectors("hand_next_rect")
    let landmarks = try goldenLandmarks(try item.at("landmarks_file").text)
    expectClose(.nextHand(landmarks, in: try size(item)), try region(try item.at("rect")), 5e-7)
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func landmarksGiveTheNextFaceRegion() throws {
    let item = try vectors("face_next_rect")
    let landmarks = try goldenLandmarks(try item.at("landmarks_file").text)
    expectClose(.nextFace(landmarks, in: try size(item)), try region(try item.at("rect")), 5e-7)
  }

  @Test func handsLeftOfThePictureKeepTheOriginalsMaximum() {
    // All points have negative x: the running maximum stays at the smallest normal number.
    let landmarks = (0..<21).map { NormalizedLandmark(x: -0.5 - Float($0) / 100, y: 0.5, z: 0) }
    let found = NormalizedRegion.nextFace(
      [NormalizedLandmark](repeating: landmarks[0], count: 33) + landmarks
        + [NormalizedLandmark](repeating: landmarks[0], count: 424), in: ImageSize(width: 100, height: 100))
    #expect(close(found.width, 0.7 * 1.5))
  }

  @Test func detectionsAreProjectedWithTheRegion() {
    let quarter = NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 1, height: 1, rotationRadians: .pi / 2)
    expectProjection(quarter, [0, 0, 0.5, 0.5], [0.25, 0.25], [0.5, 0, 1, 0.5], [0.75, 0.25])
    let corner = NormalizedRegion(xCenter: 0.75, yCenter: 0.75, width: 0.5, height: 0.5)
    expectProjection(corner, [0.5, 0, 1, 0.5], [0.5, 0.5], [0.75, 0.5, 1, 0.75], [0.75, 0.75])
  }

  private func expectProjection(
    _ source: NormalizedRegion, _ box: [Float], _ keypoint: [Float], _ expected: [Float], _ expectedPoint: [Float]
  ) {
    let picture = ImageSize(width: 100, height: 100)
    let map = PixelRegion(source, in: picture).projection(in: picture)
    let found = detection(box, [NormalizedPoint(x: keypoint[0], y: keypoint[1])]).projected(by: map)
    let corners = [found.box.xMin, found.box.yMin, found.box.xMin + found.box.width, found.box.yMin + found.box.height]
    for (a, b) in zip(corners, expected) { #expect(abs(a - b) < 1e-4, "\(corners)") }
    #expect(abs(found.keypoints[0].x - expectedPoint[0]) < 1e-4 && abs(found.keypoints[0].y - expectedPoint[1]) < 1e-4)
  }

  @Test func aTurnedRegionsBoxIsTheBoundsOfItsCorners() {
    let picture = ImageSize(width: 80, height: 120)
    let pixels = PixelRegion(xCenter: 65, yCenter: 85, width: 50, height: 30, rotationRadians: .pi / 6)
    let found = detection([0, 0, 1, 1], []).projected(by: pixels.projection(in: picture)).box
    #expect(abs(found.xMin * 80 - 35.849) < 1e-3 && abs(found.yMin * 120 - 59.510) < 1e-3)
    #expect(abs(found.width * 80 - 58.301) < 1e-3 && abs(found.height * 120 - 50.981) < 1e-3)
  }

  @Test func lettersboxRemovalUndoesTheEnlargement() {
    let found = detection([0.25, 0, 0.75, 1], [NormalizedPoint(x: 0.5, y: 0.125)])
      .removingLetterbox(Letterbox(left: 0.25, top: 0.125, right: 0.25, bottom: 0.125))
    #expect(found.box == NormalizedBox(xMin: 0, yMin: -0.125 / 0.75, width: 1, height: 1 / 0.75))
    #expect(found.keypoints == [NormalizedPoint(x: 0.5, y: 0)])
  }

  @Test func transformsShiftThenSquareThenScale() {
    let picture = ImageSize(width: 200, height: 100)
    let source = NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.2, height: 0.2)
    let found = source.transformed(by: RegionTransform(shiftX: 0.5, shiftY: -1, squaresLongSide: true, scale: 2), in: picture)
    expectClose(found, NormalizedRegion(xCenter: 0.6, yCenter: 0.3, width: 0.4, height: 0.8))
    var turned = source
    turned.rotationRadians = .pi / 2
    // Turned by 90°, up becomes right: 1 · 20 px of 200.
    expectClose(
      turned.transformed(by: RegionTransform(shiftY: -1), in: picture),
      NormalizedRegion(xCenter: 0.6, yCenter: 0.5, width: 0.2, height: 0.2, rotationRadians: .pi / 2))
  }
}
