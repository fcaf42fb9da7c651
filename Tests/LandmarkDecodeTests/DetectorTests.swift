import Foundation
import LandmarkDecode
import TestSupport
import Testing
import VisionBase

let needsVectors: Comment = "needs ../shared/spec/data"
func vectors(_ name: String) throws -> JSONValue {
  try JSONValue(contentsOf: try #require(TestFiles.specData).appendingPathComponent("unit_vectors.json")).at(name)
}

func close(_ a: Float, _ b: Float, _ tolerance: Float = 2e-7) -> Bool { abs(a - b) <= tolerance * max(1, abs(b)) }

func expectEqual(_ found: [Detection], _ expected: JSONValue) throws {
  let rows = try expected.elements
  try #require(found.count == rows.count)
  for (detection, row) in zip(found, rows) {
    #expect(close(detection.score, try row.at("s").float))
    let box = detection.box
    let corners = [box.xMin, box.yMin, box.xMin + box.width, box.yMin + box.height]
    for (a, b) in zip(corners, try row.at("b").floats) { #expect(close(a, b)) }
    let points = try row.at("k").rows
    try #require(points.count == detection.keypoints.count)
    for (a, b) in zip(detection.keypoints, points) { #expect(close(a.x, b[0]) && close(a.y, b[1])) }
  }
}

extension DetectorDecoder {
  fileprivate func decode(boxes: [Float], logits: [Float], minimumScore: Float) throws -> [Detection] {
    // What was there before must go.
    var detections = [Detection(score: 7, box: NormalizedBox(xMin: 0, yMin: 0, width: 1, height: 1), keypoints: [])]
    try boxes.withUnsafeBufferPointer { boxes in
      try logits.withUnsafeBufferPointer {
        try decode(boxes: boxes, logits: $0, minimumScore: minimumScore, into: &detections)
      }
    }
    return detections
  }
}

@Suite struct DetectorTests {
  private func merged(_ detections: [Detection], threshold: Float) -> [Detection] {
    var merging = DetectionMerging()
    // Twice: the second call must not see the first.
    for _ in 0..<2 { merging.merge(detections, threshold: threshold) }
    return merging.merged
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors), arguments: ["palm", "face", "pose"])
  func anchorsMatchTheReference(name: String) throws {
    let grid = try #require(["palm": AnchorGrid.palm, "face": .face, "pose": .pose][name])
    let expected = try vectors("anchors").at(name)
    #expect(try grid.centers.count == expected.at("count").int)
    for (key, value) in try expected.at("samples").members {
      let center = grid.centers[try #require(Int(key))]
      let point = try value.floats
      #expect(close(center.x, point[0]) && close(center.y, point[1]))
    }
    let sum = grid.centers.reduce(into: (0.0, 0.0)) { $0 = ($0.0 + Double($1.x), $0.1 + Double($1.y)) }
    let expectedSum = try expected.at("sum").floats
    #expect(abs(sum.0 - Double(expectedSum[0])) < 1e-3 && abs(sum.1 - Double(expectedSum[1])) < 1e-3)
  }

  @Test(.enabled(if: TestFiles.specData != nil, needsVectors))
  func palmBoxesAreDecodedAndMerged() throws {
    let item = try vectors("palm_decode_nms")
    var boxes = [Float](repeating: 0, count: 2016 * 18)
    var logits = [Float](repeating: -50, count: 2016)
    for (key, value) in try item.at("raw").members {
      let index = try #require(Int(key))
      logits[index] = try value.at("logit").float
      boxes.replaceSubrange(index * 18..<(index + 1) * 18, with: try value.at("raw").floats)
    }
    let minimum = try item.at("min_score").float
    let decoded = try DetectorDecoder.palm.decode(boxes: boxes, logits: logits, minimumScore: minimum)
    try expectEqual(decoded, item.at("decoded"))
    let threshold = try item.at("nms_iou").float
    try expectEqual(merged(decoded, threshold: threshold), item.at("after_nms"))
  }

  @Test func scoresAtTheThresholdStayAndBrokenBoxesGo() throws {
    let count = AnchorGrid.face.centers.count
    var boxes = [Float](repeating: 0, count: count * 16)
    var logits = [Float](repeating: -1e9, count: count)
    for (index, (logit, width, height)) in [
      (Float(0), Float(8), Float(8)), (-1e-6, 8, 8), (5, -1, 8), (5, 8, -1), (5, .nan, 8), (1e9, 0, 0), (.nan, 8, 8),
    ].enumerated() {
      logits[index] = logit
      boxes[index * 16 + 2] = width
      boxes[index * 16 + 3] = height
    }
    let found = try DetectorDecoder.face.decode(boxes: boxes, logits: logits, minimumScore: 0.5)
    #expect(found.map(\.score) == [0.5, 1])
  }

  @Test func wrongTensorSizesAreNamed() {
    let error = #expect(throws: LandmarkError.self) {
      try DetectorDecoder.pose.decode(boxes: [0], logits: [0], minimumScore: 0.5)
    }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("2254") == true)
  }

  @Test func overlapFollowsTheDefinition() {
    let unit = NormalizedBox(xMin: 0, yMin: 0, width: 1, height: 1)
    #expect(unit.intersectionOverUnion(unit) == 1)
    #expect(unit.intersectionOverUnion(NormalizedBox(xMin: 0.5, yMin: 0, width: 1, height: 1)) == Float(0.5) / 1.5)
    #expect(unit.intersectionOverUnion(NormalizedBox(xMin: 1, yMin: 0, width: 1, height: 1)) == 0)
    #expect(unit.intersectionOverUnion(NormalizedBox(xMin: 2, yMin: 0, width: 1, height: 1)) == 0)
    let point = NormalizedBox(xMin: 0.5, yMin: 0.5, width: 0, height: 0)
    #expect(point.intersectionOverUnion(point) == 0)
  }

  @Test func mergingDoesNotDependOnTheOrderOfDifferentScores() {
    let seed: UInt64 = 77
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let detections = (0..<20).map { i in
        Detection(
          score: 0.5 + Float(i) / 50,
          box: NormalizedBox(
            xMin: .random(in: 0...1, using: &generator), yMin: .random(in: 0...1, using: &generator),
            width: .random(in: 0.1...0.5, using: &generator), height: .random(in: 0.1...0.5, using: &generator)),
          keypoints: [])
      }
      let found = merged(detections, threshold: 0.3)
      #expect(found == merged(detections.shuffled(using: &generator), threshold: 0.3), "seed \(seed)")
      #expect(found.map(\.score) == found.map(\.score).sorted(by: >))
    }
  }

  @Test func equalScoresAreMergedInTheirOrder() {
    func detection(_ xMin: Float, _ point: Float) -> Detection {
      Detection(
        score: 0.75, box: NormalizedBox(xMin: xMin, yMin: 0, width: 0.25, height: 1), keypoints: [NormalizedPoint(x: point, y: 0)]
      )
    }
    let found = merged([detection(0, 1), detection(0.5, 2), detection(0, 3), detection(0.5, 4)], threshold: 0.5)
    #expect(found.map(\.box.xMin) == [0, 0.5])
    #expect(found.map { $0.keypoints[0].x } == [2, 3])
  }

  @Test func boxesWithoutAreaEndTheMergingAsInTheOriginal() {
    let empty = Detection(score: 0.9, box: NormalizedBox(xMin: 0, yMin: 0, width: 0, height: 0), keypoints: [])
    let other = Detection(score: 0.8, box: NormalizedBox(xMin: 0, yMin: 0, width: 1, height: 1), keypoints: [])
    #expect(merged([other, empty], threshold: 0.5) == [empty])
  }
}
