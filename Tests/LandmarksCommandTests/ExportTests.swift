import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing
import VisionBase

/// Every format written by the program and read back.
@Suite(.needsModels, .needsCorpus) struct ExportTests {
  let scratch: ScratchFolder
  let program: ProgramRunner

  init() throws {
    scratch = try ScratchFolder()
    program = runner(in: scratch)
  }

  /// Rows of fields, as RFC 4180 says.
  static func rows(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var field = String.UnicodeScalarView()
    var isQuoted = false
    var scalars = text.unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"": field.append(scalars.removeFirst())
      case "\"": isQuoted.toggle()
      case "," where !isQuoted:
        rows[rows.count - 1].append(String(field))
        field = .init()
      case "\n" where !isQuoted:
        rows[rows.count - 1].append(String(field))
        field = .init()
        rows.append([])
      default: field.append(scalar)
      }
    }
    return rows.dropLast()
  }

  /// Names with all that must be quoted.
  static let name = "a, \"b\"\nc 日本 e\u{301}.jpg"

  func pose() throws -> PoseLandmarkerResult {
    let model = try #require(TestFiles.models).appendingPathComponent("pose_landmarker_full.task").path
    return try PoseLandmarker(model: .path(model)).detect(ImageFile.load(path: corpusImage("body_yoga_sit.jpg").path))
  }

  @Test func linesOfJSONHaveTheLibrarysNumbers() throws {
    try FileManager.default.copyItem(at: corpusImage("body_yoga_sit.jpg"), to: scratch.url.appendingPathComponent(Self.name))
    let expected = try pose()
    let result = try program.run(["pose", Self.name])
    let object = try #require(try result.objects().first)
    #expect(object["source"] as? String == Self.name)
    let landmarks = try #require(object["landmarks"] as? [[[String: NSNumber]]])
    let world = try #require(object["worldLandmarks"] as? [[[String: NSNumber]]])
    #expect(landmarks.count == 1 && landmarks[0].count == 33 && expected.landmarks.count == 1)
    for (read, landmark) in zip(landmarks[0], expected.landmarks[0]) {
      #expect(
        read.mapValues(\.floatValue) == [
          "x": landmark.x, "y": landmark.y, "z": landmark.z, "visibility": landmark.visibility, "presence": landmark.presence,
        ])
    }
    for (read, landmark) in zip(world[0], expected.worldLandmarks[0]) {
      #expect(read["x"]?.floatValue == landmark.x && read["y"]?.floatValue == landmark.y && read["z"]?.floatValue == landmark.z)
    }
    // One array of the same objects.
    let array = try program.run(["pose", Self.name, Self.name, "--format", "json"])
    let objects = try #require(try JSONSerialization.jsonObject(with: array.standardOutput) as? [[String: Any]])
    #expect(objects.count == 2 && NSDictionary(dictionary: objects[1]) == NSDictionary(dictionary: object))
  }

  @Test func rowsOfCSVHaveTheLibrarysNumbers() throws {
    try FileManager.default.copyItem(at: corpusImage("body_yoga_sit.jpg"), to: scratch.url.appendingPathComponent(Self.name))
    let expected = try pose()
    let rows = Self.rows(try program.run(["pose", Self.name, "--format", "csv"]).text)
    let document = try String(contentsOf: TestFiles.packageRoot.appendingPathComponent("FORMATS.md"), encoding: .utf8)
    let section = try #require(document.split(separator: "## CSV").last?.split(separator: "## BVH").first)
    let named = section.matches(of: /`([a-zA-Z]+)`/).map { String($0.output.1) }
    #expect(rows[0] == named, "FORMATS.md names the columns in their order")
    #expect(rows.count == 34 && rows.allSatisfy { $0.count == rows[0].count })
    func column(_ name: String) throws -> Int { try #require(rows[0].firstIndex(of: name)) }
    for (number, row) in rows.dropFirst().enumerated() {
      let (landmark, world) = (expected.landmarks[0][number], expected.worldLandmarks[0][number])
      let (source, index) = (try column("source"), try column("landmark"))
      #expect(row[source] == Self.name && row[index] == String(number))
      for (name, value) in [
        ("x", landmark.x), ("y", landmark.y), ("z", landmark.z), ("worldX", world.x), ("worldY", world.y), ("worldZ", world.z),
        ("visibility", landmark.visibility ?? -1), ("presence", landmark.presence ?? -1),
      ] {
        let place = try column(name)
        #expect(Float(row[place]) == value, "\(name) of \(number)")
      }
    }
  }

  /// The landmarks of a person in the axes of motion files, by frame.
  func world(_ objects: [[String: Any]], person: Int) throws -> [Int: [SIMD3<Double>]] {
    var frames: [Int: [SIMD3<Double>]] = [:]
    for (index, object) in objects.enumerated() {
      let subject = try #require(object["trackIDs"] as? [Int]).firstIndex(of: person)
      guard let subject, let people = object["worldLandmarks"] as? [[[String: Double]]] else { continue }
      frames[index] = people[subject].map { SIMD3($0["x"] ?? .nan, -($0["y"] ?? .nan), -($0["z"] ?? .nan)) }
    }
    return frames
  }

  static func cosineAndSine(_ degrees: Double) -> (Double, Double) { (cos(degrees * .pi / 180), sin(degrees * .pi / 180)) }

  static func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

  @Test func motionOfAClipReproducesItsLandmarks() throws {
    try scratch.write(clipList("dance", count: 1000), to: "dance.tsv")
    let written = try program.run(["pose", "dance.tsv", "--format", "bvh", "-o", "dance.bvh"])
    #expect(written.status == 0 && written.standardError.hasPrefix("dance.bvh: person 1, "), "\(written.standardError)")
    let objects = try program.run(["pose", "dance.tsv"]).objects()
    let file = try BVHReader(String(decoding: scratch.data("dance.bvh"), as: UTF8.self))
    #expect(file.frames.count == objects.count)
    let times = objects.compactMap { $0["timestampInMilliseconds"] as? Int }
    #expect(abs(file.frameTime - Double(times[times.count - 1] - times[0]) / Double(times.count - 1) / 1000) < 1e-6)
    var distances: [Double] = []
    var worstAngle = 0.0
    for (frame, landmarks) in try world(objects, person: 1) {
      let (joints, ends) = file.places(frame: frame, cosineAndSine: Self.cosineAndSine)
      for (side, left) in [("Left", 0), ("Right", 1)] {
        let chain = [("Arm", 11), ("ForeArm", 13), ("Hand", 15), ("UpLeg", 23), ("Leg", 25), ("Foot", 27)].map { ($0, $1 + left) }
        for (name, index) in chain {
          distances.append(Self.length(try #require(joints[side + name]) - landmarks[index]))
        }
        distances.append(Self.length(try #require(ends[side + "Foot"]) - landmarks[31 + left]))
        distances.append(Self.length(try #require(ends[side + "Hand"]) - (landmarks[17 + left] + landmarks[19 + left]) / 2))
        for (from, to) in [(0, 1), (1, 2), (3, 4), (4, 5)] {
          let bone = try #require(joints[side + chain[to].0]) - #require(joints[side + chain[from].0])
          let seen = landmarks[chain[to].1] - landmarks[chain[from].1]
          let cross = SIMD3(
            bone.y * seen.z - bone.z * seen.y, bone.z * seen.x - bone.x * seen.z, bone.x * seen.y - bone.y * seen.x)
          worstAngle = max(worstAngle, atan2(Self.length(cross), (bone * seen).sum()) * 180 / .pi)
        }
      }
      distances.append(Self.length(try #require(joints["Head"]) - (landmarks[7] + landmarks[8]) / 2))
      distances.append(Self.length(try #require(joints["Chest"]) - (landmarks[11] + landmarks[12]) / 2))
    }
    distances.sort()
    let (median, most, worst) = (
      distances[distances.count / 2], distances[distances.count * 95 / 100], distances[distances.count - 1]
    )
    print("dance: joints beside their landmarks: median \(median) m, 95 of 100 \(most) m, worst \(worst) m; bones \(worstAngle)°")
    // FORMATS.md states these bounds.
    #expect(distances.count > 1000 && median < 0.02 && most < 0.05 && worst < 0.1)
    #expect(worstAngle < 0.001)
    // Centimetres are the same a hundredfold.
    #expect(try program.run(["pose", "dance.tsv", "--format", "bvh", "-o", "cm.bvh", "--bvh-unit", "cm"]).status == 0)
    let centimetres = try BVHReader(String(decoding: scratch.data("cm.bvh"), as: UTF8.self))
    for (a, b) in zip(file.joints, centimetres.joints) { #expect(Self.length(a.offset * 100 - b.offset) < 1e-4) }
    // To standard output the very same.
    #expect(try program.run(["pose", "dance.tsv", "--format", "bvh", "-q"]).standardOutput == scratch.data("dance.bvh"))
  }

  /// A picture of two people, and the same with the right one painted over.
  func twoAndOne() throws -> (two: String, one: String) {
    let two = try corpusImage("body_two_sitting.jpg").path
    let image = try ImageFile.load(path: two)
    let (width, height, pixelBytes) = (image.size.width, image.size.height, image.format.bytesPerPixel)
    var bytes = image.withPixelView { view in
      (0..<height).flatMap { UnsafeBufferPointer(start: view.base + $0 * view.bytesPerRow, count: width * pixelBytes) }
    }
    for row in 0..<height {
      for place in (row * width + width * 47 / 100) * pixelBytes..<(row + 1) * width * pixelBytes { bytes[place] = 128 }
    }
    let painted = try Image(width: width, height: height, format: image.format, bytes: bytes)
    try ImageFile.write(painted, path: scratch.path("one.png"), format: .png)
    return (two, scratch.path("one.png"))
  }

  @Test func severalPeopleAreSeveralFilesOfOneLength() throws {
    // The second person comes in frame 2; frame 4 cannot be read.
    let (two, one) = try twoAndOne()
    let frames = [one, one, two, two, "missing.png", two, two]
    try scratch.write(frames.enumerated().map { "\($0.offset * 40)\t\($0.element)\n" }.joined(), to: "walk.tsv")
    let result = try program.run(["pose", "walk.tsv", "--num", "2", "--format", "bvh", "--beside"])
    #expect(result.status == 1 && result.standardError.contains("missing.png"), "\(result.standardError)")
    #expect(result.standardError.contains("walk.tsv.pose.bvh: person 1, 7 steps"), "\(result.standardError)")
    #expect(result.standardError.contains("walk.tsv.pose-2.bvh: person 2, 7 steps, 2 of them without the person"))
    let first = try BVHReader(String(decoding: scratch.data("walk.tsv.pose.bvh"), as: UTF8.self))
    let second = try BVHReader(String(decoding: scratch.data("walk.tsv.pose-2.bvh"), as: UTF8.self))
    #expect(first.frames.count == 7 && second.frames.count == 7)
    #expect(abs(first.frameTime - 0.04) < 1e-9 && abs(second.frameTime - 0.04) < 1e-9)
    #expect(second.frames[0] == second.frames[1] && second.frames[1] == second.frames[2], "stands already")
    #expect(first.frames[4] == first.frames[3] || first.frames[4] == first.frames[5], "held")
    // Each file is the person that its number names.
    let objects = try program.run(["pose", "walk.tsv", "--num", "2"]).objects().filter { $0["error"] == nil }
    for (person, file) in [(1, first), (2, second)] {
      let landmarks = try #require(try world(objects, person: person)[5])
      let (joints, _) = file.places(frame: 6, cosineAndSine: Self.cosineAndSine)
      #expect(Self.length(try #require(joints["LeftHand"]) - landmarks[15]) < 0.1)
      #expect(Self.length(try #require(joints["RightFoot"]) - landmarks[28]) < 0.1)
    }
    // Standard output takes one person.
    let printed = try program.run(["pose", "walk.tsv", "--num", "2", "--format", "bvh"])
    #expect(printed.status == 1 && printed.standardOutput.isEmpty)
    #expect(printed.standardError.contains("2 people were seen, and a BVH file holds one. Name a file with -o"))
  }

  @Test(arguments: [(90, false), (180, false), (270, false), (0, true), (90, true), (270, true)])
  func motionStandsUprightHoweverThePixelsStand(_ degrees: Int, _ isMirrored: Bool) throws {
    let picture = try corpusImage("body_yoga_sit.jpg").path
    let upright = try ImageFile.load(path: picture)
    // Turned the other way, and mirrored after that: the options bring it back.
    let back = ImageOrientation(clockwiseDegrees: (360 - degrees) % 360, isMirrored: false)
    var stored = try upright.turnedUpright(from: #require(back))
    if isMirrored {
      stored = try stored.turnedUpright(from: #require(ImageOrientation(clockwiseDegrees: 0, isMirrored: true)))
    }
    try ImageFile.write(stored, path: scratch.path("stored.png"), format: .png)
    try scratch.write("0\t\(picture)\n40\t\(picture)\n", to: "upright.tsv")
    try scratch.write("0\tstored.png\n40\tstored.png\n", to: "stored.tsv")
    let expected = try BVHReader(program.run(["pose", "upright.tsv", "--format", "bvh", "-q"]).text)
    let result = try program.run(
      ["pose", "stored.tsv", "--format", "bvh", "-q", "--rotation", "\(degrees)"] + (isMirrored ? ["--mirrored"] : []))
    let read = try BVHReader(result.text)
    let (a, b) = (
      expected.places(frame: 1, cosineAndSine: Self.cosineAndSine), read.places(frame: 1, cosineAndSine: Self.cosineAndSine)
    )
    // The model itself, whatever is done with its answers, moves landmarks of this picture by up to 5 cm when it is turned.
    // A wrong turn or mirror moves whole limbs.
    for (name, place) in a.joints { #expect(Self.length(try #require(b.joints[name]) - place) < 0.1, "\(name)") }
  }

  @Test func missingPeopleLeaveNoFile() throws {
    _ = try scratch.picture("nobody.bmp", width: 640, height: 480)
    let nobody = try program.run(["pose", "nobody.bmp", "nobody.bmp", "--mode", "video", "--format", "bvh", "-o", "none.bvh"])
    #expect(nobody.status == 0 && nobody.standardError.contains("No person was seen in 2 frames: no motion was written."))
    #expect(try scratch.names == ["nobody.bmp"])
  }

  @Test func everyKeyStandsInTheDocument() throws {
    let document = try String(contentsOf: TestFiles.packageRoot.appendingPathComponent("FORMATS.md"), encoding: .utf8)
    func keys(_ value: Any) -> Set<String> {
      if let object = value as? [String: Any] {
        return object.reduce(into: Set(object.keys)) { $0.formUnion(keys($1.value)) }
      }
      return (value as? [Any] ?? []).reduce(into: []) { $0.formUnion(keys($1)) }
    }
    let calls = [
      ["hand", "hand_thumbs_up.jpg"], ["gesture", "hand_thumbs_up.jpg"], ["pose", "body_yoga_sit.jpg"],
      ["face", "--blendshapes", "--matrices", "face_grace_hopper.jpg"], ["hand", "none.jpg"],
    ]
    for call in calls {
      let image = try corpusImage(call[call.count - 1]).path
      let found = try keys(program.run(call.dropLast() + [image]).objects())
      #expect(!found.isEmpty)
      for key in found { #expect(document.contains("`\(key)`") || document.contains("\"\(key)\""), "\(call[0]): \(key)") }
    }
  }

  @Test(
    arguments: [
      (["pose", "a.bmp", "--format", "bvh"], "needs a stream, and a.bmp is a picture", "--mode video"),
      (["pose", "a.bmp", "b.bmp", "--format", "bvh"], "2 inputs cannot share one file of motion", "--beside"),
      (["pose", "a.bmp", "--format", "bvh", "--mode", "image"], "does not go with --mode image", ""),
      (["hand", "a.bmp", "--format", "bvh"], "--format must be one of text, json, jsonl, csv", ""),
      (["pose", "a.bmp", "--bvh-unit", "inch"], "--bvh-unit must be one of m, cm", ""),
    ] as [([String], String, String)])
  func motionThatCannotBeIsExplained(_ arguments: [String], _ message: String, _ hint: String) throws {
    for name in ["a.bmp", "b.bmp"] { _ = try scratch.picture(name) }
    let result = try program.run(arguments)
    #expect(result.status == 2 && result.standardOutput.isEmpty)
    #expect(
      result.standardError.contains(message) && (hint.isEmpty || result.standardError.contains(hint)), "\(result.standardError)")
  }
}
