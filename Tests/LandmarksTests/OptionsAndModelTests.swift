import Foundation
import Landmarks
import ModelFormat
import TestSupport
import Testing

@Suite struct OptionsAndModelTests {
  /// The error of making both tasks with the given options, from a model that does not exist: options come first.
  private func handError(_ options: HandLandmarkerOptions) -> LandmarkError? {
    #expect(throws: LandmarkError.self) { try HandLandmarker(model: .bytes([]), options: options) }
  }

  private func faceError(_ options: FaceLandmarkerOptions) -> LandmarkError? {
    #expect(throws: LandmarkError.self) { try FaceLandmarker(model: .bytes([]), options: options) }
  }

  @Test(arguments: [0, -1, Int.min])
  func numbersBelowOneAreRefusedByName(number: Int) {
    let hand = handError(HandLandmarkerOptions(numHands: number))
    #expect(hand?.code == .invalidArgument)
    #expect(hand?.message == "numHands is \(number): it must be at least 1.")
    let face = faceError(FaceLandmarkerOptions(numFaces: number))
    #expect(face?.code == .invalidArgument)
    #expect(face?.message == "numFaces is \(number): it must be at least 1.")
  }

  @Test(arguments: [Float.nan, -0.001, 1.001, .infinity, -.infinity])
  func confidencesOutsideTheirRangeAreRefusedByName(value: Float) {
    let hands: [(String, HandLandmarkerOptions)] = [
      ("minHandDetectionConfidence", HandLandmarkerOptions(minHandDetectionConfidence: value)),
      ("minHandPresenceConfidence", HandLandmarkerOptions(minHandPresenceConfidence: value)),
      ("minTrackingConfidence", HandLandmarkerOptions(minTrackingConfidence: value)),
    ]
    for (name, options) in hands {
      let error = handError(options)
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.hasPrefix("\(name) is ") == true && error?.message.contains("0…1") == true)
    }
    let faces: [(String, FaceLandmarkerOptions)] = [
      ("minFaceDetectionConfidence", FaceLandmarkerOptions(minFaceDetectionConfidence: value)),
      ("minFacePresenceConfidence", FaceLandmarkerOptions(minFacePresenceConfidence: value)),
      ("minTrackingConfidence", FaceLandmarkerOptions(minTrackingConfidence: value)),
    ]
    for (name, options) in faces {
      let error = faceError(options)
      #expect(error?.code == .invalidArgument)
      #expect(error?.message.hasPrefix("\(name) is ") == true && error?.message.contains("0…1") == true)
    }
  }

  @Test func defaultsAreThoseOfTheOriginal() {
    let hand = HandLandmarkerOptions()
    #expect(hand.numHands == 1 && hand.minHandDetectionConfidence == 0.5 && hand.minHandPresenceConfidence == 0.5)
    let face = FaceLandmarkerOptions()
    #expect(face.numFaces == 1 && face.minFaceDetectionConfidence == 0.5 && face.minFacePresenceConfidence == 0.5)
    #expect(hand.minTrackingConfidence == 0.5 && face.minTrackingConfidence == 0.5)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func limitsOfTheRangesAreAccepted() throws {
    let options = HandLandmarkerOptions(
      numHands: .max, minHandDetectionConfidence: 1, minHandPresenceConfidence: 0, minTrackingConfidence: 1)
    let task = try HandLandmarker(model: try model("hand_landmarker"), options: options)
    let image = try Image(width: 8, height: 8, format: .gray8, bytes: [UInt8](repeating: 128, count: 64))
    #expect(try task.detect(image).landmarks.isEmpty)
    #expect(task.options == options)
  }

  @Test func modelsThatCannotBeOpenedAreTypedErrors() throws {
    func code(_ source: ModelSource) -> LandmarkError.Code? {
      (#expect(throws: LandmarkError.self) { try FaceLandmarker(model: source) })?.code
    }
    #expect(code(.path("")) == .invalidArgument)
    #expect(code(.path("/nonexistent/face.task")) == .fileNotFound)
    #expect(code(.bytes([1, 2, 3])) == .invalidModel)
    #expect(code(.url(try #require(URL(string: "https://example.com/face.task")))) == .invalidArgument)
    #expect(code(.url(URL(fileURLWithPath: "/nonexistent/face.task"))) == .fileNotFound)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func pathBytesAndURLAreTheSameModel() throws {
    let url = try #require(TestFiles.models).appendingPathComponent("hand_landmarker.task")
    let image = try Image(width: 8, height: 8, format: .gray8, bytes: [UInt8](repeating: 128, count: 64))
    for source in [ModelSource.path(url.path), .url(url), .bytes([UInt8](try Data(contentsOf: url)))] {
      #expect(try HandLandmarker(model: source).detect(image) == HandLandmarkerResult())
    }
  }

  @Test(.enabled(if: hasModels, needsModels))
  func bundlesOfAnotherTaskAreRefusedByTheMissingEntry() throws {
    let error = #expect(throws: LandmarkError.self) { try HandLandmarker(model: try model("face_landmarker")) }
    #expect(error?.code == .invalidModel)
    #expect(error?.message.contains("hand_detector.tflite") == true)
    let other = #expect(throws: LandmarkError.self) { try FaceLandmarker(model: try model("pose_landmarker_lite")) }
    #expect(other?.message.contains("face_detector.tflite") == true)
  }

  @Test(.enabled(if: hasModels, needsModels))
  func networksOfAnotherShapeAreRefusedWithBothShapes() throws {
    let path = try #require(TestFiles.models).appendingPathComponent("hand_landmarker.task").path
    let graph = try ModelBundle(path: path).requiredGraph(named: "hand_detector.tflite")
    let good = NetworkContract(
      entry: "hand_detector.tflite", input: [1, 192, 192, 3], outputs: [[1, 2016, 18], [1, 2016, 1]])
    try good.check(graph)
    for (input, outputs, parts) in [
      ([1, 128, 128, 3], good.outputs, ["[1, 192, 192, 3]", "[1, 128, 128, 3]"]),
      ([1, 192, 192, 3], [[1, 896, 16], [1, 896, 1]], ["output 0", "[1, 2016, 18]", "[1, 896, 16]"]),
      ([1, 192, 192, 3], good.outputs + [[1, 1]], ["2 outputs", "expected 3"]),
    ] {
      let contract = NetworkContract(entry: good.entry, input: input, outputs: outputs)
      let error = #expect(throws: LandmarkError.self) { try contract.check(graph) }
      #expect(error?.code == .invalidModel)
      for part in parts + ["hand_detector.tflite"] { #expect(error?.message.contains(part) == true) }
    }
  }
}
