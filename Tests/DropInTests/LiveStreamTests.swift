import Dispatch
import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

/// The main queue's thread is not always the main thread on Linux: it is known by a mark.
private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Collects what a delegate is told.
private final class Log: @unchecked Sendable {
  struct Entry {
    var answer: NativeAnswer?
    var timestamp: Int
    var error: NSError?
    var isMainQueue: Bool
  }

  private let lock = NSLock()
  private var entries: [Entry] = []
  private let arrived = DispatchSemaphore(value: 0)

  func add(_ answer: NativeAnswer?, _ timestamp: Int, _ error: (any Error)?) {
    lock.withLock {
      entries.append(
        Entry(
          answer: answer, timestamp: timestamp, error: error as NSError?,
          isMainQueue: DispatchQueue.getSpecific(key: mainQueueMark) == true))
    }
    arrived.signal()
  }

  var all: [Entry] { lock.withLock { entries } }

  /// Waits until the entry of `timestamp` is there; the newest frame always has one.
  func wait(for timestamp: Int, seconds: Double = 60) -> Bool {
    let limit = DispatchTime.now() + seconds
    // Looked for inside the lock: the thread sanitizer does not see how arrays share their memory.
    while !lock.withLock({ entries.contains { $0.timestamp == timestamp } }) {
      if arrived.wait(timeout: limit) == .timedOut { return false }
    }
    return true
  }
}

private final class HandReceiver: NSObject, HandLandmarkerLiveStreamDelegate {
  let log = Log()
  var pause = 0.0

  func handLandmarker(
    _ handLandmarker: HandLandmarker, didFinishDetection result: HandLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    if pause > 0 { Thread.sleep(forTimeInterval: pause) }
    log.add(result.map { NativeAnswer($0) }, timestampInMilliseconds, error)
  }
}

/// The original's spelling.
private final class GestureReceiver: NSObject, GestureRecognizerLiveStreamDelegate {
  let log = Log()

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishGestureRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    log.add(result.map { NativeAnswer($0) }, timestampInMilliseconds, error)
  }
}

/// The guide's spelling.
private final class GuidesGestureReceiver: NSObject, GestureRecognizerLiveStreamDelegate {
  let log = Log()

  func gestureRecognizer(
    _ gestureRecognizer: GestureRecognizer, didFinishRecognition result: GestureRecognizerResult?,
    timestampInMilliseconds: Int, error: (any Error)?
  ) {
    log.add(result.map { NativeAnswer($0) }, timestampInMilliseconds, error)
  }
}

private final class FaceReceiver: NSObject, FaceLandmarkerLiveStreamDelegate {
  let log = Log()

  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    log.add(result.map { NativeAnswer($0) }, timestampInMilliseconds, error)
  }
}

private final class PoseReceiver: NSObject, PoseLandmarkerLiveStreamDelegate {
  let log = Log()

  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {
    log.add(result.map { NativeAnswer($0) }, timestampInMilliseconds, error)
  }
}

@Suite(.serialized, .enabled(if: hasCorpus, needsCorpus)) struct LiveStreamTests {
  private static func task(_ receiver: HandReceiver?) throws -> HandLandmarker {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try modelPath("hand_landmarker")
    options.runningMode = .liveStream
    options.handLandmarkerLiveStreamDelegate = receiver
    return try HandLandmarker(options: options)
  }

  /// Conformance 2.1: 100 calls, at most 100 answers, in order of time, each the picture's.
  @Test func aHundredFramesGiveAtMostAHundredAnswersInOrder() throws {
    let receiver = HandReceiver()
    let task = try Self.task(receiver)
    let image = try MPImage(uiImage: uiImage("hand_thumbs_up.jpg"))
    for time in 0..<100 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    #expect(receiver.log.wait(for: 99), "the newest frame is always answered")
    let entries = receiver.log.all
    #expect((1...100).contains(entries.count))
    #expect(entries.map(\.timestamp) == entries.map(\.timestamp).sorted() && Set(entries.map(\.timestamp)).count == entries.count)
    #expect(entries[0].timestamp == 0, "the first frame finds nobody in work")
    let expected = try NativeAnswer.hands(in: "hand_thumbs_up.jpg", 1)
    for entry in entries {
      #expect(entry.error == nil && !entry.isMainQueue)
      let points = try #require(entry.answer?.points)
      try #require(points.count == 1 && entry.answer?.labels == expected.labels)
      for (a, b) in zip(points[0], expected.points[0]) { #expect(abs(a[0] - b[0]) < 0.03 && abs(a[1] - b[1]) < 0.03) }
    }
  }

  @Test func answersEqualTheVideoModesForTheSameFrames() throws {
    let receiver = HandReceiver()
    let task = try Self.task(receiver)
    let names = ["hand_thumbs_up.jpg", "geo_blur.jpg", "hand_thumbs_up.jpg", "neg_chelsea.png", "hand_thumbs_up.jpg"]
    for (index, name) in names.enumerated() {
      try task.detectAsync(image: MPImage(uiImage: uiImage(name)), timestampInMilliseconds: index * 33)
      // One at a time, so that none is dropped.
      #expect(receiver.log.wait(for: index * 33))
    }
    #expect(receiver.log.all.compactMap(\.answer) == (try NativeAnswer.hands(inFilmOf: names, 1)))
    #expect(receiver.log.all[3].answer?.points.isEmpty == true, "nothing found is answered, too")
  }

  @Test func timesMustGrowEvenAfterDroppedFrames() throws {
    let receiver = HandReceiver()
    let task = try Self.task(receiver)
    let image = try MPImage(uiImage: uiImage("hand_thumbs_up.jpg"))
    try task.detectAsync(image: image, timestampInMilliseconds: 1)
    try expectError(.invalidArgumentError, "INVALID_ARGUMENT: Input timestamp must be monotonically increasing.") {
      try task.detectAsync(image: image, timestampInMilliseconds: 0)
    }
    #expect(receiver.log.wait(for: 1))
    #expect(receiver.log.all.count == 1)
    try task.detectAsync(image: image, timestampInMilliseconds: 2)
    #expect(receiver.log.wait(for: 2))
  }

  @Test func aBufferMayBeUsedAgainAfterTheCall() throws {
    let receiver = HandReceiver()
    let task = try Self.task(receiver)
    let buffer = try pixelBuffer(of: uiImage("hand_thumbs_up.jpg"))
    try task.detectAsync(image: MPImage(pixelBuffer: buffer), timestampInMilliseconds: 0)
    memset(try #require(CVPixelBufferGetBaseAddress(buffer)), 0, CVPixelBufferGetDataSize(buffer))
    #expect(receiver.log.wait(for: 0))
    #expect(receiver.log.all[0].answer?.points.count == 1)
  }

  @Test func aSlowReceiverLosesFramesInBetweenAndNotTheNewest() throws {
    let receiver = HandReceiver()
    receiver.pause = 0.3
    let task = try Self.task(receiver)
    let image = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64))
    let start = DispatchTime.now()
    for time in 0..<200 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
    #expect(seconds < 30, "the calls do not wait for the receiver: 200 answers would take a minute")
    #expect(receiver.log.wait(for: 199))
    #expect(receiver.log.all.count < 200)
  }

  @Test func theDelegateIsReadOnceAndHeldWeakly() throws {
    let first = HandReceiver()
    let second = HandReceiver()
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = try modelPath("hand_landmarker")
    options.runningMode = .liveStream
    options.handLandmarkerLiveStreamDelegate = first
    let task = try HandLandmarker(options: options)
    options.handLandmarkerLiveStreamDelegate = second
    let image = try MPImage(pixelBuffer: emptyBuffer(width: 64, height: 64))
    try task.detectAsync(image: image, timestampInMilliseconds: 0)
    #expect(first.log.wait(for: 0))
    #expect(second.log.all.isEmpty)

    weak var gone: HandReceiver?
    var kept: HandReceiver? = HandReceiver()
    gone = kept
    let orphan = try Self.task(kept)
    kept = nil
    #expect(gone == nil, "the task does not keep its delegate alive")
    try orphan.detectAsync(image: image, timestampInMilliseconds: 0)
  }

  @Test func aReleasedTaskTellsNothing() throws {
    let receiver = HandReceiver()
    let image = try MPImage(uiImage: uiImage("hand_thumbs_up.jpg"))
    weak var gone: HandLandmarker?
    do {
      let task = try Self.task(receiver)
      gone = task
      for time in 0..<20 { try task.detectAsync(image: image, timestampInMilliseconds: time) }
    }
    // A callback may hold the task for as long as it runs.
    for _ in 0..<200 where gone != nil { Thread.sleep(forTimeInterval: 0.01) }
    #expect(gone == nil)
    let count = receiver.log.all.count
    Thread.sleep(forTimeInterval: 0.2)
    #expect(receiver.log.all.count == count && count < 20)
  }

  @Test func bothSpellingsOfTheGestureDelegateAreCalled() throws {
    let image = try MPImage(uiImage: uiImage("hand_thumbs_up.jpg"))
    let original = GestureReceiver()
    let guides = GuidesGestureReceiver()
    for (receiver, log) in [(original as any GestureRecognizerLiveStreamDelegate, original.log), (guides, guides.log)] {
      let options = GestureRecognizerOptions()
      options.baseOptions.modelAssetPath = try modelPath("gesture_recognizer")
      options.runningMode = .liveStream
      options.gestureRecognizerLiveStreamDelegate = receiver
      let task = try GestureRecognizer(options: options)
      try task.recognizeAsync(image: image, timestampInMilliseconds: 7)
      #expect(log.wait(for: 7))
      #expect(log.all.map { $0.answer?.labels } == [[["-1 Thumb_Up"]]])
    }
  }

  @Test func theQueueHasTheOriginalsLabel() throws {
    let receiver = HandReceiver()
    let task = try Self.task(receiver)
    let label = try #require(task.callbackQueueLabel)
    let prefix = "com.mediapipe.tasks.vision.handLandmarker_"
    #expect(label.hasPrefix(prefix) && UUID(uuidString: String(label.dropFirst(prefix.count))) != nil)
    #expect(try HandLandmarker(modelPath: modelPath("hand_landmarker")).callbackQueueLabel == nil)
  }

  @Test func facesAndPosesAreStreamedToo() throws {
    let faces = FaceReceiver()
    let faceOptions = FaceLandmarkerOptions()
    faceOptions.baseOptions.modelAssetPath = try modelPath("face_landmarker")
    faceOptions.runningMode = .liveStream
    faceOptions.faceLandmarkerLiveStreamDelegate = faces
    let faceTask = try FaceLandmarker(options: faceOptions)
    try faceTask.detectAsync(image: MPImage(uiImage: uiImage("face_grace_hopper.jpg")), timestampInMilliseconds: 0)
    #expect(faces.log.wait(for: 0))
    #expect(faces.log.all[0].answer?.points.map(\.count) == [478])

    let poses = PoseReceiver()
    let poseOptions = PoseLandmarkerOptions()
    poseOptions.baseOptions.modelAssetPath = try modelPath("pose_landmarker_lite")
    poseOptions.runningMode = .liveStream
    poseOptions.poseLandmarkerLiveStreamDelegate = poses
    let poseTask = try PoseLandmarker(options: poseOptions)
    try poseTask.detectAsync(image: MPImage(uiImage: uiImage("body_pose2.jpg")), timestampInMilliseconds: 0)
    #expect(poses.log.wait(for: 0))
    #expect(poses.log.all[0].answer?.points.map(\.count) == [33])
  }
}
