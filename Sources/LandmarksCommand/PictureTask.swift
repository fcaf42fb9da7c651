import Landmarks
import VisionBase

/// A task with its model loaded.
enum PictureTask {
  case hand(HandLandmarker)
  case gesture(GestureRecognizer)
  case face(FaceLandmarker)
  case pose(PoseLandmarker)

  init(_ kind: TaskKind, modelPath: String, options: TaskOptions) throws(LandmarkError) {
    let model = ModelSource.path(modelPath)
    let count = options.maximumCount
    let detection = options.minDetectionConfidence
    let presence = options.minPresenceConfidence
    let tracking = options.minTrackingConfidence
    switch kind {
    case .hand:
      let settings = HandLandmarkerOptions(
        numHands: count, minHandDetectionConfidence: detection, minHandPresenceConfidence: presence,
        minTrackingConfidence: tracking, precision: options.precision, stream: options.stream,
        threads: options.threads)
      self = .hand(try HandLandmarker(model: model, options: settings))
    case .gesture:
      let settings = GestureRecognizerOptions(
        numHands: count, minHandDetectionConfidence: detection, minHandPresenceConfidence: presence,
        minTrackingConfidence: tracking, cannedGestures: options.cannedGestures, customGestures: options.customGestures,
        precision: options.precision, stream: options.stream,
        threads: options.threads)
      self = .gesture(try GestureRecognizer(model: model, options: settings))
    case .face:
      let settings = FaceLandmarkerOptions(
        numFaces: count, minFaceDetectionConfidence: detection, minFacePresenceConfidence: presence,
        minTrackingConfidence: tracking, outputFaceBlendshapes: options.wantsBlendshapes,
        outputFacialTransformationMatrixes: options.wantsMatrices,
        verticalFieldOfViewDegrees: options.verticalFieldOfViewDegrees, precision: options.precision, stream: options.stream,
        threads: options.threads)
      self = .face(try FaceLandmarker(model: model, options: settings))
    case .pose:
      let settings = PoseLandmarkerOptions(
        numPoses: count, minPoseDetectionConfidence: detection, minPosePresenceConfidence: presence,
        minTrackingConfidence: tracking, outputSegmentationMasks: options.wantsMasks, precision: options.precision,
        stream: options.stream,
        threads: options.threads)
      self = .pose(try PoseLandmarker(model: model, options: settings))
    }
  }

  /// A task of the same kind that shares nothing with this one, to work beside it.
  static func several(
    _ count: Int, _ kind: TaskKind, modelPath: String, options: TaskOptions
  ) throws(LandmarkError) -> [PictureTask] {
    var tasks: [PictureTask] = []
    for _ in 0..<count { tasks.append(try PictureTask(kind, modelPath: modelPath, options: options)) }
    return tasks
  }

  /// Looks at a picture on its own.
  func detect(_ image: Image, _ processing: ImageProcessingOptions) throws(LandmarkError) -> TaskResult {
    switch self {
    case .hand(let task): .hand(try task.detect(image, processing))
    case .gesture(let task): .gesture(try task.recognize(image, processing))
    case .face(let task): .face(try task.detect(image, processing))
    case .pose(let task): .pose(try task.detect(image, processing))
    }
  }

  /// Looks at the next frame of a stream; `nil` if the frame was dropped because of its time.
  func detect(
    frame: Image, timestampInMilliseconds time: Int, _ processing: ImageProcessingOptions
  ) throws(LandmarkError) -> TaskResult? {
    switch self {
    case .hand(let task): try task.detect(videoFrame: frame, timestampInMilliseconds: time, processing).map(TaskResult.hand)
    case .gesture(let task):
      try task.recognize(videoFrame: frame, timestampInMilliseconds: time, processing).map(TaskResult.gesture)
    case .face(let task): try task.detect(videoFrame: frame, timestampInMilliseconds: time, processing).map(TaskResult.face)
    case .pose(let task): try task.detect(videoFrame: frame, timestampInMilliseconds: time, processing).map(TaskResult.pose)
    }
  }

  /// Forgets the stream: the next frame begins another one.
  func reset() {
    switch self {
    case .hand(let task): task.reset()
    case .gesture(let task): task.reset()
    case .face(let task): task.reset()
    case .pose(let task): task.reset()
    }
  }

  var statistics: TaskStatistics {
    switch self {
    case .hand(let task): task.statistics
    case .gesture(let task): task.statistics
    case .face(let task): task.statistics
    case .pose(let task): task.statistics
    }
  }
}
