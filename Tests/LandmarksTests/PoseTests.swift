import Foundation
import Inference
import Landmarks
import ModelFormat
import TestSupport
import Testing

/// Poses of both models against the original's answers.
@Suite(.serialized) struct PoseTests {
  @Test(
    .enabled(if: hasCorpus, needsCorpus),
    arguments: [
      // Limits of the comparison tool: median, p99 of landmarks, p99 of depth, of metres, worst visibility.
      ("pose_landmarker_lite", [1.5e-4, 3e-2, 3e-2, 1.5e-2, 2e-2]), ("pose_landmarker_full", [1.5e-4, 1e-2, 1e-2, 1e-2, 1e-2]),
    ] as [(String, [Float])])
  func posesAgreeWithTheOriginal(name: String, limits: [Float]) throws {
    let task = try PoseLandmarker(model: try model(name), options: .init(numPoses: 2))
    var figures = Figures()
    var otherCounts: [String] = []
    for golden in try Golden.all(name) {
      let found = try task.detect(try picture(golden.name))
      let expected = try golden.points("pose_landmarks")
      #expect(found.worldLandmarks.count == found.landmarks.count && found.presenceScores.count == found.landmarks.count)
      #expect(found.segmentationMasks.isEmpty && found.trackIDs.isEmpty && found.timestampInMilliseconds == 0)
      guard expected.count == found.landmarks.count else {
        otherCounts.append("\(golden.name): \(found.landmarks.count) instead of \(expected.count)")
        continue
      }
      figures.add(
        golden.name, expected: expected, found: found.landmarks, expectedWorld: try golden.points("pose_world_landmarks"),
        foundWorld: found.worldLandmarks)
      for (reference, (ours, world)) in zip(expected, zip(found.landmarks, found.worldLandmarks)) {
        for (point, (landmark, metres)) in zip(reference, zip(ours, world)) {
          let visibility = try #require(landmark.visibility)
          let presence = try #require(landmark.presence)
          figures.worstScore = max(figures.worstScore, abs(point[3] - visibility), abs(point[4] - presence))
          #expect((0...1).contains(visibility) && (0...1).contains(presence))
          #expect(metres.visibility == visibility && metres.presence == presence)
        }
      }
    }
    print("\(name): \(figures.summary); other counts: \(otherCounts)")
    #expect(figures.problems.isEmpty)
    #expect(figures.pictures + otherCounts.count >= 90)
    #expect(otherCounts.allSatisfy { $0.hasPrefix("face_obama_and_biden") || $0.hasPrefix("neg_clock") }, "\(otherCounts)")
    #expect(percentile(figures.gaps, 0.5) <= limits[0])
    #expect(percentile(figures.gaps, 0.99) <= limits[1])
    #expect(percentile(figures.depths, 0.99) <= limits[2])
    #expect(percentile(figures.worlds, 0.99) <= limits[3])
    #expect(figures.worstScore <= limits[4])
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["body_couple.jpg", "body_pose3.jpg"])
  func masksHaveThePicturesSizeAndChangeNothingElse(name: String) throws {
    let image = try picture(name)
    let plain = try PoseLandmarker(model: try model("pose_landmarker_lite"), options: .init(numPoses: 2)).detect(image)
    let task = try PoseLandmarker(
      model: try model("pose_landmarker_lite"), options: .init(numPoses: 2, outputSegmentationMasks: true))
    let masked = try task.detect(image)
    #expect(masked.landmarks == plain.landmarks && masked.worldLandmarks == plain.worldLandmarks)
    #expect(plain.segmentationMasks.isEmpty && masked.segmentationMasks.count == masked.landmarks.count)
    for (mask, landmarks) in zip(masked.segmentationMasks, masked.landmarks) {
      #expect(mask.width == image.size.width && mask.height == image.size.height)
      #expect(mask.values.count == mask.width * mask.height)
      #expect(mask.values.allSatisfy { (0...1).contains($0) })
      // The middle of the torso is the person, and the person is a part of the picture.
      let torso = [11, 12, 23, 24].map { landmarks[$0] }
      let x = torso.reduce(0) { $0 + $1.x } / 4 * Float(mask.width)
      let y = torso.reduce(0) { $0 + $1.y } / 4 * Float(mask.height)
      #expect(mask.values[Int(y) * mask.width + Int(x)] > 0.9)
      let share = mask.values.reduce(0, +) / Float(mask.values.count)
      #expect(share > 0.01 && share < 0.8)
    }
  }

  @Test(.enabled(if: hasModels, needsModels), arguments: ["pose_landmarker_lite", "pose_landmarker_full"])
  func whatOnlyTheMaskNeedsIsLeftOut(name: String) throws {
    let path = try #require(TestFiles.models).appendingPathComponent(name + ".task").path
    let graph = try ModelBundle(path: path).requiredGraph(named: "pose_landmarks_detector.tflite")
    func counts(_ outputs: [Int]) throws -> (steps: Int, arena: Int) {
      let plan = try NetworkPlan(graph: graph, outputs: outputs)
      return (plan.summary.steps.reduce(0) { $0 + $1.count }, plan.summary.arenaBytes)
    }
    let with = try counts(PoseOutputs.used(withMask: true))
    let without = try counts(PoseOutputs.used(withMask: false))
    print("\(name): \(without.steps) steps without the mask, \(with.steps) with it")
    #expect(without.steps < with.steps && without.arena <= with.arena)
    #expect(PoseOutputs.used(withMask: false) + [2] == PoseOutputs.used(withMask: true))
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func handsAndFacesHaveNoVisibility() throws {
    let hand = try HandLandmarker(model: try model("hand_landmarker")).detect(try picture("hand_thumbs_up.jpg"))
    let face = try FaceLandmarker(model: try model("face_landmarker")).detect(try picture("face_sergey.png"))
    #expect(hand.landmarks.count == 1 && face.faceLandmarks.count == 1)
    #expect((hand.landmarks + face.faceLandmarks).joined().allSatisfy { $0.visibility == nil && $0.presence == nil })
    #expect(hand.worldLandmarks.joined().allSatisfy { $0.visibility == nil && $0.presence == nil })
    for scores in [hand.presenceScores, face.presenceScores] { #expect(scores.allSatisfy { $0 > 0.5 && $0 <= 1 }) }
    #expect(hand.trackIDs.isEmpty && face.trackIDs.isEmpty)
  }
}
