import CommandLineKit
import Landmarks

/// `landmarks bench`: times the tasks and their networks on this machine.
struct BenchCommand: Sendable {
  private static let picture = Option.text(
    "picture", metavar: "P", meaning: "what the tasks look at", defaultText: "an empty picture: only detectors run")
  private static let mode = Option<BenchMode>.choice(
    "mode", [("image", .image), ("video", .video)], default: .image, defaultText: "image",
    meaning: "independent pictures, or the same picture as a stream")
  private static let num = Option<Int>.integer(
    "num", metavar: "N", in: 1...1000, default: 1, meaning: "most subjects per picture")
  private static let threads = Option<Int>.integer(
    "threads", metavar: "N", in: 1...16, default: 1, meaning: "processor threads; the tasks' own default is all processors")
  private static let repeats = Option<Int>.integer(
    "repeat", metavar: "R", in: 1...100_000, default: 50, meaning: "timed runs of each row, after a warm-up")
  private static let format = Option<OutputFormat>.choice(
    "format", [("text", .text), ("json", .json)], default: .text, defaultText: "text",
    meaning: "a table, or one JSON object per row")
  private static let networksOnly = Flag("networks", meaning: "times the single networks, not the tasks")
  private static let layers = Flag("layers", meaning: "times the single steps of every network, on one thread")
  private static let masks = Flag("masks", meaning: "poses with segmentation masks")

  static var definition: CommandDefinition {
    CommandDefinition(
      name: "landmarks bench",
      summary: "Times tasks (\(BenchTask.allCases.map(\.rawValue).joined(separator: ", "))) and their networks on this machine.",
      operands: "[TASK...]", operandCount: 0...BenchTask.allCases.count,
      options: [
        picture.definition, mode.definition, num.definition, masks.definition, networksOnly.definition, layers.definition,
        threads.definition, repeats.definition, format.definition,
      ],
      notes: [
        "Models are looked up as by the tasks; a task without a model is left out with a note.",
        "Faces are timed with blendshapes and matrices.",
      ])
  }

  func run(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    guard let parsed = try Program.parse(arguments, of: Self.definition) else { return .answered }
    let tasks: [BenchTask]
    let settings: BenchSettings
    let format: OutputFormat
    let picture: String?
    do throws(UsageError) {
      tasks = try Self.tasks(parsed.operands)
      settings = BenchSettings(
        mode: try parsed.value(of: Self.mode), maximumCount: try parsed.value(of: Self.num),
        repeats: try parsed.value(of: Self.repeats),
        threads: try parsed.value(of: Self.threads), masks: parsed.has(Self.masks))
      format = try parsed.value(of: Self.format)
      picture = try parsed.value(of: Self.picture)
    } catch {
      throw CommandFailure(error)
    }
    do throws(LandmarkError) {
      let image = try picture.map { (path) throws(LandmarkError) in try PictureReader.read(.file(path), asStored: false) }
      if format == .text { _ = try printed(parsed.has(Self.layers) ? BenchLayer.header : BenchRow.header) }
      for task in tasks {
        guard let model = task.modelPath() else {
          messages.error("bench \(task.rawValue): no model found, left out.")
          continue
        }
        if parsed.has(Self.layers) {
          for line in try BenchRunner.layers(of: task, modelPath: model, settings) {
            _ = try printed(format == .json ? line.json : line.text)
          }
          continue
        }
        let rows =
          parsed.has(Self.networksOnly)
          ? try BenchRunner.networks(of: task, modelPath: model, settings)
          : [try BenchRunner.task(task, modelPath: model, image: image, settings)]
        for row in rows { _ = try printed(format == .json ? row.json : row.text) }
      }
      return .answered
    } catch {
      throw CommandFailure(.modelUnavailable, error.description)
    }
  }

  private static func tasks(_ names: [String]) throws(UsageError) -> [BenchTask] {
    guard !names.isEmpty else { return BenchTask.allCases }
    var tasks: [BenchTask] = []
    for name in names {
      guard let task = BenchTask(rawValue: name) else {
        throw UsageError(
          "\"\(name)\" is not a task.", hint: "Tasks: \(BenchTask.allCases.map(\.rawValue).joined(separator: ", ")).")
      }
      tasks.append(task)
    }
    return tasks
  }

  private func printed(_ line: String) throws(LandmarkError) -> Bool {
    do { return try Program.printToStandardOutput(line + "\n") == .answered } catch {
      throw LandmarkError(.outputFailed, error.message)
    }
  }
}

enum BenchMode: String, Sendable {
  case image
  case video
}

/// What `landmarks bench` can time, by the names on the command line.
enum BenchTask: String, CaseIterable, Sendable {
  case hand
  case gesture
  case face
  case poseLite = "pose-lite"
  case poseFull = "pose-full"

  private var modelFile: String {
    switch self {
    case .hand: "hand_landmarker.task"
    case .gesture: "gesture_recognizer.task"
    case .face: "face_landmarker.task"
    case .poseLite: "pose_landmarker_lite.task"
    case .poseFull: "pose_landmarker_full.task"
    }
  }

  /// Where the model is, if it is anywhere.
  func modelPath() -> String? { try? ModelLookup().find([modelFile]) }
}

struct BenchSettings: Sendable {
  var mode: BenchMode
  var maximumCount: Int
  var repeats: Int
  var threads: Int
  var masks: Bool
}
