import Foundation
import Inference
import LandmarkDecode
import Landmarks
import ModelFormat
import TestSupport
import Testing

/// Gestures against the original's answers and the effect of every option (`pipelines.md` 8.3, `conformance.md` 6).
@Suite(.serialized) struct GestureTests {
  private static let labels = [
    "None", "Closed_Fist", "Open_Palm", "Pointing_Up", "Thumb_Down", "Thumb_Up", "Victory", "ILoveYou",
  ]

  private func recognizer(_ number: Int = 2, _ canned: ClassifierOptions = .init()) throws -> GestureRecognizer {
    try GestureRecognizer(model: try model("gesture_recognizer"), options: .init(numHands: number, cannedGestures: canned))
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func gesturesAgreeWithTheOriginal() throws {
    try agree(with: "gesture_recognizer", try recognizer())
  }

  /// A bundle of somebody else's with a second classifier and other weights; its first classifier has no labels.
  static let hasCustomBundle =
    TestFiles.models.map { FileManager.default.fileExists(atPath: $0.appendingPathComponent("operations.task").path) } ?? false

  @Test(.enabled(if: hasCorpus && hasCustomBundle, "needs ../shared and Models/operations.task"))
  func aSecondClassifierGoesFirstAsInTheOriginal() throws {
    let task = try GestureRecognizer(model: try model("operations"), options: .init(numHands: 2))
    let names = try agree(with: "gesture_recognizer_custom", task)
    // The second classifier's names, and the empty one of the first classifier.
    #expect(names.isSuperset(of: ["", "divide", "equal"]))
  }

  /// Holds the results for the corpus to the recorded ones in `folder`; returns the names of the gestures that occur.
  @discardableResult
  private func agree(with folder: String, _ task: GestureRecognizer) throws -> Set<String> {
    var names: Set<String> = []
    var figures = Figures()
    var wrong: [String] = []
    for golden in try Golden.all(folder) {
      let found = try task.recognize(try picture(golden.name))
      figures.add(
        golden.name, expected: try golden.points("hand_landmarks"), found: found.landmarks,
        expectedWorld: try golden.points("hand_world_landmarks"), foundWorld: found.worldLandmarks)
      #expect(found.gestures.count == found.landmarks.count && found.presenceScores.count == found.landmarks.count)
      for (key, ours) in [("handedness", found.handedness), ("gestures", found.gestures)] {
        let expected = try golden.result.at(key).elements
        #expect(expected.count == ours.count, "\(golden.name)")
        for (reference, list) in zip(expected, ours) {
          let best = try #require(try reference.elements.first).elements
          #expect(list.count == 1)
          guard let category = list.first else { continue }
          if key == "gestures" { names.insert(category.categoryName) }
          // The original's binding for this recording says "nothing" where there is no label.
          let expectedName = if case .null = best[2] { "" } else { try best[2].text }
          if expectedName != category.categoryName {
            wrong.append("\(golden.name): \(category.categoryName)")
          }
          #expect(try best[0].int == category.index && category.displayName == (key == "handedness" ? category.categoryName : ""))
          figures.worstScore = max(figures.worstScore, abs(try best[1].float - category.score))
        }
      }
    }
    print("\(folder): \(figures.summary)")
    #expect(figures.problems.isEmpty && wrong.isEmpty, "\(wrong)")
    #expect(figures.pictures >= 90)
    #expect(percentile(figures.gaps, 0.5) <= 5e-5)
    #expect(percentile(figures.gaps, 0.99) <= 4e-3)
    #expect(percentile(figures.depths, 0.99) <= 4e-3)
    #expect(percentile(figures.worlds, 0.99) <= 1e-3)
    #expect(figures.worstScore <= 3e-3)
    return names
  }

  private func network(_ entry: String) throws -> NetworkRun {
    let path = try #require(TestFiles.models).appendingPathComponent("gesture_recognizer.task").path
    let bundle = try ModelBundle(path: path).requiredBundle(named: "hand_gesture_recognizer.task")
    return NetworkRun(plan: try NetworkPlan(graph: bundle.requiredGraph(named: entry)))
  }

  @Test(.enabled(if: hasModels && TestFiles.specData != nil, "needs Models/ and ../shared/spec/data"))
  func everyScoreOfTheGoldenHandsIsTheOriginals() throws {
    let data = try #require(TestFiles.specData)
    let vectors = try JSONValue(contentsOf: data.appendingPathComponent("unit_vectors.json"))
      .at("gesture_from_golden_landmarks").elements
    let goldens = try JSONValue(contentsOf: data.appendingPathComponent("goldens.json"))
    #expect(vectors.count == 4)
    let embedder = try network("gesture_embedder.tflite")
    let canned = try network("canned_gesture_classifier.tflite")
    var worst: Float = 0
    for vector in vectors {
      let golden = try goldens.at(try vector.at("file").text)
      let landmarks = try golden.at("landmarks").rows.map { NormalizedLandmark(x: $0[0], y: $0[1], z: $0[2]) }
      let world = try golden.at("world_landmarks").rows.map { WorldLandmark(x: $0[0], y: $0[1], z: $0[2]) }
      let size = ImageSize(width: try vector.at("W").int, height: try vector.at("H").int)
      var features: [Float] = []
      GestureFeatures.image(landmarks, size: size, frameRotationRadians: 0, into: &features)
      embedder.setInput(0, to: features)
      embedder.setInput(1, to: [try vector.at("right_hand_score").float])
      GestureFeatures.world(world, frameRotationRadians: 0, into: &features)
      embedder.setInput(2, to: features)
      embedder.run()
      canned.setInput(0, to: embedder.output(0))
      canned.run()
      let expected = try vector.at("canned_scores").floats
      let found = Array(canned.output(0))
      try #require(expected.count == Self.labels.count && found.count == expected.count)
      worst = zip(expected, found).reduce(worst) { max($0, abs($1.0 - $1.1)) }
    }
    print("canned scores of golden landmarks: worst \(worst)")
    #expect(worst <= 1e-4)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func theModelsLabelsAreThoseOfTheOriginal() throws {
    let path = try #require(TestFiles.models).appendingPathComponent("gesture_recognizer.task").path
    let graph = try ModelBundle(path: path).requiredBundle(named: "hand_gesture_recognizer.task")
      .requiredGraph(named: "canned_gesture_classifier.tflite")
    #expect(graph.metadata.labelFiles.first?.lines == Self.labels)
    #expect(graph.metadata.scoreThreshold == nil)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["hand_thumbs_up.jpg", "hand_hagrid_rock_0.jpg"])
  func optionsThatChangeNothingGiveTheSameResult(name: String) throws {
    let image = try picture(name)
    let plain = try recognizer().recognize(image)
    #expect(!plain.gestures.isEmpty)
    for options in [
      ClassifierOptions(maxResults: 1), ClassifierOptions(maxResults: 3), ClassifierOptions(maxResults: 99),
      ClassifierOptions(scoreThreshold: 0), ClassifierOptions(categoryAllowlist: ["victory", "Unknown"]),
      ClassifierOptions(categoryDenylist: ["Unknown"]), ClassifierOptions(displayNamesLocale: "de"),
      ClassifierOptions(categoryAllowlist: Self.labels),
    ] { #expect(try recognizer(2, options).recognize(image) == plain, "\(options)") }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func listsChooseAmongTheClasses() throws {
    let image = try picture("hand_thumbs_up.jpg")
    let plain = try #require(try recognizer(1).recognize(image).gestures.first?.first)
    #expect(plain.categoryName == "Thumb_Up" && plain.index == -1 && plain.displayName.isEmpty)
    let victory = try recognizer(1, .init(categoryAllowlist: ["Victory", "unknown"])).recognize(image)
    let found = try #require(victory.gestures.first?.first)
    #expect(found.categoryName == "Victory" && found.score < 0.1)
    let denied = try recognizer(1, .init(categoryDenylist: ["Thumb_Up"])).recognize(image)
    #expect(denied.gestures.count == 1 && denied.gestures.first?.first?.categoryName != "Thumb_Up")
    #expect(denied.landmarks == victory.landmarks)
    #expect(try recognizer(1, .init(categoryDenylist: Self.labels)).recognize(image) == GestureRecognizerResult())
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func aThresholdAboveAllScoresEmptiesTheResult() throws {
    let image = try picture("hand_thumbs_up.jpg")
    #expect(try recognizer(2, .init(scoreThreshold: 0.99)).recognize(image) == GestureRecognizerResult())
    let task = try recognizer(2, .init(scoreThreshold: 0.99))
    let frame = try #require(try task.recognize(videoFrame: image, timestampInMilliseconds: 5))
    #expect(frame == GestureRecognizerResult(timestampInMilliseconds: 5))
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func aHandBelowTheThresholdLeavesAnEmptyListInItsPlace() throws {
    // Two hands with different scores side by side.
    var scene = Pixels(width: 1000, height: 520, level: 90)
    scene.paste(Pixels(try picture("hand_thumbs_up.jpg")), x: 20, y: 40)
    scene.paste(Pixels(try picture("hand_pointing_up.jpg")), x: 540, y: 40)
    let image = try scene.image
    let plain = try recognizer().recognize(image)
    #expect(plain.gestures.count == 2)
    let scores = plain.gestures.compactMap { $0.first?.score }
    let between = (scores[0] + scores[1]) / 2
    try #require(abs(scores[0] - scores[1]) > 0.01)
    let found = try recognizer(2, .init(scoreThreshold: between)).recognize(image)
    #expect(found.landmarks == plain.landmarks)
    #expect(found.gestures == plain.gestures.map { ($0.first?.score ?? 0) < between ? [] : $0 })
    #expect(found.gestures.count { $0.isEmpty } == 1)
  }

  @Test func badClassifierOptionsAreNamedBeforeTheModelIsRead() {
    for (options, part) in [
      (ClassifierOptions(maxResults: 0), "max_results"), (ClassifierOptions(scoreThreshold: 1.5), "scoreThreshold"),
      (ClassifierOptions(scoreThreshold: .nan), "scoreThreshold"),
      (ClassifierOptions(categoryAllowlist: ["A"], categoryDenylist: ["B"]), "mutually exclusive"),
    ] {
      for isCustom in [false, true] {
        let all =
          isCustom ? GestureRecognizerOptions(customGestures: options) : GestureRecognizerOptions(cannedGestures: options)
        let error = #expect(throws: LandmarkError.self) { try GestureRecognizer(model: .bytes([]), options: all) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains(part) == true && error?.message.contains(isCustom ? "custom" : "canned") == true)
      }
    }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func theHandsAreThoseOfTheHandTask() throws {
    // The bundle carries another copy of the palm detector with the same weights.
    let hands = try HandLandmarker(model: try model("hand_landmarker"), options: .init(numHands: 2))
    for name in ["hand_thumbs_up.jpg", "body_couple.jpg"] {
      let (a, b) = (try hands.detect(try picture(name)), try recognizer().recognize(try picture(name)))
      #expect(!a.landmarks.isEmpty)
      #expect(a.landmarks == b.landmarks && a.worldLandmarks == b.worldLandmarks && a.handedness == b.handedness)
    }
  }
}
