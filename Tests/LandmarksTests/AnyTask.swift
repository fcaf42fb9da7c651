import Landmarks
import Testing

/// The four tasks under one roof, for what holds for all of them.
enum Kind: String, CaseIterable, CustomTestStringConvertible {
  case hand, gesture, face, pose

  var testDescription: String { rawValue }

  /// A picture with at least one subject, and another one.
  var pictures: (String, String) {
    switch self {
    case .hand, .gesture: ("hand_thumbs_up.jpg", "hand_ok_sign.jpg")
    case .face: ("face_grace_hopper.jpg", "face_sergey.png")
    case .pose: ("body_yoga_sit.jpg", "body_pose3.jpg")
    }
  }
}

/// What a task says about a picture, whatever the task.
struct Seen: Equatable {
  var landmarks: [[NormalizedLandmark]]
  var world: [[WorldLandmark]]
  var presence: [Float]
  var trackIDs: [Int]
  var time: Int
  var handedness: [[Category]] = []
  var gestures: [[Category]] = []
  var blendshapes: [Classifications] = []
  var matrices: [TransformMatrix] = []
  var masks: [SegmentationMask] = []

  init(_ r: HandLandmarkerResult) {
    (landmarks, world, presence) = (r.landmarks, r.worldLandmarks, r.presenceScores)
    (trackIDs, time, handedness) = (r.trackIDs, r.timestampInMilliseconds, r.handedness)
  }

  init(_ r: GestureRecognizerResult) {
    (landmarks, world, presence) = (r.landmarks, r.worldLandmarks, r.presenceScores)
    (trackIDs, time, handedness, gestures) = (r.trackIDs, r.timestampInMilliseconds, r.handedness, r.gestures)
  }

  init(_ r: FaceLandmarkerResult) {
    (landmarks, world, presence) = (r.faceLandmarks, [], r.presenceScores)
    (trackIDs, time) = (r.trackIDs, r.timestampInMilliseconds)
    (blendshapes, matrices) = (r.faceBlendshapes, r.facialTransformationMatrixes)
  }

  init(_ r: PoseLandmarkerResult) {
    (landmarks, world, presence) = (r.landmarks, r.worldLandmarks, r.presenceScores)
    (trackIDs, time, masks) = (r.trackIDs, r.timestampInMilliseconds, r.segmentationMasks)
  }

  var points: [[NormalizedPoint]] { landmarks.map { $0.map(\.point) } }
}

/// An event of a live stream, whatever the task.
enum LiveEvent {
  case result(timestampInMilliseconds: Int)
  case dropped(DroppedFrames)

  init<Result>(_ event: StreamEvent<Result>, time: (Result) -> Int) {
    switch event {
    case .result(let result): self = .result(timestampInMilliseconds: time(result))
    case .dropped(let report): self = .dropped(report)
    }
  }
}

/// One task object of any kind.
struct AnyTask: Sendable {
  let see: @Sendable (Image, ImageProcessingOptions) throws -> Seen
  let seeFrame: @Sendable (Image, Int, ImageProcessingOptions) throws -> Seen?
  let seeBatch: @Sendable ([Image], ImageProcessingOptions) throws -> [Seen]
  let warmUp: @Sendable () throws -> Void
  let reset: @Sendable () -> Void
  let close: @Sendable () -> Void
  let statistics: @Sendable () -> TaskStatistics
  /// Tells of every event of a live stream, one after the other, and returns when it has ended.
  let follow: @Sendable (AsyncStream<StreamFrame>, (LiveEvent) async throws -> Void) async throws -> Void

  /// - Parameter extras: Masks, blendshapes and matrices.
  init(
    _ kind: Kind, number: Int = 2, precision: Precision = .mediaPipe, stream: StreamOptions = .init(), extras: Bool = false,
    poseModel: String = "pose_landmarker_lite", threads: Int? = nil
  ) throws {
    switch kind {
    case .hand:
      let task = try HandLandmarker(
        model: try model("hand_landmarker"),
        options: .init(numHands: number, precision: precision, stream: stream, threads: threads))
      see = { Seen(try task.detect($0, $1)) }
      seeBatch = { try task.detect(batch: $0, $1).map { Seen($0) } }
      warmUp = { try task.warmUp() }
      seeFrame = { try task.detect(videoFrame: $0, timestampInMilliseconds: $1, $2).map { Seen($0) } }
      (reset, close, statistics) = ({ task.reset() }, { task.close() }, { task.statistics })
      follow = { for await event in task.events(of: $0) { try await $1(LiveEvent(event) { $0.timestampInMilliseconds }) } }
    case .gesture:
      let task = try GestureRecognizer(
        model: try model("gesture_recognizer"),
        options: .init(numHands: number, precision: precision, stream: stream, threads: threads))
      see = { Seen(try task.recognize($0, $1)) }
      seeBatch = { try task.recognize(batch: $0, $1).map { Seen($0) } }
      warmUp = { try task.warmUp() }
      seeFrame = { try task.recognize(videoFrame: $0, timestampInMilliseconds: $1, $2).map { Seen($0) } }
      (reset, close, statistics) = ({ task.reset() }, { task.close() }, { task.statistics })
      follow = { for await event in task.events(of: $0) { try await $1(LiveEvent(event) { $0.timestampInMilliseconds }) } }
    case .face:
      let task = try FaceLandmarker(
        model: try model("face_landmarker"),
        options: .init(
          numFaces: number, outputFaceBlendshapes: extras, outputFacialTransformationMatrixes: extras, precision: precision,
          stream: stream, threads: threads))
      see = { Seen(try task.detect($0, $1)) }
      seeBatch = { try task.detect(batch: $0, $1).map { Seen($0) } }
      warmUp = { try task.warmUp() }
      seeFrame = { try task.detect(videoFrame: $0, timestampInMilliseconds: $1, $2).map { Seen($0) } }
      (reset, close, statistics) = ({ task.reset() }, { task.close() }, { task.statistics })
      follow = { for await event in task.events(of: $0) { try await $1(LiveEvent(event) { $0.timestampInMilliseconds }) } }
    case .pose:
      let task = try PoseLandmarker(
        model: try model(poseModel),
        options: .init(numPoses: number, outputSegmentationMasks: extras, precision: precision, stream: stream, threads: threads))
      see = { Seen(try task.detect($0, $1)) }
      seeBatch = { try task.detect(batch: $0, $1).map { Seen($0) } }
      warmUp = { try task.warmUp() }
      seeFrame = { try task.detect(videoFrame: $0, timestampInMilliseconds: $1, $2).map { Seen($0) } }
      (reset, close, statistics) = ({ task.reset() }, { task.close() }, { task.statistics })
      follow = { for await event in task.events(of: $0) { try await $1(LiveEvent(event) { $0.timestampInMilliseconds }) } }
    }
  }

  func callAsFunction(_ image: Image, _ processing: ImageProcessingOptions = .init()) throws -> Seen {
    try see(image, processing)
  }

  func callAsFunction(_ frame: Image, at time: Int, _ processing: ImageProcessingOptions = .init()) throws -> Seen? {
    try seeFrame(frame, time, processing)
  }
}
