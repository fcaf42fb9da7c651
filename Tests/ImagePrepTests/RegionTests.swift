import Foundation
import ImagePrep
import TestSupport
import Testing
import VisionBase

let unitVectors = TestFiles.specData?.appendingPathComponent("unit_vectors.json")
let needsVectors: Comment = "needs ../shared/spec/data"

func region(_ value: JSONValue) throws -> NormalizedRegion {
  NormalizedRegion(
    xCenter: try value.at("x").float, yCenter: try value.at("y").float, width: try value.at("w").float,
    height: try value.at("h").float, rotationRadians: try value.at("r").float)
}

@Suite struct RegionTests {
  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func frameRegionsFollowTheRotation() throws {
    let cases = try JSONValue(contentsOf: try #require(unitVectors)).at("full_frame_rect").elements
    #expect(cases.count == 10)
    for item in cases {
      let size = ImageSize(width: try item.at("W").int, height: try item.at("H").int)
      let found = try NormalizedRegion.frame(of: size, rotationDegrees: try item.at("deg").int)
      let expected = try region(try item.at("rect"))
      // The vectors have 8 digits: equal to the last bit or next to it.
      #expect(abs(found.rotationRadians - expected.rotationRadians) <= expected.rotationRadians.magnitude.ulp)
      #expect(abs(found.width - expected.width) <= expected.width.ulp)
      #expect(abs(found.height - expected.height) <= expected.height.ulp)
      #expect(found.xCenter == 0.5 && found.yCenter == 0.5)
    }
  }

  @Test(arguments: [1, 45, -91, 89, 91, Int.max, Int.min + 1])
  func rotationsThatAreNoQuarterTurnsAreRefused(degrees: Int) throws {
    let error = #expect(throws: LandmarkError.self) {
      try NormalizedRegion.frame(of: ImageSize(width: 4, height: 4), rotationDegrees: degrees)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.message.contains("\(degrees)") == true)
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func letterboxKeepsTheAspectRatio() throws {
    let cases = try JSONValue(contentsOf: try #require(unitVectors)).at("keep_aspect_padding").elements
    #expect(cases.count == 4)
    for item in cases {
      let roi = try item.at("roi").floats
      let out = try item.at("out").elements.map { try $0.int }
      let result = try item.at("result")
      let pad = try result.at("pad").floats
      let source = PixelRegion(xCenter: 7, yCenter: 9, width: roi[0], height: roi[1], rotationRadians: 0.25)
      let (region, letterbox) = source.padded(toAspectOf: out[0], out[1])
      #expect(try [region.width, region.height] == [result.at("w").float, result.at("h").float])
      #expect(region.xCenter == 7 && region.yCenter == 9 && region.rotationRadians == 0.25)
      let found = [letterbox.left, letterbox.top, letterbox.right, letterbox.bottom]
      for (a, b) in zip(found, pad) { #expect(abs(a - b) < 1e-7) }
    }
  }

  @Test func pixelRegionsScaleWithThePicture() {
    let region = NormalizedRegion(xCenter: 0.5, yCenter: 1, width: 4, height: 2, rotationRadians: 3)
    #expect(
      PixelRegion(region, in: ImageSize(width: 4, height: 4))
        == PixelRegion(xCenter: 2, yCenter: 4, width: 16, height: 8, rotationRadians: 3))
    #expect(
      PixelRegion(region, in: ImageSize(width: 25, height: 15))
        == PixelRegion(xCenter: 12.5, yCenter: 15, width: 100, height: 30, rotationRadians: 3))
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func projectionAndCornersMatchTheReference() throws {
    let cases = try JSONValue(contentsOf: try #require(unitVectors)).at("crop").elements
    #expect(cases.count == 3)
    for item in cases {
      let size = ImageSize(width: try item.at("W").int, height: try item.at("H").int)
      let pixels = PixelRegion(try region(try item.at("rect")), in: size)
      let m = pixels.projection(in: size)
      let rows = try item.at("matrix").rows
      for (a, b) in zip([m.m00, m.m01, m.m02, m.m10, m.m11, m.m12], rows[0] + rows[1]) { #expect(abs(a - b) < 3e-7) }
      let corners = CropCorners(pixels)
      let points = [corners.bottomLeft, corners.topLeft, corners.topRight, corners.bottomRight]
      for (a, b) in zip(points, try item.at("box_points_p0_p1_p2_p3").rows) {
        #expect(abs(a.x - b[0]) < 1e-4 && abs(a.y - b[1]) < 1e-4)
      }
    }
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func cropMapIsBitExactIncludingTies() throws {
    let cases = try JSONValue(contentsOf: try #require(unitVectors)).at("crop_exact").elements
    #expect(cases.count == 3)
    for item in cases {
      let size = ImageSize(width: try item.at("W").int, height: try item.at("H").int)
      let out = try item.at("out").int
      var pixels = PixelRegion(try region(try item.at("rect")), in: size)
      if try item.at("keep_aspect").flag { pixels = pixels.padded(toAspectOf: out, out).region }
      #expect(try [pixels.xCenter, pixels.yCenter, pixels.width, pixels.height] == item.at("roi_px").floats)
      let corners = CropCorners(pixels)
      let points = [corners.bottomLeft, corners.topLeft, corners.topRight, corners.bottomRight].map { [$0.x, $0.y] }
      #expect(try points == item.at("corners_BL_TL_TR_BR").rows)
      let map = try CropMap(region: pixels, width: out, height: out)
      let inverse = [map.n0, map.n1, map.n2, map.n3, map.n4, map.n5, map.n6, map.n7, map.n8]
      #expect(try inverse == item.at("inverse_matrix").elements.map { try $0.double })
      for (key, value) in try item.at("XY").members {
        let sample = key.split(separator: ",").compactMap { Int($0) }
        let place = map.place(column: sample[0], row: sample[1])
        #expect(try [Int(place.x), Int(place.y)] == value.elements.map { try $0.int }, "sample \(key)")
      }
    }
  }
}
