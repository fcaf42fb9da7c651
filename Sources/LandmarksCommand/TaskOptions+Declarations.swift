import CommandLineKit
import Landmarks

// The options that all tasks have, each declared once.
extension TaskOptions {
  static let model = Option.text(
    "model", metavar: "PATH", meaning: "the .task bundle", defaultText: "looked up, see below")
  static func num(_ kind: TaskKind) -> Option<Int> {
    // Upper limit: far above what fits a picture, far below what could overflow.
    .integer("num", metavar: "N", in: 1...1000, default: 1, meaning: "most \(kind.plural) per picture")
  }
  private static func confidence(_ name: String, _ meaning: String) -> Option<Float> {
    .number("min-\(name)-confidence", metavar: "C", in: 0...1, default: 0.5, meaning: meaning)
  }
  static func detection(_ kind: TaskKind) -> Option<Float> {
    confidence("detection", "0…1, the detector's least score for \(kind.plural)")
  }
  static let presence = confidence("presence", "0…1, least score that landmarks belong to a subject")
  static let tracking = confidence(
    "tracking", "0…1, least overlap to follow a subject; no effect on single pictures")
  /// Whether the inputs are a stream; `nil` means that the kind of input decides.
  static let mode = Option<Bool?>.choice(
    "mode", [("image", false), ("video", true)], default: nil, defaultText: "video for films and --frames, else image",
    meaning: "image: every input is a picture of its own; video: the inputs are frames of one stream, 33 ms apart if they "
      + "have no time")
  static let frames = Option.text(
    "frames", metavar: "LIST",
    meaning: "takes a stream from a list, one \"milliseconds<TAB>path\" a line; - reads the list from standard input")
  static let timestamps = Option<TimestampPolicy>.choice(
    "timestamps", [("strict", .strict), ("drop", .drop), ("adjust", .adjust)], default: .strict,
    defaultText: "strict, for films drop",
    meaning: "video: what becomes of a frame that is not later than the one before: an error, dropped, or taken as 1 ms later")
  static let redetect = Option.integer(
    "redetect", metavar: "N", in: 1...1_000_000, default: 1,
    meaning: "video: with fewer subjects in view than --num, looks for new ones on every Nth frame")
  static let smoothing = Option<Smoothing>(
    OptionDefinition(
      name: "smoothing", metavar: "off|mediapipe|one-euro[:MINCUTOFF,BETA,DCUTOFF]",
      meaning: "video: how landmarks are steadied", defaultText: "mediapipe"),
    defaultValue: .mediaPipe,
    expectation: "off, mediapipe, one-euro or one-euro:MINCUTOFF,BETA,DCUTOFF (cutoffs above 0, BETA at least 0)",
    read: readSmoothing)
  static let threads = threads(meaning: "processor threads; results do not depend on it")
  /// Upper limit: what a team of threads takes.
  static func threads(meaning: String) -> Option<Int?> {
    Option(
      OptionDefinition(name: "threads", metavar: "N", meaning: meaning, defaultText: "all processors"),
      defaultValue: nil, expectation: "a whole number from 1 to 16"
    ) { text in
      // Not by flatMap: its nil would be the value "not given" instead of "no such value".
      guard let count = Int(text), (1...16).contains(count) else { return nil }
      return .some(count)
    }
  }
  static let precision = Option<Precision>.choice(
    "precision", [("mediapipe", .mediaPipe), ("corrected", .corrected)], default: .mediaPipe, defaultText: "mediapipe",
    meaning: "the original's numbers, or with its known faults mended")
  static let region = Option<NormalizedRectangle?>(
    OptionDefinition(
      name: "roi", metavar: "X,Y,W,H",
      meaning: "looks only there, fractions of the picture; landmarks refer to the whole picture",
      defaultText: "whole picture"),
    defaultValue: nil, expectation: "X,Y,W,H, a rectangle within 0…1", read: readRegion)
  static let rotation = Option<ImageOrientation?>.choice(
    "rotation", [("0", .up), ("90", .right), ("180", .down), ("270", .left)], default: nil, defaultText: "from EXIF",
    meaning: "degrees clockwise by which the stored pixels must be turned to stand upright; landmarks stay in the stored picture")
  static let mirrored = Flag(
    "mirrored",
    meaning: "the stored pixels are a mirror image, mirrored left to right before --rotation; EXIF does not count then")
  static let ignoreEXIF = Flag("ignore-exif", meaning: "takes the pixels as stored")
  static func format(_ kind: TaskKind) -> Option<OutputFormat?> {
    let formats: [(String, OutputFormat?)] = [("text", .text), ("json", .json), ("jsonl", .jsonLines), ("csv", .csv)]
    return .choice(
      "format", formats + (kind == .pose ? [("bvh", .bvh)] : []), default: nil,
      defaultText: "text on a terminal, else jsonl", meaning: "how results are printed")
  }
  static let output = Option.text(
    "output", short: "o", metavar: "PATH",
    meaning: "where results go; a file appears when it is whole; into a folder, or with / at the end, go results of each input",
    defaultText: "-")
  static let annotate = Option.text(
    "annotate", metavar: "PATH",
    meaning: "writes the picture or film with the landmarks drawn, .png, .jpg or .mp4 and its like; for many inputs a folder")
  static let quiet = Flag("quiet", short: "q", meaning: "prints errors only on standard error")
  static let verbose = Flag("verbose", short: "v", meaning: "prints all landmarks as text, and notes on standard error")

  private static func readRegion(_ text: String) -> NormalizedRectangle?? {
    // A little more than 1 is what a sum like 0.7 + 0.3 may come to; the library allows the same.
    let limit: Float = 1 + 1e-6
    guard let parts = CommaList.numbers(text, count: 4), parts[0] >= 0, parts[1] >= 0, parts[2] > 0, parts[3] > 0,
      parts[0] + parts[2] <= limit, parts[1] + parts[3] <= limit
    else { return nil }
    return .some(NormalizedRectangle(x: parts[0], y: parts[1], width: parts[2], height: parts[3]))
  }

  private static func readSmoothing(_ text: String) -> Smoothing? {
    switch text {
    case "off": return .off
    case "mediapipe": return .mediaPipe
    case "one-euro": return .oneEuro(OneEuroParameters())
    default:
      let prefix = "one-euro:"
      guard text.hasPrefix(prefix), let parts = CommaList.numbers(String(text.dropFirst(prefix.count)), count: 3),
        parts[0] > 0, parts[1] >= 0, parts[2] > 0
      else { return nil }
      return .oneEuro(OneEuroParameters(minCutoff: parts[0], beta: parts[1], derivativeCutoff: parts[2]))
    }
  }

  static func definition(for kind: TaskKind) -> CommandDefinition {
    CommandDefinition(
      name: "landmarks \(kind.command)",
      summary: "\(kind.purpose). Pictures are JPEG, PNG, WebP or BMP, films what FFmpeg reads; - is standard input or output.",
      operands: "INPUT...", operandCount: 0...Int.max,
      options: [model.definition, num(kind).definition, detection(kind).definition, presence.definition, tracking.definition]
        + ownOptions(of: kind) + [
          mode.definition, frames.definition, timestamps.definition, redetect.definition, smoothing.definition,
          threads.definition, precision.definition,
        ]
        + filmOptions + cameraOptions + [
          region.definition, rotation.definition, mirrored.definition,
          ignoreEXIF.definition,
          format(kind).definition, output.definition,
        ]
        + runOptions(of: kind) + [
          annotate.definition, overlayOption.definition, quiet.definition, verbose.definition,
        ],
      notes: [
        "An INPUT may be a picture, a film, a list of frames (.tsv), a folder of these, or a pattern in quotes: 'photos/**/*.jpg'."
      ] + [modelNote(kind)] + ownNotes(of: kind) + [
        "Exit status: 0 all inputs answered, 1 some failed, 2 wrong usage, 3 no model."
      ])
  }

  private static func modelNote(_ kind: TaskKind) -> String {
    let names = kind.modelFiles
    let named = names.count == 1 ? "The model \(names[0])" : "The first model of \(names.joined(separator: ", "))"
    return named + " is looked up in $LANDMARKS_MODELS, in ./Models, beside the program and in "
      + "$XDG_DATA_HOME/landmarks/models."
  }
}
