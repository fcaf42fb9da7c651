import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing

struct ContainerTests {
  @Test func landmarksAreEqualWithinATolerance() {
    let first = NormalizedLandmark(x: 0.5, y: 0.25, z: -1, visibility: 0.5, presence: nil)
    let near = NormalizedLandmark(x: 0.5000005, y: 0.25, z: -1, visibility: nil, presence: 1)
    let far = NormalizedLandmark(x: 0.50001, y: 0.25, z: -1, visibility: 0.5, presence: nil)
    #expect(first == near && first.hash == near.hash)
    #expect(first != far)
    let world = Landmark(x: 0.5, y: 0.25, z: -1, visibility: nil, presence: nil)
    #expect(!world.isEqual(first) && !first.isEqual(world) && !first.isEqual(nil) && !first.isEqual("text"))
    #expect(world == Landmark(x: 0.5, y: 0.25, z: -0.9999995, visibility: 1, presence: 1))
    #expect(first.visibility?.floatValue == 0.5 && first.presence == nil)
  }

  @Test func equalLandmarksHaveEqualHashes() {
    let seed: UInt64 = 20_260_803
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let x = Float.random(in: -1...1, using: &random)
      let other = x + Float.random(in: -2e-6...2e-6, using: &random)
      let a = NormalizedLandmark(x: x, y: 0, z: 0, visibility: nil, presence: nil)
      let b = NormalizedLandmark(x: other, y: 0, z: 0, visibility: nil, presence: nil)
      #expect(a != b || a.hash == b.hash, "seed \(seed): \(x) \(other)")
    }
  }

  @Test func keypointsCompareEverything() {
    func point(_ x: CGFloat, _ label: String?, _ score: Float) -> NormalizedKeypoint {
      NormalizedKeypoint(location: CGPoint(x: x, y: 0), label: label, score: score)
    }
    #expect(point(0.1, "a", 0.5) == point(0.1, "a", 0.5))
    #expect(point(0.1, "a", 0.5).hash == point(0.1, "a", 0.5).hash)
    #expect(point(0.1, "a", 0.5) != point(0.2, "a", 0.5))
    #expect(point(0.1, "a", 0.5) != point(0.1, nil, 0.5))
    #expect(point(0.1, "a", 0.5) != point(0.1, "a", 0.6))
  }

  @Test func otherContainersAreEqualToThemselvesOnly() {
    let category = ResultCategory(index: -1, score: 0.5, categoryName: "a", displayName: nil)
    #expect(category == category && category != ResultCategory(index: -1, score: 0.5, categoryName: "a", displayName: nil))
    #expect(Connection(start: 1, end: 2) != Connection(start: 1, end: 2))
    let head = Classifications(headIndex: 3, categories: [category])
    #expect(head.headName == nil && head.headIndex == 3 && head.categories == [category])
    #expect(Classifications(headIndex: 0, headName: "", categories: []).headName == "")
    #expect(ClassificationResult(classifications: [head], timestampInMilliseconds: 5).classifications == [head])
    let box = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(Detection(categories: [category], boundingBox: box, keypoints: nil).boundingBox == box)
  }

  /// Conformance 2.5.
  @Test func aByteMaskReadsAsFloats() throws {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 6)
    bytes.initialize(repeating: 128, count: 6)
    defer { bytes.deallocate() }
    let borrowed = try #require(Mask(uInt8Data: bytes, width: 2, height: 3, shouldCopy: false))
    #expect(borrowed.dataType == .uInt8 && borrowed.width == 2 && borrowed.height == 3)
    #expect(borrowed.uint8Data == UnsafePointer(bytes))
    #expect((0..<6).allSatisfy { abs(borrowed.float32Data[$0] - 0.501) < 1e-3 })
    #expect(borrowed.float32Data == borrowed.float32Data)
    let owned = try #require(Mask(uInt8Data: bytes, width: 2, height: 3, shouldCopy: true))
    #expect(owned.uint8Data != UnsafePointer(bytes))
    let copy = try #require(owned.copy() as? Mask)
    #expect(copy.uint8Data != owned.uint8Data && copy.dataType == .uInt8)
    bytes[0] = 7
    #expect(owned.uint8Data[0] == 128 && copy.uint8Data[0] == 128 && borrowed.uint8Data[0] == 7)
  }

  /// Conformance 2.5.
  @Test func aFloatMaskReadsAsBytesCutToWholeNumbers() throws {
    let values: [Float] = [0.52, 0, 1, 1.5, -0.5, .nan]
    let mask = try #require(Mask(float32Data: values, width: 3, height: 2, shouldCopy: true))
    #expect((0..<6).map { mask.uint8Data[$0] } == [132, 0, 255, 255, 0, 0])
    #expect(mask.uint8Data == mask.uint8Data && mask.dataType == .float32)
    let copy = try #require(mask.copy() as? Mask)
    #expect(copy.float32Data != mask.float32Data && copy.float32Data[0] == 0.52)
  }

  @Test func aMaskNeedsASize() {
    let bytes: [UInt8] = [1]
    #expect(Mask(uInt8Data: bytes, width: 0, height: 1, shouldCopy: true) == nil)
    #expect(Mask(uInt8Data: bytes, width: 1, height: -1, shouldCopy: true) == nil)
    #expect(Mask(float32Data: [0], width: .max, height: 2, shouldCopy: true) == nil)
  }

  /// Conformance 2.3.
  @Test func aMatrixCopiesItsValuesAndCountsByRows() {
    var values = (0..<16).map { Float($0) * 0.1 }
    let matrix = TransformMatrix(data: values, rows: 4, columns: 4)
    values[0] = 9
    for row in UInt(0)..<4 {
      for column in UInt(0)..<4 { #expect(matrix.value(atRow: row, column: column) == Float(4 * row + column) * 0.1) }
    }
    #expect(matrix.rows == 4 && matrix.columns == 4 && matrix.data[15] == 1.5)
    #expect(matrix.value(atRow: 4, column: 0).isNaN && matrix.value(atRow: 0, column: .max).isNaN)
    #expect(TransformMatrix(data: values, rows: -1, columns: 4).rows == 0)
  }

  @Test func resultsKeepWhatTheyAreMadeOf() throws {
    let point = NormalizedLandmark(x: 0, y: 0, z: 0, visibility: nil, presence: nil)
    let hand = HandLandmarkerResult(landmarks: [[point]], worldLandmarks: [], handedness: [], timestampInMilliseconds: 4)
    #expect(hand.landmarks == [[point]] && hand.timestampInMilliseconds == 4)
    #expect((hand.copy() as? HandLandmarkerResult)?.landmarks == [[point]])
    #expect(HandLandmarkerResult(timestampInMilliseconds: 3).landmarks.isEmpty)
    #expect(GestureRecognizerResult(timestampInMilliseconds: 3).gestures.isEmpty)
    let pose = PoseLandmarkerResult(landmarks: [], worldLandmarks: [], segmentationMasks: nil, timestampInMilliseconds: 1)
    #expect(pose.segmentationMasks.isEmpty && (pose.copy() as? TaskResult)?.timestampInMilliseconds == 1)
  }
}
