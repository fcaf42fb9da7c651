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
  private static let masks = Flag("masks", meaning: "poses with segmentation masks")

  static var definition: CommandDefinition {
    CommandDefinition(
      name: "landmarks bench",
      summary: "Times tasks (\(BenchTask.allCases.map(\.rawValue).joined(separator: ", "))) and their networks on this machine.",
      operands: "[TASK...]", operandCount: 0...BenchTask.allCases.count,
      options: [
        picture.definition, mode.definition, num.definition, masks.definition, networksOnly.definition, threads.definition,
        repeats.definition,
        format.definition,
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
      if format == .text { _ = try printed(BenchRow.header) }
      for task in tasks {
        guard let model = task.modelPath() else {
          messages.error("bench \(task.rawValue): no model found, left out.")
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

/// One line of the table. Times in milliseconds.
struct BenchRow: Sendable {
  var name: String
  var mode: String
  var threads: Int
  var median: Double
  var minimum: Double
  /// Making the task, and from there to its first result; `nil` for networks.
  var create: Double?
  var firstResult: Double?
  /// Largest memory of the process so far.
  var peakMemoryMegabytes: Double
  /// Floating-point operations per second in 10^9, counting a multiply-add as two; `nil` for tasks.
  var gigaflopsPerSecond: Double?

  static let header =
    "task or network                          mode   median ms  min ms  create ms  first ms  peak MB  GFLOP/s"

  var text: String {
    func column(_ value: Double?, _ width: Int) -> String {
      let text = value.map { BenchRow.decimal($0) } ?? "-"
      return String(repeating: " ", count: max(width - text.count, 1)) + text
    }
    let title = name + String(repeating: " ", count: max(40 - name.count, 1))
    return title + mode + String(repeating: " ", count: max(6 - mode.count, 0)) + column(median, 10) + column(minimum, 8)
      + column(create, 11) + column(firstResult, 10) + column(peakMemoryMegabytes, 9) + column(gigaflopsPerSecond, 9)
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("name")
      writer.string(name)
      writer.key("mode")
      writer.string(mode)
      writer.key("threads")
      writer.integer(threads)
      for (key, value) in [
        ("medianMilliseconds", median), ("minimumMilliseconds", minimum), ("createMilliseconds", create),
        ("firstResultMilliseconds", firstResult), ("peakMemoryMegabytes", peakMemoryMegabytes),
        ("gigaflopsPerSecond", gigaflopsPerSecond),
      ] as [(String, Double?)] {
        writer.key(key)
        writer.number(value.map { Float($0) })
      }
    }
    return writer.text
  }

  /// Three decimals below 100, one above.
  private static func decimal(_ value: Double) -> String {
    let digits = value < 100 ? 1000.0 : 10.0
    let scaled = Int((value * digits).rounded())
    let fraction = String(scaled % Int(digits))
    let padding = String(repeating: "0", count: (value < 100 ? 3 : 1) - fraction.count)
    return "\(scaled / Int(digits)).\(padding)\(fraction)"
  }
}
