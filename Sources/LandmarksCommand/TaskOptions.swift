import CommandLineKit
import Landmarks

/// How results are printed.
enum OutputFormat: Sendable {
  case text
  case json
  case jsonLines
  case csv
}

/// The options of `landmarks hand` and `landmarks face`, declared once and read into values.
struct TaskOptions: Sendable {
  var model: String?
  var maximumCount: Int
  var minDetectionConfidence: Float
  var minPresenceConfidence: Float
  var minTrackingConfidence: Float
  /// How the stored pixels stand; `nil` means what the file says.
  var orientation: ImageOrientation?
  var ignoresEXIF: Bool
  /// `nil` means text on a terminal, else JSON lines.
  var format: OutputFormat?
  /// `nil` means standard output.
  var output: String?
  var annotate: String?
  var isQuiet: Bool
  var isVerbose: Bool
  var inputs: [String]
}

extension TaskOptions {
  private static let model = Option.text(
    "model", metavar: "PATH", meaning: "the .task bundle", defaultText: "looked up, see below")
  private static func num(_ kind: TaskKind) -> Option<Int> {
    // Upper limit: far above what fits a picture, far below what could overflow.
    .integer("num", metavar: "N", in: 1...1000, default: 1, meaning: "most \(kind.plural) per picture")
  }
  private static func confidence(_ name: String, _ meaning: String) -> Option<Float> {
    .number("min-\(name)-confidence", metavar: "C", in: 0...1, default: 0.5, meaning: meaning)
  }
  private static func detection(_ kind: TaskKind) -> Option<Float> {
    confidence("detection", "0…1, the detector's least score for \(kind.plural)")
  }
  private static let presence = confidence("presence", "0…1, least score that landmarks belong to a subject")
  private static let tracking = confidence("tracking", "0…1, least score to follow a subject; no effect on single pictures")
  /// `video` is understood so that it can be answered with a reason.
  private static let mode = Option<String>(
    OptionDefinition(name: "mode", metavar: "image", meaning: "every input is a picture of its own", defaultText: "image"),
    defaultValue: "image", expectation: "image"
  ) { ["image", "video"].contains($0) ? $0 : nil }
  private static let rotation = Option<ImageOrientation?>.choice(
    "rotation", [("0", .up), ("90", .right), ("180", .down), ("270", .left)], default: nil, defaultText: "from EXIF",
    meaning: "degrees clockwise by which the stored pixels must be turned to stand upright; landmarks stay in the stored picture")
  private static let ignoreEXIF = Flag("ignore-exif", meaning: "takes the pixels as stored")
  static let format = Option<OutputFormat?>.choice(
    "format", [("text", .text), ("json", .json), ("jsonl", .jsonLines), ("csv", .csv)], default: nil,
    defaultText: "text on a terminal, else jsonl", meaning: "how results are printed")
  static let output = Option.text(
    "output", short: "o", metavar: "PATH", meaning: "where results go; the file appears when it is whole", defaultText: "-")
  private static let annotate = Option.text(
    "annotate", metavar: "PATH", meaning: "writes the picture with the landmarks drawn, .png or .jpg; for many inputs a folder")
  static let quiet = Flag("quiet", short: "q", meaning: "prints errors only on standard error")
  static let verbose = Flag("verbose", short: "v", meaning: "prints all landmarks as text, and notes on standard error")

  static func definition(for kind: TaskKind) -> CommandDefinition {
    CommandDefinition(
      name: "landmarks \(kind.command)",
      summary: "Finds \(kind.plural) in pictures and prints \(kind.landmarkCount) landmarks of each. "
        + "Pictures are JPEG, PNG, WebP or BMP; - is standard input or output.",
      operands: "INPUT...", operandCount: 1...Int.max,
      options: [
        model.definition, num(kind).definition, detection(kind).definition, presence.definition, tracking.definition,
        mode.definition, rotation.definition, ignoreEXIF.definition, format.definition, output.definition,
        annotate.definition, quiet.definition, verbose.definition,
      ],
      notes: [
        "The model \(kind.modelFile) is looked up in $LANDMARKS_MODELS, in ./Models, beside the program and in "
          + "$XDG_DATA_HOME/landmarks/models.",
        "Exit status: 0 all inputs answered, 1 some failed, 2 wrong usage, 3 no model.",
      ])
  }

  init(_ parsed: ParsedArguments, kind: TaskKind) throws(UsageError) {
    if try parsed.value(of: Self.mode) == "video" {
      throw UsageError("--mode video is not available yet.", hint: "Every input is a picture of its own for now.")
    }
    model = try parsed.value(of: Self.model)
    maximumCount = try parsed.value(of: Self.num(kind))
    minDetectionConfidence = try parsed.value(of: Self.detection(kind))
    minPresenceConfidence = try parsed.value(of: Self.presence)
    minTrackingConfidence = try parsed.value(of: Self.tracking)
    orientation = try parsed.value(of: Self.rotation)
    ignoresEXIF = parsed.has(Self.ignoreEXIF)
    format = try parsed.value(of: Self.format)
    output = try Self.outputPath(parsed)
    annotate = try parsed.value(of: Self.annotate)
    isQuiet = parsed.has(Self.quiet)
    isVerbose = parsed.has(Self.verbose)
    inputs = parsed.operands
    if isQuiet, isVerbose { throw UsageError("--quiet and --verbose exclude each other.") }
    if annotate == "-" { throw UsageError("--annotate needs a file or folder, it cannot write to standard output.") }
    if inputs.filter({ $0 == "-" }).count > 1 { throw UsageError("Standard input (-) can be read only once.") }
    if inputs.contains("") { throw UsageError("An INPUT is empty.", hint: "Is a variable not set?") }
  }

  /// The path of `--output`, `nil` for standard output.
  static func outputPath(_ parsed: ParsedArguments) throws(UsageError) -> String? {
    let path = try parsed.value(of: output)
    return path == "-" ? nil : path
  }
}
