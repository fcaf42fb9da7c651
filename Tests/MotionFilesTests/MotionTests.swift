import Foundation
import Landmarks
import MotionFiles
import TestSupport
import Testing
import VisionBase

/// Motion files read back by a reader of their own.
@Suite struct MotionTests {
  /// A frame's distance between a joint of the file and the landmark it stands for.
  func distances(_ reader: BVHReader, frame: Int, _ points: BodyPoints, unit: Double = 1) throws -> [String: Double] {
    let read = reader.places(frame: frame, cosineAndSine: cosineAndSine)
    let expected = expectedPlaces(points)
    var distances: [String: Double] = [:]
    for (name, place) in expected.joints { distances[name] = (try #require(read.joints[name]) - place * unit).length }
    for (name, place) in expected.ends { distances[name + ".end"] = (try #require(read.ends[name]) - place * unit).length }
    return distances
  }

  func file(_ frames: [BodyPoints], unit: BVHUnit = .metres) throws -> BVHFile {
    let timeline = try #require(MotionTimeline(times: frames.indices.map { $0 * 40 }))
    return try #require(BVHFile(samples: frames.enumerated().map { ($0.offset, $0.element) }, timeline: timeline, unit: unit))
  }

  @Test func restPoseHasNoTurns() throws {
    let reader = try BVHReader(text(file([TestBody.resting.points()])))
    #expect(reader.frames.count == 1 && reader.joints.count == 17)
    #expect(reader.joints[0].name == "Hips" && reader.joints[0].offset == SIMD3())
    #expect(reader.frames[0].allSatisfy { abs($0) < 1e-4 }, "\(reader.frames[0])")
    for joint in reader.joints.dropFirst() {
      #expect(joint.channels == ["Zrotation", "Xrotation", "Yrotation"])
      #expect(joint.offset.length > 0.01, "\(joint.name): a bone without length shows badly in editors")
    }
  }

  /// Bodies of rigid bones, bent at random: with the bones as long as they are, every joint comes back to its landmark.
  @Test func jointsOfARigidBodyComeBackWithinATenthOfAMillimetre() throws {
    let seed: UInt64 = 20_261_130
    var random = SeededGenerator(seed: seed)
    func angles(_ limit: Double) -> Rotation {
      EulerZXY(
        z: Double.random(in: -limit...limit, using: &random), x: Double.random(in: -limit...limit, using: &random),
        y: Double.random(in: -limit...limit, using: &random)
      ).rotation
    }
    var frames: [BodyPoints] = []
    for _ in 0..<200 {
      var body = TestBody.resting
      for side in BodySide.allCases {
        let hand = [side.indexName, side.pinkyName]
        let arm = hand + [side.wristName]
        let foot = [side.heelName, side.toeName]
        body.turn(hand, about: body.places[side.wristName] ?? SIMD3(), by: angles(60))
        body.turn(arm, about: body.places[side.elbowName] ?? SIMD3(), by: angles(120))
        body.turn(arm + [side.elbowName], about: body.places[side.shoulderName] ?? SIMD3(), by: angles(170))
        body.turn(foot, about: body.places[side.ankleName] ?? SIMD3(), by: angles(40))
        let shank = foot + [side.ankleName]
        body.turn(shank, about: body.places[side.kneeName] ?? SIMD3(), by: angles(80))
        body.turn(shank + [side.kneeName], about: body.places[side.hipName] ?? SIMD3(), by: angles(100))
      }
      body.turn(Array(body.places.keys), about: SIMD3(), by: angles(180))
      frames.append(try body.points())
    }
    for (unit, perMetre) in [(BVHUnit.metres, 1.0), (.centimetres, 100.0)] {
      let reader = try BVHReader(text(file(frames, unit: unit)))
      #expect(reader.frames.count == frames.count && abs(reader.frameTime - 0.04) < 1e-9)
      var worst = 0.0
      for (index, points) in frames.enumerated() {
        for (_, distance) in try distances(reader, frame: index, points, unit: perMetre) {
          worst = max(worst, distance / perMetre)
        }
      }
      print("rigid bodies: worst distance \(worst) m, seed \(seed)")
      #expect(worst < 1e-4, "seed \(seed)")
    }
  }

  @Test func elbowsAndKneesBendAboutOneAxis() throws {
    var body = TestBody.resting
    for side in BodySide.allCases {
      let sign = side.isLeft ? 1.0 : -1.0
      let arm = [side.wristName, side.indexName, side.pinkyName]
      body.turn(arm, about: body.places[side.elbowName] ?? SIMD3(), by: EulerZXY(z: 0, x: 0, y: -90 * sign).rotation)
      let shank = [side.ankleName, side.heelName, side.toeName]
      body.turn(shank, about: body.places[side.kneeName] ?? SIMD3(), by: EulerZXY(z: 0, x: 60, y: 0).rotation)
    }
    let reader = try BVHReader(text(file([body.points()])))
    func turns(_ name: String) throws -> [Double] {
      let index = try #require(reader.index(of: name))
      // The root has six channels, all others three.
      return Array(reader.frames[0][(3 + 3 * index)..<(6 + 3 * index)])
    }
    for (name, expected) in [
      ("LeftForeArm", [0.0, 0, -90]), ("RightForeArm", [0, 0, 90]), ("LeftArm", [0, 0, 0]), ("LeftLeg", [0, 60, 0]),
      ("RightLeg", [0, 60, 0]), ("RightUpLeg", [0, 0, 0]),
    ] {
      let read = try turns(name)
      #expect(zip(read, expected).allSatisfy { abs($0 - $1) < 1e-3 }, "\(name): \(read)")
    }
  }

  @Test func anglesGoOnWhereTheFrameBeforeEnded() throws {
    // A person who turns twice around: no step of the root may be near a full turn.
    let frames = try (0..<73).map { step in
      var body = TestBody.resting
      body.turn(Array(body.places.keys), about: SIMD3(), by: EulerZXY(z: 0, x: 0, y: Double(step) * 10).rotation)
      return try body.points()
    }
    let reader = try BVHReader(text(file(frames)))
    for (before, after) in zip(reader.frames, reader.frames.dropFirst()) {
      for channel in 3..<before.count { #expect(abs(after[channel] - before[channel]) < 11) }
    }
    #expect(abs(reader.frames[72][5] - 720) < 1e-3)
  }

  @Test func anglesAndTurnsAreOneAnother() {
    let seed: UInt64 = 7
    var random = SeededGenerator(seed: seed)
    for round in 0..<2000 {
      // Right angles about x, where the other two angles fall together, are among them.
      let x = round % 4 == 0 ? (round % 8 == 0 ? 90.0 : -90.0) : Double.random(in: -400...400, using: &random)
      let angles = EulerZXY(z: .random(in: -400...400, using: &random), x: x, y: .random(in: -400...400, using: &random))
      let near = EulerZXY(
        z: angles.z + .random(in: -20...20, using: &random), x: angles.x, y: angles.y + .random(in: -20...20, using: &random))
      let again = EulerZXY(angles.rotation, near: near)
      for axis in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)] {
        #expect((again.rotation(axis) - angles.rotation(axis)).length < 1e-5, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func missingFramesAreHeldAndCounted() throws {
    let frames = try (0..<4).map { step in
      var body = TestBody.resting
      body.turn(Array(body.places.keys), about: SIMD3(), by: EulerZXY(z: 0, x: 0, y: Double(step) * 5).rotation)
      return try body.points()
    }
    // Seen in frames 2, 3, 6 and 7 of 10.
    let samples = zip([2, 3, 6, 7], frames).map { ($0, $1) }
    let timeline = try #require(MotionTimeline(times: (0..<10).map { $0 * 33 }))
    let file = try #require(BVHFile(samples: samples, timeline: timeline, unit: .metres))
    #expect(file.count == 10 && file.heldSteps == 6)
    let reader = try BVHReader(text(file))
    #expect(zip([0.0, 0, 0, 5, 5, 5, 10, 15, 15, 15], reader.frames).allSatisfy { abs($0 - $1[5]) < 1e-3 })
  }

  @Test func unevenTimesBecomeEvenSteps() throws {
    // Thirty frames a second in whole milliseconds are even.
    let even = try #require(MotionTimeline(times: (0..<100).map { $0 * 100 / 3 }))
    #expect(even.frames == Array(0..<100) && abs(even.stepMilliseconds - 33.333) < 0.01)
    // With a gap of a second in the middle every step still shows what was there at its time.
    let times = (0..<30).map { $0 * 40 } + (0..<30).map { 2160 + $0 * 40 }
    let gap = try #require(MotionTimeline(times: times))
    #expect(gap.stepMilliseconds == 40 && gap.frames.count == 84 && gap.frames.first == 0 && gap.frames.last == 59)
    for (step, frame) in gap.frames.enumerated() {
      let wanted = times.map { abs($0 - step * 40) }.min()
      #expect(abs(times[frame] - step * 40) == wanted)
    }
    // One frame of thirty a second is missing: the one before or after it stands there, and the rest keeps its place.
    let missing = try #require(MotionTimeline(times: (0..<60).filter { $0 != 20 }.map { $0 * 100 / 3 }))
    #expect(missing.frames.count == 60 && abs(missing.stepMilliseconds - 33.32) < 0.02)
    #expect(Array(missing.frames[..<20]) == Array(0..<20) && Array(missing.frames[21...]) == Array(20..<59))
    // A camera whose times waver by a fifth is even all the same.
    let wavering = try #require(MotionTimeline(times: (0..<90).map { $0 * 33 + ($0 % 3) * 6 }))
    #expect(wavering.frames == Array(0..<90))
    #expect(try #require(MotionTimeline(times: [5])).frames == [0])
    // Times that ask for a file without end are refused; those at the limits of the integers do no harm.
    #expect(MotionTimeline(times: [0, 1, 2, 3_000_000_000]) == nil)
    for times in [[.min, 0, 1, 2, .max], [.min, .min + 1, .max]] as [[Int]] { _ = MotionTimeline(times: times) }
    #expect(try #require(MotionTimeline(times: [.min, .max])).frames == [0, 1])
  }

  @Test func landmarksThatAreNoBodyAreRefused() throws {
    #expect(BodyPoints([]) == nil)
    var landmarks = TestBody.resting.landmarks
    landmarks[5].x = .nan
    #expect(BodyPoints(landmarks) == nil)
    landmarks[5].x = .infinity
    #expect(BodyPoints(landmarks) == nil)
    // All in one point, and far out: numbers all the same, none of them NaN.
    for value: Float in [0, 1e30] {
      let flat = try #require(
        BodyPoints(PoseLandmark.allCases.map { _ in WorldLandmark(x: value, y: -value, z: value, visibility: 0, presence: 0) }))
      #expect(try BVHReader(text(file([flat, flat]))).frames.count == 2)
    }
  }
}
