import CommandLineKit
import Landmarks

// The options that only one task has.
extension TaskOptions {
  static let blendshapes = Flag("blendshapes", meaning: "adds 52 scores of expression per face")
  static let matrices = Flag("matrices", meaning: "adds per face the 4 × 4 matrix from the canonical face to the camera")
  static let verticalFieldOfView = Option<Float>(
    OptionDefinition(
      name: "vertical-fov", metavar: "DEGREES", meaning: "the camera's angle from top to bottom, for --matrices",
      defaultText: ResultText.fixed(FaceLandmarkerOptions().verticalFieldOfViewDegrees, digits: 0)),
    defaultValue: FaceLandmarkerOptions().verticalFieldOfViewDegrees, expectation: "a number above 0 and below 180"
  ) { text in Float(text).flatMap { $0 > 0 && $0 < 180 ? $0 : nil } }

  static let masks = Flag(
    "masks", meaning: "writes per person an 8-bit grey PNG of the picture's size, 255 where the person surely is; see below")
  static let masksFolder = Option.text(
    "masks-folder", metavar: "DIR", meaning: "where masks go, made if it is not there; implies --masks", defaultText: "see below")

  static let cannedGestures = ClassifierArguments(prefix: "", whose: "the model's own gestures")
  static let customGestures = ClassifierArguments(prefix: "custom-", whose: "added gestures")

  static func ownOptions(of kind: TaskKind) -> [OptionDefinition] {
    switch kind {
    case .hand: []
    case .gesture: cannedGestures.definitions + customGestures.definitions
    case .face: [blendshapes.definition, matrices.definition, verticalFieldOfView.definition]
    case .pose: [masks.definition, masksFolder.definition]
    }
  }

  static func ownNotes(of kind: TaskKind) -> [String] {
    guard kind == .pose else { return [] }
    return [
      "Masks are called INPUT-mask-1.png and so on, for a list of frames frame-000000-mask-1.png. They lie in DIR, else "
        + "beside the results, else in the current folder; JSON names them in segmentationMasks."
    ]
  }
}

/// The options that choose among the classes of one gesture classifier.
struct ClassifierArguments: Sendable {
  private let maxResults: Option<Int>
  private let scoreThreshold: Option<Float?>
  private let allow: Option<[String]>
  private let deny: Option<[String]>

  /// - Parameters:
  ///   - prefix: What the options' names begin with.
  ///   - whose: The classes it is about, for the help.
  init(prefix: String, whose: String) {
    maxResults = Option<Int>(
      OptionDefinition(
        name: prefix + "max-results", metavar: "N", meaning: "keeps the N best of \(whose), -1 all", defaultText: "-1"),
      defaultValue: -1, expectation: "a whole number from 1, or -1"
    ) { text in Int(text).flatMap { $0 >= 1 || $0 == -1 ? $0 : nil } }
    scoreThreshold = .number(
      prefix + "score-threshold", metavar: "C", in: 0...1, meaning: "0…1, least score of \(whose)", defaultText: "the model's")
    allow = .words(prefix + "allow", metavar: "A,B", meaning: "only these of \(whose)")
    deny = .words(prefix + "deny", metavar: "A,B", meaning: "none of these of \(whose)")
  }

  var definitions: [OptionDefinition] {
    [maxResults.definition, scoreThreshold.definition, allow.definition, deny.definition]
  }

  func value(_ parsed: ParsedArguments) throws(UsageError) -> ClassifierOptions {
    if parsed.has(allow), parsed.has(deny) {
      throw UsageError("--\(allow.definition.name) and --\(deny.definition.name) exclude each other.")
    }
    return ClassifierOptions(
      maxResults: try parsed.value(of: maxResults), scoreThreshold: try parsed.value(of: scoreThreshold),
      categoryAllowlist: try parsed.value(of: allow), categoryDenylist: try parsed.value(of: deny))
  }
}
