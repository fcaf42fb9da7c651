import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

/// What the program prints for pictures, in each format.
@Suite(.enabled(if: TestFiles.models != nil, "needs Models/ (make models)"))
struct AnsweringTests {
  let scratch: ScratchFolder
  let runner: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
    self.runner = runner
  }

  static let needsCorpus: ConditionTrait = .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus")

  func corpusImage(_ name: String) throws -> String {
    try #require(TestFiles.corpus).appendingPathComponent("images/\(name)").path
  }

  @Test func emptyPictureIsAnsweredWithEmptyArraysInTheFixedOrder() throws {
    _ = try scratch.picture("grey.bmp")
    let keys = [
      "hand": #""landmarks":[],"worldLandmarks":[],"handedness":[],"trackIDs":[]"#,
      "gesture": #""landmarks":[],"worldLandmarks":[],"handedness":[],"gestures":[],"trackIDs":[]"#,
      "face": #""faceLandmarks":[],"faceBlendshapes":[],"facialTransformationMatrixes":[],"trackIDs":[]"#,
      "pose": #""landmarks":[],"worldLandmarks":[],"segmentationMasks":[],"trackIDs":[]"#,
    ]
    for (command, tail) in keys {
      let result = try runner.run([command, "grey.bmp"])
      #expect(
        result.text
          == #"{"source":"grey.bmp","frame":0,"timestampInMilliseconds":0,"width":64,"height":48,"# + tail + "}\n")
      #expect(result.status == 0 && result.standardError == "")
    }
  }

  @Test func failedInputsAreAnsweredInTheirPlaceAndTheRestGoesOn() throws {
    _ = try scratch.picture("a.bmp")
    _ = try scratch.picture("c.bmp")
    try Data("no picture".utf8).write(to: scratch.url.appendingPathComponent("b.jpg"))
    let result = try runner.run(["hand", "a.bmp", "b.jpg", "missing.png", "c.bmp"])
    #expect(result.status == 1)
    let objects = try result.objects()
    #expect(objects.map { $0["source"] as? String } == ["a.bmp", "b.jpg", "missing.png", "c.bmp"])
    let codes = objects.map { ($0["error"] as? [String: Any])?["code"] as? String }
    #expect(codes == [nil, "invalidImage", "fileNotFound", nil])
    let messages = objects.compactMap { ($0["error"] as? [String: Any])?["message"] as? String }
    #expect(messages.allSatisfy { !$0.isEmpty })
    #expect(Set(objects[1].keys) == ["source", "error"])
    #expect(result.standardError.split(separator: "\n").count == 2)
    #expect(result.standardError.contains("b.jpg") && result.standardError.contains("missing.png"))
  }

  @Test(needsCorpus)
  func everyBadPictureIsAnErrorWithStatus1() throws {
    let folder = try #require(TestFiles.corpus).appendingPathComponent("images")
    let bad = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("bad_") }.sorted()
    #expect(!bad.isEmpty)
    for name in bad {
      let path = folder.appendingPathComponent(name).path
      let result = try runner.run(["face", path])
      #expect(result.status == 1 && !result.wasSignalled, "\(name)")
      let objects = try result.objects()
      #expect(objects.count == 1 && objects[0]["error"] != nil, "\(name)")
      #expect(result.standardError.hasPrefix("landmarks: ") && result.standardError.contains(name))
    }
  }

  @Test(needsCorpus)
  func handNumbersReadBackToTheSameFloats() throws {
    let path = try corpusImage("hand_ok_sign.jpg")
    let model = try #require(TestFiles.models).appendingPathComponent("hand_landmarker.task").path
    let task = try HandLandmarker(model: .path(model), options: HandLandmarkerOptions(numHands: 2))
    let expected = try task.detect(ImageFile.load(path: path, orientation: .fromFile))
    #expect(!expected.landmarks.isEmpty)

    let result = try runner.run(["hand", "--num", "2", path])
    let object = try #require(try result.objects().first)
    let landmarks = try #require(object["landmarks"] as? [[[String: NSNumber]]])
    #expect(landmarks.map { $0.map(Self.coordinates) } == expected.landmarks.map { $0.map { [$0.x, $0.y, $0.z] } })
    let world = try #require(object["worldLandmarks"] as? [[[String: NSNumber]]])
    #expect(world.map { $0.map(Self.coordinates) } == expected.worldLandmarks.map { $0.map { [$0.x, $0.y, $0.z] } })
    let handedness = try #require(object["handedness"] as? [[[String: Any]]])
    #expect(handedness.map { $0.map { $0["categoryName"] as? String } } == expected.handedness.map { $0.map(\.categoryName) })
    #expect(
      handedness.map { $0.map { ($0["score"] as? NSNumber).map { Float(truncating: $0) } } }
        == expected.handedness.map { $0.map(\.score) })
  }

  static func coordinates(_ landmark: [String: NSNumber]) -> [Float] {
    // A decimal that is the shortest one for a Float32 rounds to it also by way of Float64.
    ["x", "y", "z"].map { landmark[$0].map { Float($0.doubleValue) } ?? .nan }
  }

  @Test(
    needsCorpus,
    arguments: [
      ("hand", "hand_ok_sign.jpg", 21), ("gesture", "hand_thumbs_up.jpg", 21), ("face", "face_grace_hopper.jpg", 478),
      ("pose", "body_yoga_sit.jpg", 33),
    ])
  func csvHasOneRowPerLandmarkAndTheSameColumnsForAllTasks(_ command: String, _ picture: String, _ count: Int) throws {
    let path = try corpusImage(picture)
    let result = try runner.run([command, "--format", "csv", path])
    let rows = result.text.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(
      rows[0].joined(separator: ",")
        == "source,frame,timestampInMilliseconds,width,height,subject,label,labelScore,landmark,x,y,z,"
        + "worldX,worldY,worldZ,visibility,presence,trackID,gesture,gestureScore")
    #expect(rows.count == 1 + count)
    #expect(rows.allSatisfy { $0.count == 20 })
    #expect(rows.dropFirst().map { $0[8] } == (0..<count).map { Substring("\($0)") })
    let object = try #require(try runner.run([command, path]).objects().first)
    let key = command == "face" ? "faceLandmarks" : "landmarks"
    let landmarks = try #require(object[key] as? [[[String: NSNumber]]])
    #expect(rows.dropFirst().map { $0[9..<12].compactMap { Float($0) } } == landmarks[0].map(Self.coordinates))
    // Which of the columns are filled: worldX…worldZ, visibility and presence, label, trackID, gesture.
    let row = rows[1]
    #expect(row[12..<15].allSatisfy { Float($0) != nil } == (command != "face"))
    #expect(row[15..<17].allSatisfy { Float($0) != nil } == (command == "pose"))
    #expect(row[15..<17].allSatisfy(\.isEmpty) == (command != "pose"))
    #expect((row[6] == "Left" || row[6] == "Right") == (command == "hand" || command == "gesture"))
    #expect(row[17].isEmpty)
    #expect((row[18] == "Thumb_Up" && Float(row[19]) != nil) == (command == "gesture"))
  }

  @Test func jsonIsOneArray() throws {
    _ = try scratch.picture("a.bmp")
    _ = try scratch.picture("b.bmp")
    let result = try runner.run(["hand", "--format", "json", "a.bmp", "none.png", "b.bmp"])
    let array = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [[String: Any]])
    #expect(array.map { $0["source"] as? String } == ["a.bmp", "none.png", "b.bmp"])
    #expect(result.status == 1)
  }

  @Test(needsCorpus)
  func textIsShortAndVerboseTextIsNot() throws {
    let path = try corpusImage("hand_ok_sign.jpg")
    let short = try runner.run(["hand", "--format", "text", path])
    #expect(short.text.split(separator: "\n").count == 2)
    #expect(short.text.hasPrefix("\(path): 200 × 200, 1 hand\n  hand 1: "))
    #expect(short.standardError == "")
    let long = try runner.run(["hand", "--format", "text", "-v", path])
    #expect(long.text.split(separator: "\n").count == 2 + 21)
    #expect(long.standardError.contains("Model: ") && long.standardError.contains(" ms"))
  }

  @Test func standardInputIsAPicture() throws {
    let path = try scratch.picture("grey.bmp")
    let result = try runner.run(["hand", "-"], input: Data(contentsOf: URL(fileURLWithPath: path)))
    let object = try #require(try result.objects().first)
    #expect(object["source"] as? String == "-")
    #expect(object["width"] as? Int == 64)
    let empty = try runner.run(["hand", "-"], input: Data())
    #expect(empty.status == 1)
    #expect(try empty.objects().first?["error"] != nil)
  }

  @Test(arguments: ["with space.bmp", "100%.bmp", "%41.bmp", "größe é.bmp", "e\u{301}.bmp", "手.bmp", "quote\".bmp", "-dash.bmp"])
  func oddFileNamesWork(_ name: String) throws {
    _ = try scratch.picture(name)
    let result = try runner.run(["hand", "--annotate", "out dir 手/", "--", name])
    #expect(result.status == 0, "\(result.standardError)")
    let source = try #require(try result.objects().first?["source"] as? String)
    #expect(Array(source.unicodeScalars) == Array(name.unicodeScalars))
    let made = try FileManager.default.contentsOfDirectory(atPath: scratch.path("out dir 手"))
    #expect(made.count == 1 && made[0].hasSuffix(".png"))
  }

  @Test(needsCorpus)
  func exifIsHonouredUnlessToldOtherwise() throws {
    let path = try corpusImage("fmt_exif6.jpg")
    let model = try #require(TestFiles.models).appendingPathComponent("hand_landmarker.task").path
    let task = try HandLandmarker(model: .path(model))
    func expected(_ orientation: ImageFile.OrientationPolicy, turned: ImageOrientation = .up) throws -> [[[Float]]] {
      try task.detect(ImageFile.load(path: path, orientation: orientation), ImageProcessingOptions(orientation: turned))
        .landmarks.map { $0.map { [$0.x, $0.y, $0.z] } }
    }
    func printed(_ arguments: String...) throws -> [[[Float]]] {
      let object = try #require(try runner.run(["hand"] + arguments + [path]).objects().first)
      return try #require(object["landmarks"] as? [[[String: NSNumber]]]).map { $0.map(Self.coordinates) }
    }
    let upright = try expected(.fromFile)
    let stored = try expected(.asStored)
    #expect(!upright.isEmpty && upright != stored)
    #expect(try printed() == upright)
    #expect(try printed("--ignore-exif") == stored)
    #expect(try printed("--rotation", "90") == expected(.asStored, turned: .right))
  }
}
