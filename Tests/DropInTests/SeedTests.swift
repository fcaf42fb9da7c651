import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing
import VisionBase

private let hasSeeds = SeedDocument.folder.map { FileManager.default.fileExists(atPath: $0.path) } ?? false
private let needsSeeds: Comment = "needs ../shared/seeds"

/// Every Swift block of the product documents compiles against the drop-in modules and runs.
@Suite(.serialized) struct SeedTests {
  private static func blocks() throws -> [SeedBlock] {
    let folder = try #require(SeedDocument.folder)
    return try SeedDocument.allCases.flatMap { try $0.blocks(in: folder) }
  }

  @Test(.enabled(if: hasSeeds, needsSeeds), arguments: ["5", "6"])
  func everyBlockCompiles(languageMode: String) throws {
    let blocks = try Self.blocks()
    #expect(blocks.count == 35)
    let printed = blocks.compactMap(\.printed)
    #expect(printed.count == 32)
    let corrected = blocks.flatMap(\.corrected)
    #expect(corrected.count == 4, "options are two alternatives")
    let compiler = try Compiler()
    defer { compiler.remove() }
    let files = try compiler.write(printed + corrected)
    let (succeeded, text) = try compiler.swiftc(
      ["-typecheck", "-swift-version", languageMode, "-parse-as-library"] + Compiler.searchFlags() + files)
    #expect(succeeded, "\(text)")
  }

  @Test(.enabled(if: hasSeeds, needsSeeds))
  func theThreeFaultyBlocksCompileNowhere() throws {
    let faulty = try Self.blocks().compactMap(\.faulty)
    #expect(faulty.count == 3)
    for source in faulty {
      let compiler = try Compiler()
      defer { compiler.remove() }
      let files = try compiler.write([source])
      let (succeeded, text) = try compiler.swiftc(
        ["-typecheck", "-swift-version", "5", "-parse-as-library"] + Compiler.searchFlags() + files)
      #expect(!succeeded)
      #expect(text.contains(source.name), "an error in the block, not elsewhere: \(text)")
    }
  }

  private struct Answer: Codable, Equatable {
    var name: String
    var points: [[[Float]]]
    var labels: [[String]]
    var timestamp: Int
  }

  /// The programs's modules. Order does not matter to the linker for object files.
  private static let modules = [
    "MediaPipeTasksVision", "MLKitPoseDetection", "MLKitPoseDetectionAccurate", "MLKitPoseDetectionCommon", "MLKitVision",
    "UIImageFiles", "AppleImages", "AppleShims", "ImageFiles", "CImageCodecs", "Landmarks", "Tracking", "ImagePrep",
    "Inference", "ModelFormat", "LandmarkDecode", "VisionBase", "KernelSets", "CLandmarkKernels",
  ]

  @Test(.enabled(if: hasSeeds && hasCorpus, "needs ../shared and Models/"))
  func theBlocksReturnWhatTheNativeTasksReturn() throws {
    let compiler = try Compiler()
    defer { compiler.remove() }
    let blocks = try Self.blocks()
    let files = try compiler.write(blocks.compactMap(\.printed) + blocks.flatMap(\.corrected) + [SeedHarness.source])
    let program = compiler.folder.appendingPathComponent("seeds")
    let (succeeded, text) = try compiler.swiftc(
      ["-swift-version", "6", "-parse-as-library", "-o", program.path] + Compiler.searchFlags() + files
        + Compiler.objects(of: Self.modules) + ["-ljpeg", "-lpng", "-lwebp", "-lm"])
    try #require(succeeded, "\(text)")
    // `Bundle.main.path(forResource:ofType:)` looks beside the program.
    let models = try #require(TestFiles.models)
    for model in ["hand_landmarker", "gesture_recognizer", "face_landmarker"] {
      let name = model + ".task"
      try FileManager.default.createSymbolicLink(
        at: compiler.folder.appendingPathComponent(name), withDestinationURL: models.appendingPathComponent(name))
    }
    let pictures = ["hand_thumbs_up.jpg", "face_two_people.jpg", "body_pose2.jpg"]
    let (status, output, errors) = try Compiler.run(
      program.path, pictures.map { corpusPath($0) }, in: compiler.folder, environment: ["LANDMARKS_MODELS": models.path])
    try #require(status == 0, "\(errors)")
    var answers: [String: Answer] = [:]
    for line in output.split(separator: "\n") {
      let answer = try JSONDecoder().decode(Answer.self, from: Data(line.utf8))
      answers[answer.name] = answer
    }
    let expected = try Self.expectedAnswers(hand: pictures[0], face: pictures[1], pose: pictures[2])
    #expect(Set(answers.keys) == Set(expected.keys))
    for (name, answer) in expected { #expect(answers[name] == answer, "\(name)") }
  }

  /// The same calls on the native tasks.
  private static func expectedAnswers(hand: String, face: String, pose: String) throws -> [String: Answer] {
    func rows(_ landmarks: [[NormalizedLandmark]]) -> [[[Float]]] { landmarks.map { $0.map { [$0.x, $0.y, $0.z] } } }
    var answers: [String: Answer] = [:]
    func add(_ name: String, _ points: [[[Float]]], _ labels: [[String]] = [], _ timestamp: Int = 0) {
      answers[name] = Answer(name: name, points: points, labels: labels, timestamp: timestamp)
    }
    let handImage = try corpusPicture(hand)
    let hands = try HandLandmarker(model: corpusModel("hand_landmarker"), options: .init(numHands: 2))
    func addHands(_ name: String, _ result: HandLandmarkerResult, _ time: Int) {
      add(name, rows(result.landmarks), result.handedness.map { $0.map { "\($0.categoryName) \($0.score)" } }, time)
    }
    let gestures = try GestureRecognizer(model: corpusModel("gesture_recognizer"), options: .init(numHands: 2))
    func addGestures(_ name: String, _ result: GestureRecognizerResult, _ time: Int) {
      add(name, rows(result.landmarks), result.gestures.map { $0.map { "\($0.categoryName) \($0.score) \($0.index)" } }, time)
    }
    let faceImage = try corpusPicture(face)
    let faces = try FaceLandmarker(model: corpusModel("face_landmarker"), options: .init(numFaces: 3))
    for (index, kind) in ["image", "buffer", "sample"].enumerated() {
      // Image mode has a clock of its own that goes on by a second.
      addHands("hand \(kind)", try hands.detect(handImage), index * 1000)
      addGestures("gesture \(kind)", try gestures.recognize(handImage), index * 1000)
      add("face \(kind)", rows(try faces.detect(faceImage).faceLandmarks), [], index * 1000)
    }
    for time in [0, 40, 80] {
      addHands("hand video \(time)", try #require(try hands.detect(videoFrame: handImage, timestampInMilliseconds: time)), time)
      let gesture = try #require(try gestures.recognize(videoFrame: handImage, timestampInMilliseconds: time))
      addGestures("gesture video \(time)", gesture, time)
      let found = try #require(try faces.detect(videoFrame: faceImage, timestampInMilliseconds: time))
      add("face video \(time)", rows(found.faceLandmarks), [], time)
    }
    // The documents' pictures have subjects; an empty answer everywhere would prove nothing.
    #expect(answers["hand image"]?.points.count == 1)
    #expect(answers["gesture image"]?.labels.first?.first?.hasPrefix("Thumb_Up ") == true)
    #expect(answers["face image"]?.points.count == 2)

    let poseImage = try corpusPicture(pose)
    func pixels(_ result: PoseLandmarkerResult) -> [[[Float]]] {
      let (width, height) = (CGFloat(poseImage.size.width), CGFloat(poseImage.size.height))
      return result.landmarks.map {
        $0.map { [Float(CGFloat($0.x) * width), Float(CGFloat($0.y) * height), Float(CGFloat($0.z) * width), $0.presence ?? -1] }
      }
    }
    let names = PoseLandmark.allCases.map { poseTypeName($0) }
    let accurate = try PoseLandmarker(model: corpusModel(bestModel("heavy")))
    let still = pixels(try accurate.detect(poseImage))
    #expect(still.count == 1)
    add("pose image", still, [names])
    add("pose async", still, [names])
    add("pose callback", [], [["1", "true"]])
    let base = try PoseLandmarker(model: corpusModel(bestModel("lite")))
    add("pose stream", pixels(try #require(try base.detect(videoFrame: poseImage, timestampInMilliseconds: 5))), [names])
    return answers
  }

  /// The model that a detector takes: the one of that size if it is there, else the full one.
  private static func bestModel(_ size: String) -> String {
    let name = "pose_landmarker_\(size)"
    let file = TestFiles.models?.appendingPathComponent(name + ".task")
    return file.map { FileManager.default.fileExists(atPath: $0.path) } == true ? name : "pose_landmarker_full"
  }

  /// ML Kit's name of a landmark, from its own table rather than from the product's.
  private static func poseTypeName(_ landmark: PoseLandmark) -> String {
    switch landmark {
    case .leftPinky: "LeftPinkyFinger"
    case .rightPinky: "RightPinkyFinger"
    case .leftIndex: "LeftIndexFinger"
    case .rightIndex: "RightIndexFinger"
    case .leftFootIndex: "LeftToe"
    case .rightFootIndex: "RightToe"
    default: "\(landmark)".prefix(1).uppercased() + "\(landmark)".dropFirst()
    }
  }
}
