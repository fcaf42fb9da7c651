import CommandLineKit
import Films
import Landmarks

/// How results are printed.
enum OutputFormat: Sendable {
  case text
  case json
  case jsonLines
  case csv
  /// Motion of people, see ``MotionRecorder``.
  case bvh
}

/// What the options of the four tasks ask for.
struct TaskOptions: Sendable {
  var model: String?
  var maximumCount: Int
  var minDetectionConfidence: Float
  var minPresenceConfidence: Float
  var minTrackingConfidence: Float
  /// Whether the pictures are the frames of one stream.
  var isStream: Bool
  /// Whether subjects are followed through the frames of a film.
  var followsFilms: Bool
  /// Whether a frame of a film that is not later than the one before is left out, which is so unless the call says what
  /// shall become of it.
  var dropsRepeatedTimes: Bool
  /// Which frames of films are looked at.
  var selection: FrameSelection
  /// The device of the camera that stands in place of inputs.
  var camera: String?
  var cameraSize: ImageSize?
  var stream: StreamOptions
  var threads: Int?
  var precision: Precision
  /// How the stored pixels stand; `nil` means what the file says.
  var orientation: ImageOrientation?
  var ignoresEXIF: Bool
  var regionOfInterest: NormalizedRectangle?
  /// `nil` means text on a terminal, else JSON lines.
  var format: OutputFormat?
  /// `nil` means standard output.
  var output: String?
  var annotate: String?
  var overlay = OverlayOptions()
  var run: RunOptions
  var isQuiet: Bool
  var isVerbose: Bool
  /// Path of the list of frames, `-` for standard input.
  var list: String?
  var operands: [String]

  // Each only with its task, else the default.
  var wantsBlendshapes = false
  var wantsMatrices = false
  var verticalFieldOfViewDegrees = FaceLandmarkerOptions().verticalFieldOfViewDegrees
  var wantsMasks = false
  var masksFolder: String?
  var cannedGestures = ClassifierOptions()
  var customGestures = ClassifierOptions()

  /// Whether pixels are taken as they are stored: a rotation given by hand stands in place of the file's own.
  var takesPixelsAsStored: Bool { ignoresEXIF || orientation != nil }

  var processing: ImageProcessingOptions {
    ImageProcessingOptions(orientation: orientation ?? .up, regionOfInterest: regionOfInterest)
  }
}

extension TaskOptions {
  init(_ parsed: ParsedArguments, kind: TaskKind) throws(UsageError) {
    model = try parsed.value(of: Self.model)
    maximumCount = try parsed.value(of: Self.num(kind))
    minDetectionConfidence = try parsed.value(of: Self.detection(kind))
    minPresenceConfidence = try parsed.value(of: Self.presence)
    minTrackingConfidence = try parsed.value(of: Self.tracking)
    list = try parsed.value(of: Self.frames)
    let mode = try parsed.value(of: Self.mode)
    isStream = mode ?? (list != nil)
    followsFilms = mode ?? true
    dropsRepeatedTimes = !parsed.has(Self.timestamps)
    selection = try Self.selection(parsed)
    camera = try parsed.value(of: Self.cameraOption)
    cameraSize = try parsed.value(of: Self.cameraSize)
    stream = StreamOptions(
      timestampPolicy: try parsed.value(of: Self.timestamps), smoothing: try parsed.value(of: Self.smoothing),
      redetectionPeriod: try parsed.value(of: Self.redetect))
    threads = try parsed.value(of: Self.threads)
    precision = try parsed.value(of: Self.precision)
    orientation = try Self.orientation(parsed)
    ignoresEXIF = parsed.has(Self.ignoreEXIF)
    regionOfInterest = try parsed.value(of: Self.region)
    format = try parsed.value(of: Self.format(kind))
    run = try Self.run(parsed, kind: kind)
    output = try Self.outputPath(parsed)
    annotate = try parsed.value(of: Self.annotate)
    overlay = try parsed.value(of: Self.overlayOption)
    isQuiet = parsed.has(Self.quiet)
    isVerbose = parsed.has(Self.verbose)
    operands = parsed.operands
    switch kind {
    case .hand: break
    case .gesture:
      cannedGestures = try Self.cannedGestures.value(parsed)
      customGestures = try Self.customGestures.value(parsed)
    case .face:
      wantsBlendshapes = parsed.has(Self.blendshapes)
      wantsMatrices = parsed.has(Self.matrices)
      verticalFieldOfViewDegrees = try parsed.value(of: Self.verticalFieldOfView)
    case .pose:
      masksFolder = try parsed.value(of: Self.masksFolder)
      wantsMasks = parsed.has(Self.masks) || masksFolder != nil
    }
    try checkTogether(kind)
  }

  /// What cannot be said about one option alone.
  private func checkTogether(_ kind: TaskKind) throws(UsageError) {
    if isQuiet, isVerbose { throw UsageError("--quiet and --verbose exclude each other.") }
    try checkRun()
    try checkCamera()
    if format == .bvh, !followsFilms {
      throw UsageError("--format bvh follows people through a stream: it does not go with --mode image.")
    }
    if annotate == "-" { throw UsageError("--annotate needs a file or folder, it cannot write to standard output.") }
    if operands.filter({ $0 == "-" }).count > 1 { throw UsageError("Standard input (-) can be read only once.") }
    if operands.contains("") { throw UsageError("An INPUT is empty.", hint: "Is a variable not set?") }
    if let list {
      if let first = operands.first {
        throw UsageError("--frames \(list) stands in place of inputs: \"\(first)\" is not expected.")
      }
      if !isStream { throw UsageError("--frames is a stream, it does not go with --mode image.") }
    } else if operands.isEmpty, camera == nil {
      throw UsageError("INPUT... is missing.", hint: "See landmarks \(kind.command) --help.")
    }
  }

  /// `nil` if neither a turn nor a mirror was asked for.
  private static func orientation(_ parsed: ParsedArguments) throws(UsageError) -> ImageOrientation? {
    let turned = try parsed.value(of: rotation)
    guard parsed.has(mirrored) else { return turned }
    return ImageOrientation(clockwiseDegrees: (turned ?? .up).clockwiseDegrees, isMirrored: true)
  }

  /// The path of `--output`, `nil` for standard output.
  static func outputPath(_ parsed: ParsedArguments) throws(UsageError) -> String? {
    let path = try parsed.value(of: output)
    return path == "-" ? nil : path
  }
}
