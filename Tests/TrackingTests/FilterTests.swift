import Foundation
import TestSupport
import Testing
import Tracking
import VisionBase

struct FilterTests {
  private struct Vectors: Decodable {
    struct OneEuro: Decodable {
      let tsMs: [Int]
      let values: [Float]
      let minCutoff: Float
      let beta: Float
      let derivateCutoff: Float
      let objectScale: Float
      let out: [Double]
    }
    struct LowPass: Decodable {
      let values: [Float]
      let out: [Float]
    }
    let oneEuro: [OneEuro]
    let visibilityLowPass: LowPass
  }

  private func vectors() throws -> Vectors {
    let file = try #require(TestFiles.specData).appendingPathComponent("unit_vectors.json")
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    return try decoder.decode(Vectors.self, from: Data(contentsOf: file))
  }

  @Test(.enabled(if: TestFiles.specData != nil, "needs ../shared"))
  func oneEuroGivesTheReferenceNumbers() throws {
    for vector in try vectors().oneEuro {
      var filter = OneEuroFilter(
        count: 1,
        parameters: OneEuroParameters(minCutoff: vector.minCutoff, beta: vector.beta, derivativeCutoff: vector.derivateCutoff))
      for (index, value) in vector.values.enumerated() {
        var numbers = [value]
        filter.apply(&numbers, nanoseconds: Int64(vector.tsMs[index]) * 1_000_000, valueScale: 1 / Double(vector.objectScale))
        // The vectors are written with eight digits: half a unit of the last one at 100 … 999.
        #expect(abs(Double(numbers[0]) - vector.out[index]) <= 5.1e-6, "frame \(index)")
      }
    }
  }

  @Test(.enabled(if: TestFiles.specData != nil, "needs ../shared"))
  func visibilityGivesTheReferenceNumbers() throws {
    let vector = try vectors().visibilityLowPass
    var smoother = VisibilitySmoother()
    for (value, expected) in zip(vector.values, vector.out) {
      let steadied = smoother.apply(value, at: 0, of: 1)
      let out = try #require(steadied)
      #expect(abs(out - expected) <= 1e-7)
    }
  }

  @Test func aTimeThatDoesNotRisePassesTheValueAndKeepsTheState() {
    var filter = OneEuroFilter(count: 1, parameters: .mediaPipeImage)
    var numbers: [Float] = [1]
    filter.apply(&numbers, nanoseconds: 10, valueScale: 1)
    let before = filter
    numbers = [5]
    filter.apply(&numbers, nanoseconds: 10, valueScale: 1)
    #expect(numbers == [5])
    #expect(filter == before)
  }

  @Test func aSubjectWithoutSizeIsNotFiltered() {
    var smoother = LandmarkSmoother(parameters: .mediaPipeImage)
    let point = [NormalizedLandmark(x: 0.5, y: 0.5, z: 0)]
    let before = smoother
    var filtered = point
    smoother.apply(to: &filtered, in: ImageSize(width: 10, height: 10), objectScalePixels: 0, timestampMilliseconds: 1)
    #expect(filtered == point && smoother == before)
  }

  @Test func aStillSubjectIsSteadied() {
    var random = SeededGenerator(seed: 5)
    var smoother = LandmarkSmoother(parameters: .mediaPipeImage)
    var raw: [Float] = []
    var steady: [Float] = []
    for frame in 0..<100 {
      let x = 0.5 + Float.random(in: -0.001...0.001, using: &random)
      var out = [NormalizedLandmark(x: x, y: 0.5, z: 0)]
      smoother.apply(
        to: &out, in: ImageSize(width: 640, height: 480), objectScalePixels: 200,
        timestampMilliseconds: 33 * (frame + 1))
      if frame >= 50 {
        raw.append(x)
        steady.append(out[0].x)
      }
    }
    #expect(Self.deviation(steady) < Self.deviation(raw) / 2, "seed 5")
  }

  private static func deviation(_ values: [Float]) -> Float {
    let mean = values.reduce(0, +) / Float(values.count)
    return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Float(values.count)).squareRoot()
  }
}
