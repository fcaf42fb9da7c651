import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

/// What each task adds to its answers, and the options that say where and how to look.
@Suite(
  .enabled(if: TestFiles.models != nil, "needs Models/ (make models)"),
  .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"))
struct TaskOutputTests {
  let scratch: ScratchFolder
  let runner: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    var runner = ProgramRunner(folder: scratch.url)
    runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
    self.runner = runner
  }

  func corpusImage(_ name: String) throws -> String {
    try #require(TestFiles.corpus).appendingPathComponent("images/\(name)").path
  }

  func answer(_ arguments: String...) throws -> [String: Any] {
    try #require(try runner.run(arguments).objects().first)
  }

  /// All landmarks of all subjects as x, y, z, in one row.
  func coordinates(_ object: [String: Any]) throws -> [Float] {
    let subjects = try #require((object["landmarks"] ?? object["faceLandmarks"]) as? [[[String: NSNumber]]])
    return subjects.flatMap { $0.flatMap(AnsweringTests.coordinates) }
  }

  @Test func facesHaveBlendshapesAndMatricesWhenAskedFor() throws {
    let path = try corpusImage("face_grace_hopper.jpg")
    let object = try answer("face", "--blendshapes", "--matrices", path)
    let blendshapes = try #require(object["faceBlendshapes"] as? [[String: Any]])
    #expect(blendshapes.count == 1 && blendshapes[0]["headIndex"] as? Int == 0 && blendshapes[0]["headName"] as? String == "")
    let categories = try #require(blendshapes[0]["categories"] as? [[String: Any]])
    #expect(categories.map { $0["index"] as? Int } == Array(0..<52))
    #expect(categories[0]["categoryName"] as? String == "_neutral" && categories[1]["categoryName"] as? String == "browDownLeft")
    let matrices = try #require(object["facialTransformationMatrixes"] as? [[String: Any]])
    #expect(matrices.count == 1 && matrices[0]["rows"] as? Int == 4 && matrices[0]["columns"] as? Int == 4)
    let data = try #require(matrices[0]["data"] as? [NSNumber]).map(\.floatValue)
    // Column by column: the last row of the matrix is 0, 0, 0, 1 and the face is in front of the camera, at negative z.
    #expect(data.count == 16 && [3, 7, 11, 15].map { data[$0] } == [0, 0, 0, 1] && data[14] < 0)
    let wide = try answer("face", "--matrices", "--vertical-fov", "90", path)
    let wideMatrix = try #require(wide["facialTransformationMatrixes"] as? [[String: Any]])
    // Seen through a wider lens the same picture means a nearer face.
    #expect(try #require(wideMatrix[0]["data"] as? [NSNumber])[14].floatValue > data[14])
    #expect((wide["faceBlendshapes"] as? [Any])?.isEmpty == true)
  }

  @Test func gesturesFollowTheListsAndThresholds() throws {
    let path = try corpusImage("hand_thumbs_up.jpg")
    let object = try answer("gesture", path)
    let gestures = try #require(object["gestures"] as? [[[String: Any]]])
    #expect(gestures.count == 1 && gestures[0].count == 1)
    #expect(gestures[0][0]["index"] as? Int == -1 && gestures[0][0]["categoryName"] as? String == "Thumb_Up")
    #expect(gestures[0][0]["displayName"] as? String == "")
    func name(_ arguments: String...) throws -> String? {
      let object = try #require(try runner.run(["gesture", path] + arguments).objects().first)
      return (object["gestures"] as? [[[String: Any]]])?.first?.first?["categoryName"] as? String
    }
    #expect(try name("--allow", "Victory,Thumb_Up") == "Thumb_Up")
    #expect(try name("--deny", "Thumb_Up", "--score-threshold", "0") != "Thumb_Up")
    #expect(try name("--max-results", "1") == "Thumb_Up")
    #expect(try name("--score-threshold", "1") == nil)
    // The official model has no second head: its options change nothing.
    #expect(try name("--custom-deny", "Thumb_Up", "--custom-max-results=3", "--custom-score-threshold", "1") == "Thumb_Up")
  }

  @Test func posesHaveVisibilityAndPresence() throws {
    let object = try answer("pose", try corpusImage("body_yoga_sit.jpg"))
    for key in ["landmarks", "worldLandmarks"] {
      let poses = try #require(object[key] as? [[[String: NSNumber]]])
      #expect(poses.count == 1 && poses[0].count == 33)
      for landmark in poses[0] {
        #expect(Set(landmark.keys) == ["x", "y", "z", "visibility", "presence"])
        for name in ["visibility", "presence"] { #expect((0...1).contains(landmark[name]?.floatValue ?? -1)) }
      }
    }
  }

  @Test func masksAreGreyPNGsBesideTheOutput() throws {
    let path = try corpusImage("body_yoga_sit.jpg")
    try FileManager.default.createDirectory(atPath: scratch.path("out"), withIntermediateDirectories: false)
    let calls: [(arguments: [String], expected: String)] = [
      (["--masks"], "body_yoga_sit-mask-1.png"),
      (["--masks", "-o", "out/poses.jsonl"], "out/body_yoga_sit-mask-1.png"),
      (["--masks", "-o", "/dev/stdout"], "body_yoga_sit-mask-1.png"),
      (["--masks-folder", "deep/masks"], "deep/masks/body_yoga_sit-mask-1.png"),
    ]
    let model = try #require(TestFiles.models).appendingPathComponent("pose_landmarker_full.task").path
    let task = try PoseLandmarker(model: .path(model), options: PoseLandmarkerOptions(outputSegmentationMasks: true))
    let mask = try #require(try task.detect(ImageFile.load(path: path)).segmentationMasks.first)
    let expected = try ImageFile.encode(
      Image(width: mask.width, height: mask.height, format: .gray8, bytes: mask.bytes), format: .png)
    for call in calls {
      let result = try runner.run(["pose", path] + call.arguments)
      #expect(result.status == 0, "\(result.standardError)")
      let text =
        call.arguments.contains("out/poses.jsonl")
        ? try Data(contentsOf: scratch.url.appendingPathComponent("out/poses.jsonl")) : result.standardOutput
      let object = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
      #expect(object["segmentationMasks"] as? [String] == [call.expected])
      let written = [UInt8](try Data(contentsOf: scratch.url.appendingPathComponent(call.expected)))
      #expect(written == expected)
      // 8 bits, grey. Source: PNG specification, 11.2.2 IHDR.
      #expect(Array(written[24..<26]) == [8, 0])
    }
    #expect(try scratch.names == ["body_yoga_sit-mask-1.png", "deep", "out"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: scratch.path("out")).sorted()
        == ["body_yoga_sit-mask-1.png", "poses.jsonl"])
  }

  @Test func masksOfSeveralInputsDoNotMeetAndNeverOverwriteAnInput() throws {
    let path = try corpusImage("body_yoga_sit.jpg")
    for name in ["a.jpg", "sub/a.jpg", "a-mask-1.png"] {
      let target = scratch.url.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(atPath: path, toPath: target.path)
    }
    let before = try Data(contentsOf: scratch.url.appendingPathComponent("a-mask-1.png"))
    let result = try runner.run(["pose", "--masks", "a.jpg", "sub/a.jpg", "a-mask-1.png"])
    #expect(result.status == 1)
    #expect(result.standardError.contains("The mask a-mask-1.png would overwrite an input."))
    let masks = try result.objects().map { $0["segmentationMasks"] as? [Any] }
    #expect(masks.map { $0?.first as? String } == [nil, "a-2-mask-1.png", "a-mask-1-mask-1.png"])
    #expect(masks[0]?.first is NSNull)
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("a-mask-1.png")) == before)
    #expect(try scratch.names == ["a-2-mask-1.png", "a-mask-1-mask-1.png", "a-mask-1.png", "a.jpg", "sub"])
  }

  @Test func maskThatCannotBeWrittenIsNullAndStatus1() throws {
    let path = try corpusImage("body_yoga_sit.jpg")
    // A folder stands where the mask would go.
    try FileManager.default.createDirectory(atPath: scratch.path("body_yoga_sit-mask-1.png"), withIntermediateDirectories: false)
    let result = try runner.run(["pose", "--masks", path])
    #expect(result.status == 1 && !result.standardError.isEmpty)
    let masks = try #require(try result.objects().first?["segmentationMasks"] as? [Any])
    #expect(masks.count == 1 && masks[0] is NSNull)
    #expect(try scratch.names == ["body_yoga_sit-mask-1.png"])
  }

  @Test func masksOfAStreamCarryTheFramesNumber() throws {
    let path = try corpusImage("body_yoga_sit.jpg")
    let result = try runner.run(["pose", "--masks-folder", "m", "--frames", "-"], input: Data("0\t\(path)\n40\t\(path)\n".utf8))
    #expect(result.status == 0)
    #expect(
      try result.objects().map { $0["segmentationMasks"] as? [String] }
        == [["m/frame-000000-mask-1.png"], ["m/frame-000001-mask-1.png"]])
  }

  @Test func firstPoseModelInOrderIsTaken() throws {
    let models = try #require(TestFiles.models)
    try FileManager.default.createDirectory(atPath: scratch.path("Models"), withIntermediateDirectories: false)
    var runner = runner
    runner.environment["LANDMARKS_MODELS"] = nil
    _ = try scratch.picture("grey.bmp")
    let path = try #require(
      ["pose_landmarker_lite.task", "pose_landmarker_full.task"].map { models.appendingPathComponent($0).path }
        .first { FileManager.default.fileExists(atPath: $0) })
    for name in ["lite", "heavy", "full"] {
      try FileManager.default.createSymbolicLink(
        atPath: scratch.path("Models/pose_landmarker_\(name).task"), withDestinationPath: path)
      let result = try runner.run(["pose", "-v", "grey.bmp"])
      #expect(result.status == 0 && result.standardError.contains("Model: Models/pose_landmarker_\(name).task"))
    }
  }

  @Test(arguments: [("hand", "geo_three_hands.jpg"), ("face", "face_two_people.jpg"), ("pose", "body_zidane.jpg")])
  func regionIsTheCropMappedBack(_ command: String, _ picture: String) throws {
    let path = try corpusImage(picture)
    let image = try ImageFile.load(path: path, orientation: .asStored)
    // Whole pixels: the right half without its topmost eighth.
    let (left, top) = (image.size.width / 2, image.size.height / 8)
    let (width, height) = (image.size.width - left, image.size.height - top)
    let rows = try image.rgbRows()
    let bytes = (top..<image.size.height).flatMap { rows[$0][(3 * left)...] }
    try ImageFile.write(
      Image(width: width, height: height, format: .rgb8, bytes: bytes), path: scratch.path("crop.png"), format: .png)
    let size = (width: Float(image.size.width), height: Float(image.size.height))
    let region =
      "\(Float(left) / size.width),\(Float(top) / size.height),\(Float(width) / size.width),\(Float(height) / size.height)"
    let crop = try coordinates(answer(command, "--num", "4", "crop.png"))
    let whole = try coordinates(answer(command, "--num", "4", "--ignore-exif", "--roi", region, path))
    #expect(!crop.isEmpty && crop.count == whole.count)
    for index in stride(from: 0, to: min(crop.count, whole.count), by: 3) {
      // The pixels are the same; what is left is the rounding of one multiplication, addition and division.
      #expect(abs((crop[index] * Float(width) + Float(left)) / size.width - whole[index]) < 1e-6)
      #expect(abs((crop[index + 1] * Float(height) + Float(top)) / size.height - whole[index + 1]) < 1e-6)
      #expect(abs(crop[index + 2] * Float(width) / size.width - whole[index + 2]) < 1e-6)
    }
  }

  /// What the stored picture is made by, and how a place of the upright picture lies in it.
  static let turns: [(options: [String], stored: ImageOrientation, place: @Sendable (Float, Float) -> (Float, Float))] = [
    (["--rotation", "0"], .up, { ($0, $1) }),
    (["--mirrored"], .upMirrored, { (1 - $0, $1) }),
    // The stored picture is turned counter-clockwise so that turning it clockwise makes it upright, and so on.
    (["--rotation", "90"], .left, { ($1, 1 - $0) }),
    (["--rotation", "180"], .down, { (1 - $0, 1 - $1) }),
    (["--rotation", "270"], .right, { (1 - $1, $0) }),
    (["--mirrored", "--rotation", "180"], .downMirrored, { ($0, 1 - $1) }),
  ]

  @Test func turnedAndMirroredPicturesGiveTheSameHand() throws {
    let path = try corpusImage("hand_thumbs_up.jpg")
    let image = try ImageFile.load(path: path, orientation: .asStored)
    let upright = try answer("hand", "--precision", "corrected", "--ignore-exif", path)
    let expected = try coordinates(upright)
    #expect(expected.count == 63)
    for turn in Self.turns {
      try ImageFile.write(image.turnedUpright(from: turn.stored), path: scratch.path("turned.png"), format: .png)
      let object = try #require(
        try runner.run(["hand", "--precision", "corrected", "turned.png"] + turn.options).objects().first)
      let found = try coordinates(object)
      try #require(found.count == 63, "\(turn.options)")
      var worst: Float = 0
      for index in stride(from: 0, to: 63, by: 3) {
        let place = turn.place(expected[index], expected[index + 1])
        worst = max(worst, abs(place.0 - found[index]), abs(place.1 - found[index + 1]))
      }
      // Samples fall between pixels on the other side: a few thousandths of the picture at most.
      #expect(worst < 5e-3, "\(turn.options): \(worst)")
      let sides = [upright, object].map { (($0["handedness"] as? [[[String: Any]]])?.first?.first?["categoryName"]) as? String }
      #expect(sides[0] == sides[1], "\(turn.options)")
    }
  }

  @Test func precisionReachesTheTask() throws {
    let path = try corpusImage("hand_hagrid_call_2.jpg")
    let original = try coordinates(answer("hand", "--num", "2", path))
    #expect(try coordinates(answer("hand", "--num", "2", "--precision", "mediapipe", path)) == original)
    #expect(try coordinates(answer("hand", "--num", "2", "--precision", "corrected", path)) != original)
  }

  @Test(arguments: [("gesture", "hand_thumbs_up.jpg"), ("pose", "body_yoga_sit.jpg")])
  func annotationsAreDrawnForEveryTask(_ command: String, _ picture: String) throws {
    let path = try corpusImage(picture)
    #expect(try runner.run([command, path, "--annotate", "drawn.png"]).status == 0)
    let plain = try ImageFile.load(path: path).rgbRows()
    let drawn = try ImageFile.load(path: scratch.path("drawn.png")).rgbRows()
    #expect(plain.count == drawn.count && plain != drawn)
  }
}

extension Image {
  /// The bytes of each row of a picture, as red, green, blue.
  func rgbRows() throws -> [[UInt8]] {
    try convertedToRGB().withPixelView { view in
      (0..<view.size.height).map { row in
        Array(UnsafeBufferPointer(start: view.base + row * view.bytesPerRow, count: view.size.width * 3))
      }
    }
  }
}
