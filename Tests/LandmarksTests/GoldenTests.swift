import Landmarks
import TestSupport
import Testing

/// Whole tasks against the original's answers. The limits are those of `../shared/tools/compare.py`: three times what
/// two official releases differ by among themselves.
@Suite(.serialized) struct GoldenTests {
  @Test(.enabled(if: hasCorpus, needsCorpus))
  func handsAgreeWithTheOriginal() throws {
    let task = try HandLandmarker(model: try model("hand_landmarker"), options: HandLandmarkerOptions(numHands: 2))
    var figures = Figures()
    for golden in try Golden.all("hand_landmarker") {
      let found = try task.detect(try picture(golden.name))
      figures.add(
        golden.name, expected: try golden.points("hand_landmarks"), found: found.landmarks,
        expectedWorld: try golden.points("hand_world_landmarks"), foundWorld: found.worldLandmarks)
      #expect(found.handedness.count == found.landmarks.count && found.presenceScores.count == found.landmarks.count)
      for (reference, ours) in zip(try golden.result.at("handedness").elements, found.handedness) {
        let best = try #require(try reference.elements.first).elements
        #expect(ours.count == 1)
        #expect(try ours.first?.categoryName == best[2].text, "\(golden.name)")
        #expect(try ours.first?.index == best[0].int)
        figures.worstScore = max(figures.worstScore, abs(try best[1].float - (ours.first?.score ?? .infinity)))
      }
    }
    print("hand_landmarker: \(figures.summary)")
    #expect(figures.problems.isEmpty)
    #expect(figures.pictures >= 90)
    #expect(percentile(figures.gaps, 0.5) <= 5e-5)
    #expect(percentile(figures.gaps, 0.99) <= 4e-3)
    #expect(percentile(figures.depths, 0.99) <= 4e-3)
    #expect(percentile(figures.worlds, 0.99) <= 1e-3)
    #expect(figures.worstScore <= 2e-3)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func facesAgreeWithTheOriginal() throws {
    let task = try FaceLandmarker(model: try model("face_landmarker"), options: FaceLandmarkerOptions(numFaces: 3))
    var figures = Figures()
    for golden in try Golden.all("face_landmarker") {
      let found = try task.detect(try picture(golden.name))
      figures.add(golden.name, expected: try golden.points("face_landmarks"), found: found.faceLandmarks)
      #expect(found.presenceScores.count == found.faceLandmarks.count)
    }
    print("face_landmarker: \(figures.summary)")
    #expect(figures.problems.isEmpty)
    #expect(figures.pictures >= 90)
    #expect(percentile(figures.gaps, 0.5) <= 5e-5)
    #expect(percentile(figures.gaps, 0.99) <= 5e-4)
    #expect(percentile(figures.depths, 0.99) <= 5e-4)
  }
}
