import Foundation
import TestSupport
import Testing

@Suite(.enabled(if: TestFiles.models != nil, "needs Models/ (make models)"))
struct InspectTests {
  let runner = ProgramRunner()

  func path(_ name: String) throws -> String { try #require(TestFiles.models).appendingPathComponent(name).path }

  @Test func bundleIsShownWithItsNetworks() throws {
    let result = try runner.run(["inspect", path("hand_landmarker.task")])
    #expect(result.status == 0 && result.standardError == "")
    // Facts of the official bundle, from its member list and the original's own documentation.
    for fact in [
      "bundle, 7819105 bytes, 2 entries", "hand_detector.tflite: network, 2339878 bytes", "[1, 192, 192, 3] float32",
      "[1, 2016, 18] float32", "hand_landmarks_detector.tflite: network, 5478949 bytes", "[1, 224, 224, 3] float32", "CONV_2D ×",
      "labels of output 0, handedness.txt: Left, Right", "multiply-adds: ", "steps: ", "convolution ×", " bytes to work in, ",
      " bytes of constants; kernels: ",
    ] {
      #expect(result.text.contains(fact), "\(fact)")
    }
  }

  @Test func jsonNestsAsTheBundlesDo() throws {
    let result = try runner.run(["inspect", "--format", "json", path("gesture_recognizer.task")])
    let object = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])
    #expect(object["kind"] as? String == "bundle" && object["bytes"] as? Int == 8_373_440)
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(entries.map { $0["name"] as? String } == ["hand_landmarker.task", "hand_gesture_recognizer.task"])
    let inner = try #require(entries[1]["entries"] as? [[String: Any]])
    #expect(inner.map { $0["name"] as? String } == ["gesture_embedder.tflite", "canned_gesture_classifier.tflite"])
    let inputs = try #require(inner[0]["inputs"] as? [[String: Any]])
    #expect(inputs.map { $0["shape"] as? [Int] } == [[1, 21, 3], [1, 1], [1, 21, 3]])
    let plan = try #require(inner[0]["plan"] as? [String: Any])
    #expect(Set(plan.keys) == ["kernels", "arenaBytes", "constantBytes", "steps"])
    #expect((plan["arenaBytes"] as? Int ?? 0) > 0 && (plan["constantBytes"] as? Int ?? 0) > 0)
    let steps = try #require(plan["steps"] as? [[String: Any]])
    #expect(steps.contains { $0["name"] as? String == "fully-connected" && ($0["count"] as? Int ?? 0) > 0 })
    let labels = try #require(inner[1]["labels"] as? [[String: Any]])
    #expect((labels.first?["lines"] as? [String])?.count == 8)
  }

  @Test func stepsAreListedWithWhatWasChosenForThem() throws {
    let result = try runner.run(["inspect", "--steps", "--threads", "2", path("hand_landmarker.task")])
    #expect(result.status == 0 && result.standardError == "")
    #expect(result.text.contains("    on 2 threads:\n"))
    let lines = result.text.split(separator: "\n")
    #expect(lines.filter { $0.contains("in memory") && $0.hasSuffix("  step") }.count == 2)
    #expect(lines.contains { $0.contains("rows on 2") && $0.contains("blocks → blocks") && $0.contains("depthwise") })
    #expect(lines.contains { $0.contains("plain → blocks") && $0.contains("product 1×") && $0.contains("convolution ") })
    let alone = try runner.run(["inspect", "--steps", "--threads=1", path("hand_landmarker.task")])
    #expect(alone.text.contains("    on 1 thread:\n") && !alone.text.contains(" rows on "))
    #expect(try !runner.run(["inspect", path("hand_landmarker.task")]).text.contains("threads"))
  }

  @Test func stepsInJSONAgreeWithTheCountsOfThePlan() throws {
    let result = try runner.run(["inspect", "--steps", "--threads", "3", "--format=json", path("pose_landmarker_full.task")])
    #expect(result.status == 0 && result.standardError == "")
    let object = try #require(try JSONSerialization.jsonObject(with: result.standardOutput) as? [String: Any])
    for network in try #require(object["entries"] as? [[String: Any]]) {
      let schedule = try #require(network["schedule"] as? [String: Any])
      #expect(schedule["threads"] as? Int == 3)
      let steps = try #require(schedule["steps"] as? [[String: Any]])
      let plan = try #require((network["plan"] as? [String: Any])?["steps"] as? [[String: Any]])
      for kind in plan {
        #expect(steps.filter { $0["name"] as? String == kind["name"] as? String }.count == kind["count"] as? Int)
      }
      for step in steps {
        #expect(
          Set(step.keys) == [
            "name", "description", "input", "output", "kernels", "bandRows", "split", "splitCount", "busyThreads",
          ])
        #expect((step["name"] as? String == "block") == (step["bandRows"] is Int))
        #expect((1...3).contains(step["busyThreads"] as? Int ?? 0))
        for kernel in try #require(step["kernels"] as? [[String: Any]]) {
          #expect(Set(kernel.keys) == ["name", "tileRows", "tilePixels", "tileChannels"])
        }
      }
    }
    let plain = try runner.run(["inspect", "--format=json", path("pose_landmarker_full.task")])
    #expect(!plain.text.contains("schedule"))
  }

  @Test(arguments: [
    "hand_landmarker.task", "face_landmarker.task", "gesture_recognizer.task", "pose_landmarker_full.task",
    "pose_landmarker_lite.task",
  ])
  func everyOfficialBundleIsReadToTheLastPart(_ name: String) throws {
    let path = try path(name)
    guard FileManager.default.fileExists(atPath: path) else {
      // Only the lite pose model is optional.
      #expect(name == "pose_landmarker_lite.task")
      return
    }
    let result = try runner.run(["inspect", path])
    #expect(result.status == 0 && result.standardError == "")
    #expect(!result.text.contains("cannot be read"))
  }

  @Test func kernelsAreThoseOfTheProcessorOrOfTheEnvironment() throws {
    var runner = runner
    runner.environment["LANDMARKS_KERNELS"] = "baseline"
    #expect(try runner.run(["inspect", path("hand_landmarker.task")]).text.contains("kernels: baseline"))
    runner.environment["LANDMARKS_KERNELS"] = "abacus"
    let wrong = try runner.run(["inspect", "--format", "json", path("hand_landmarker.task")])
    let object = try #require(try JSONSerialization.jsonObject(with: wrong.standardOutput) as? [String: Any])
    let networks = try #require(object["entries"] as? [[String: Any]])
    for network in networks {
      let error = (network["plan"] as? [String: Any])?["error"] as? [String: Any]
      #expect(error?["code"] as? String == "invalidArgument")
    }
  }

  @Test func bundleWithABrokenNetworkShowsTheRestAndEndsWithStatus3() throws {
    let scratch = try ScratchFolder()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path("hand_landmarker.task")))
    // The root offset of the first network: far outside the file.
    let identifier = try #require(bytes.range(of: Data("TFL3".utf8)))
    bytes.replaceSubrange(identifier.lowerBound - 4..<identifier.lowerBound, with: [0xFF, 0xFF, 0xFF, 0x7F])
    try bytes.write(to: scratch.url.appendingPathComponent("broken.task"))
    let result = try runner.run(["inspect", scratch.path("broken.task")])
    #expect(result.status == 3)
    #expect(result.text.contains("hand_detector.tflite: cannot be read: "))
    #expect(result.text.contains("hand_landmarks_detector.tflite: network"))
    #expect(result.standardError.contains("hand_detector.tflite"))
  }

  @Test func outputMayGoToAFile() throws {
    let scratch = try ScratchFolder()
    let result = try runner.run(["inspect", path("face_landmarker.task"), "--format=json", "-o", scratch.path("face.json")])
    #expect(result.status == 0 && result.standardOutput.isEmpty)
    #expect(
      try JSONSerialization.jsonObject(with: Data(contentsOf: URL(fileURLWithPath: scratch.path("face.json")))) is [String: Any])
  }
}
