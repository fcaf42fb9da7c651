import Foundation
import LandmarkDecode
import TestSupport
import Testing
import VisionBase

@Suite struct PoseAndGestureTests {
  /// One landmark on a 3 × 3 map whose other cells have no weight.
  private func refine(
    _ x: Float, _ y: Float, _ cells: [(row: Int, column: Int, logit: Float)], minimum: Float
  ) throws -> NormalizedPoint {
    var logits = [Float](repeating: -1e16, count: 9)
    for cell in cells { logits[cell.row * 3 + cell.column] = cell.logit }
    return try logits.withUnsafeBufferPointer {
      try HeatmapRefinement($0, height: 3, width: 3, channels: 1, kernelSize: 3, minimumConfidence: minimum)
        .refine(NormalizedPoint(x: x, y: y), channel: 0)
    }
  }

  @Test func heatMapsMoveLandmarksToTheirCentre() throws {
    let one = try refine(0.5, 0.5, [(1, 0, 1)], minimum: 0.1)
    #expect(close(one.x, 0) && close(one.y, 1 / 3))
    let two = try refine(0, 0, [(1, 0, 0), (1, 2, 0)], minimum: 0.1)
    #expect(close(two.x, 0) && close(two.y, 1 / 3))
    let three = try refine(0.9, 0.9, [(1, 0, 0), (1, 2, 0), (2, 2, 0)], minimum: 0.1)
    #expect(close(three.x, 2 / 3) && close(three.y, 1 / 2))
  }

  @Test func uncertainOrFarLandmarksStay() throws {
    #expect(try refine(0.5, 0.5, [(1, 0, 0)], minimum: 0.6) == NormalizedPoint(x: 0.5, y: 0.5))
    #expect(try refine(0.5, 0.5, [], minimum: 0) == NormalizedPoint(x: 0.5, y: 0.5))
    for x: Float in [-0.4, 1, 7, .infinity, -.infinity] {
      #expect(try refine(x, 0.5, [(1, 0, 5)], minimum: 0.1) == NormalizedPoint(x: x, y: 0.5))
    }
    #expect(try refine(.nan, 0.5, [(1, 0, 5)], minimum: 0.1).x.isNaN)
    // Just outside the edge still counts as the first cell.
    #expect(try refine(-0.3, 0.5, [(1, 0, 5)], minimum: 0.1).x == 0)
  }

  @Test func heatMapsOfAnotherSizeAreRefused() {
    let error = #expect(throws: LandmarkError.self) {
      try [Float(0)].withUnsafeBufferPointer {
        _ = try HeatmapRefinement($0, height: 3, width: 3, channels: 1)
      }
    }
    #expect(error?.code == .invalidModel)
  }

  private func decodePose(_ landmarks: [Float], heatmap: [Float], world: [Float], region: NormalizedRegion) throws -> DecodedPose
  {
    var pose = DecodedPose()
    // Twice: the second must take the place of the first.
    for _ in 0..<2 {
      try landmarks.withUnsafeBufferPointer { l in
        try heatmap.withUnsafeBufferPointer { h in
          try world.withUnsafeBufferPointer {
            try PoseDecoder.decode(landmarks: l, heatmap: h, worldLandmarks: $0, presence: 0.75, region: region, into: &pose)
          }
        }
      }
    }
    return pose
  }

  @Test func posesAreDecodedRefinedAndTurned() throws {
    let raw: [Float] = (0..<39).flatMap { (i: Int) -> [Float] in [Float(i), 128, -32, 0, Float(i) - 16] }
    var heatmap = [Float](repeating: -100, count: 64 * 64 * 39)
    heatmap[(32 * 64 + 10) * 39 + 33] = 20
    let world = (0..<117).map { Float($0) / 100 }
    let region = NormalizedRegion(xCenter: 0.5, yCenter: 0.25, width: 2, height: 1, rotationRadians: .pi / 2)
    let pose = try decodePose(raw, heatmap: heatmap, world: world, region: region)
    #expect(pose.landmarks.count == 33 && pose.worldLandmarks.count == 33 && pose.presence == 0.75)
    for (i, landmark) in pose.landmarks.enumerated() {
      // v = 0, so x stays at the centre and u goes down.
      #expect(abs(landmark.x - 0.5) < 1e-6)
      let expectedY = Float(i) / 256 - 0.25
      #expect(abs(landmark.y - expectedY) < 1e-6)
      #expect(landmark.z == -0.125 * 2)
      #expect(landmark.visibility == 0.5)
      let metres = pose.worldLandmarks[i]
      #expect(metres.presence == landmark.presence && metres.visibility == 0.5)
      #expect(abs(metres.x + world[3 * i + 1]) < 1e-6)
      #expect(abs(metres.y - world[3 * i]) < 1e-6)
      #expect(metres.z == world[3 * i + 2])
    }
    #expect(pose.landmarks[16].presence == 0.5)
    #expect(abs(pose.bodyCenter.y - (Float(10) / 64 - 0.25)) < 1e-6)
    let size = ImageSize(width: 100, height: 100)
    #expect(pose.nextRegion(in: size) == .body(center: pose.bodyCenter.point, scalePoint: pose.scalePoint.point, in: size))
    #expect(throws: LandmarkError.self) { try decodePose([1], heatmap: heatmap, world: world, region: region) }
    #expect(throws: LandmarkError.self) { try decodePose(raw, heatmap: [1], world: world, region: region) }
  }

  private func features(_ landmarks: [NormalizedLandmark], _ size: ImageSize, turn: Float) -> [Float] {
    var features: [Float] = [7]
    GestureFeatures.image(landmarks, size: size, frameRotationRadians: turn, into: &features)
    return features
  }

  private func features(_ world: [WorldLandmark], turn: Float) -> [Float] {
    var features: [Float] = [7]
    GestureFeatures.world(world, frameRotationRadians: turn, into: &features)
    return features
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func gestureFeaturesMatchTheReference() throws {
    let items = try vectors("gesture_features").elements
    #expect(items.count == 2)
    for item in items {
      let file = try item.at("file").text
      let rotation = try item.at("rotation").float
      let goldens = try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("goldens.json"))
      let world = try goldens.at(file).at("world_landmarks").rows.map { WorldLandmark(x: $0[0], y: $0[1], z: $0[2]) }
      let image = features(try goldenLandmarks(file), try size(item), turn: rotation)
      let metres = features(world, turn: rotation)
      for (found, key) in [(image, "image"), (metres, "world")] {
        let expected = try item.at(key).rows.flatMap { $0 }
        try #require(found.count == 63 && expected.count == 63)
        // World landmarks lie around 0: adding and taking away 0.5 costs their last bits.
        for (a, b) in zip(found, expected) { #expect(abs(a - b) < 1e-6, "\(key)") }
      }
    }
  }

  @Test(arguments: [0, 21]) func gestureFeaturesOfARampMatchTheOriginalsTest(offset: Int) {
    func value(_ i: Int, _ add: Float) -> Float { 0.01 * Float(i + offset) + add }
    let image = (0..<21).map { NormalizedLandmark(x: value($0, 0.001), y: value($0, 0.002), z: value($0, 0.003)) }
    let world = image.map { WorldLandmark(x: $0.x, y: $0.y, z: $0.z) }
    let size = ImageSize(width: 640, height: 480)
    let plain = features(image, size, turn: 0)
    #expect(abs(plain[6] - 0.1) < 1e-4 && abs(plain[16] - 0.1875) < 1e-4)
    let turned = features(image, size, turn: .pi / 2)
    #expect(abs(turned[6] - 0.075) < 1e-4 && abs(turned[16] + 0.25) < 1e-4)
    let metres = features(world, turn: 0)
    #expect(abs(metres[6] - 0.1) < 1e-4 && abs(metres[16] - 0.25) < 1e-4)
    let turnedMetres = features(world, turn: .pi / 2)
    #expect(abs(turnedMetres[6] - 0.1) < 1e-4 && abs(turnedMetres[16] + 0.25) < 1e-4)
  }

  @Test func theRightHandScoreComesFromTheReportedSide() {
    #expect(GestureFeatures.rightHandScore(of: Category(index: 0, score: 0.75, categoryName: "Right")) == 0.75)
    #expect(GestureFeatures.rightHandScore(of: Category(index: 1, score: 0.75, categoryName: "Left")) == 0.25)
  }

  @Test func theGestureIsTheFirstThatIsNotTheBackground() {
    func gesture(_ names: [String?]) -> String? {
      var combination = GestureCombination()
      for name in names { combination.add(name.map { Category(index: -1, score: 0.5, categoryName: $0) }) }
      return combination.gesture?.categoryName
    }
    #expect(gesture([]) == nil && gesture([nil, nil]) == nil)
    #expect(gesture(["None", "Victory"]) == "Victory" && gesture(["wave", "Victory"]) == "wave")
    #expect(
      gesture(["wave", "None"]) == "wave" && gesture(["None", nil]) == "None" && gesture([nil, "None", "None"]) == "None")
  }

  @Test func twinsAreTold() {
    func body(_ x: Float) -> [NormalizedLandmark] {
      (0..<33).map { NormalizedLandmark(x: x + 0.01 * Float($0 % 5), y: 0.2 + 0.015 * Float($0), z: 0) }
    }
    func areSame(_ a: [NormalizedLandmark], _ b: [NormalizedLandmark]) -> Bool {
      PoseDuplicates.coincide(a, b, in: ImageSize(width: 400, height: 400))
    }
    // The bodies are 0.48 of the picture tall.
    #expect(areSame(body(0.2), body(0.21)) && areSame(body(0.7), body(0.69)))
    #expect(!areSame(body(0.2), body(0.3)) && !areSame(body(0.2), body(0.7)))
    #expect(!areSame([], []))
  }
}
