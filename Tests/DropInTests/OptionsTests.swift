import Foundation
import MediaPipeTasksCommon
import MediaPipeTasksVision
import Testing

private final class Receiver: NSObject, HandLandmarkerLiveStreamDelegate, GestureRecognizerLiveStreamDelegate,
  FaceLandmarkerLiveStreamDelegate, PoseLandmarkerLiveStreamDelegate
{
  func faceLandmarker(
    _ faceLandmarker: FaceLandmarker, didFinishDetection result: FaceLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {}
  func poseLandmarker(
    _ poseLandmarker: PoseLandmarker, didFinishDetection result: PoseLandmarkerResult?, timestampInMilliseconds: Int,
    error: (any Error)?
  ) {}
}

struct OptionsTests {
  @Test func defaultsAreTheOriginals() {
    let base = BaseOptions()
    #expect(base.modelAssetPath as String == "")
    #expect(base.delegate == .CPU)

    let hand = HandLandmarkerOptions()
    #expect(hand.runningMode == .image)
    #expect(hand.numHands == 1)
    #expect(hand.handLandmarkerLiveStreamDelegate == nil)
    #expect([hand.minHandDetectionConfidence, hand.minHandPresenceConfidence, hand.minTrackingConfidence] == [0.5, 0.5, 0.5])

    let gesture = GestureRecognizerOptions()
    #expect(gesture.runningMode == .image)
    #expect(gesture.numHands == 1)
    #expect(gesture.gestureRecognizerLiveStreamDelegate == nil)
    #expect(gesture.cannedGesturesClassifierOptions == nil)
    #expect(gesture.customGesturesClassifierOptions == nil)
    #expect(
      [gesture.minHandDetectionConfidence, gesture.minHandPresenceConfidence, gesture.minTrackingConfidence] == [0.5, 0.5, 0.5])

    let face = FaceLandmarkerOptions()
    #expect(face.runningMode == .image)
    #expect(face.numFaces == 1)
    #expect(face.faceLandmarkerLiveStreamDelegate == nil)
    #expect([face.minFaceDetectionConfidence, face.minFacePresenceConfidence, face.minTrackingConfidence] == [0.5, 0.5, 0.5])
    #expect(!face.outputFaceBlendshapes && !face.outputFacialTransformationMatrixes)

    let pose = PoseLandmarkerOptions()
    #expect(pose.runningMode == .image)
    #expect(pose.numPoses == 1)
    #expect(pose.poseLandmarkerLiveStreamDelegate == nil)
    #expect([pose.minPoseDetectionConfidence, pose.minPosePresenceConfidence, pose.minTrackingConfidence] == [0.5, 0.5, 0.5])
    #expect(!pose.shouldOutputSegmentationMasks)

    let classes = ClassifierOptions()
    #expect(classes.maxResults == -1)
    #expect(classes.scoreThreshold == 0)
    #expect(classes.displayNamesLocale == nil && classes.categoryAllowlist == nil && classes.categoryDenylist == nil)
    #expect(MediaPipeTasks.version.split(separator: ".").count == 3)
  }

  @Test func aModelPathMayBeOptional() {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = "a.task"
    #expect(options.baseOptions.modelAssetPath == "a.task")
    let missing: String? = nil
    options.baseOptions.modelAssetPath = missing
    #expect(options.baseOptions.modelAssetPath.isEmpty)
    let found: String? = "b.task"
    options.baseOptions.modelAssetPath = found
    options.baseOptions.modelAssetPath += "k"
    let path: String = options.baseOptions.modelAssetPath
    #expect(path == "b.taskk")
    #expect(options.baseOptions.modelAssetPath.count == 7)
    options.baseOptions.modelAssetPath = nil
    #expect(options.baseOptions[keyPath: \BaseOptions.modelAssetPath] == "")
  }

  @Test func baseOptionsAreStoredAsACopy() {
    let base = BaseOptions()
    base.modelAssetPath = "first"
    let options = TaskOptions()
    options.baseOptions = base
    base.modelAssetPath = "second"
    #expect(options.baseOptions.modelAssetPath as String == "first")
    options.baseOptions.modelAssetPath = "third"
    options.baseOptions.delegate = .GPU
    #expect(options.baseOptions.modelAssetPath as String == "third")
    #expect(options.baseOptions.delegate == .GPU)
  }

  @Test func aCopyOfOptionsHasEveryValueAndSharesNothing() throws {
    let receiver = Receiver()
    let base = BaseOptions()
    base.modelAssetPath = "m.task"
    base.delegate = .GPU
    let baseCopy = try #require(base.copy() as? BaseOptions)
    #expect(baseCopy.modelAssetPath as String == "m.task" && baseCopy.delegate == .GPU && baseCopy !== base)
    let plain = TaskOptions()
    plain.baseOptions = base
    #expect((plain.copy() as? TaskOptions)?.baseOptions.modelAssetPath as String? == "m.task")

    let hand = HandLandmarkerOptions()
    hand.baseOptions = base
    hand.runningMode = .liveStream
    hand.handLandmarkerLiveStreamDelegate = receiver
    hand.numHands = 3
    (hand.minHandDetectionConfidence, hand.minHandPresenceConfidence, hand.minTrackingConfidence) = (0.1, 0.2, 0.3)
    let handCopy = try #require(hand.copy() as? HandLandmarkerOptions)
    #expect(handCopy !== hand && handCopy.baseOptions !== hand.baseOptions)
    #expect(handCopy.baseOptions.modelAssetPath as String == "m.task" && handCopy.baseOptions.delegate == .GPU)
    #expect(handCopy.runningMode == .liveStream && handCopy.numHands == 3)
    #expect(handCopy.handLandmarkerLiveStreamDelegate === receiver)
    #expect(
      [handCopy.minHandDetectionConfidence, handCopy.minHandPresenceConfidence, handCopy.minTrackingConfidence]
        == [0.1, 0.2, 0.3])

    let face = FaceLandmarkerOptions()
    face.baseOptions = base
    face.runningMode = .video
    face.faceLandmarkerLiveStreamDelegate = receiver
    face.numFaces = 4
    (face.minFaceDetectionConfidence, face.minFacePresenceConfidence, face.minTrackingConfidence) = (0.1, 0.2, 0.3)
    (face.outputFaceBlendshapes, face.outputFacialTransformationMatrixes) = (true, true)
    let faceCopy = try #require(face.copy() as? FaceLandmarkerOptions)
    #expect(faceCopy.runningMode == .video && faceCopy.numFaces == 4 && faceCopy.faceLandmarkerLiveStreamDelegate === receiver)
    #expect(faceCopy.baseOptions.modelAssetPath as String == "m.task")
    #expect(
      [faceCopy.minFaceDetectionConfidence, faceCopy.minFacePresenceConfidence, faceCopy.minTrackingConfidence]
        == [0.1, 0.2, 0.3])
    #expect(faceCopy.outputFaceBlendshapes && faceCopy.outputFacialTransformationMatrixes)

    let pose = PoseLandmarkerOptions()
    pose.baseOptions = base
    pose.runningMode = .video
    pose.poseLandmarkerLiveStreamDelegate = receiver
    pose.numPoses = 5
    (pose.minPoseDetectionConfidence, pose.minPosePresenceConfidence, pose.minTrackingConfidence) = (0.1, 0.2, 0.3)
    pose.shouldOutputSegmentationMasks = true
    let poseCopy = try #require(pose.copy() as? PoseLandmarkerOptions)
    #expect(poseCopy.runningMode == .video && poseCopy.numPoses == 5 && poseCopy.poseLandmarkerLiveStreamDelegate === receiver)
    #expect(poseCopy.baseOptions.modelAssetPath as String == "m.task")
    #expect(
      [poseCopy.minPoseDetectionConfidence, poseCopy.minPosePresenceConfidence, poseCopy.minTrackingConfidence]
        == [0.1, 0.2, 0.3])
    #expect(poseCopy.shouldOutputSegmentationMasks)
  }

  @Test func aCopyOfGestureOptionsHasItsClassifiers() throws {
    let receiver = Receiver()
    let classes = ClassifierOptions()
    (classes.displayNamesLocale, classes.maxResults, classes.scoreThreshold) = ("pt", 2, 0.25)
    (classes.categoryAllowlist, classes.categoryDenylist) = (["Victory"], ["None"])
    let classesCopy = try #require(classes.copy() as? ClassifierOptions)
    #expect(classesCopy !== classes)
    #expect(classesCopy.displayNamesLocale == "pt" && classesCopy.maxResults == 2 && classesCopy.scoreThreshold == 0.25)
    #expect(classesCopy.categoryAllowlist == ["Victory"] && classesCopy.categoryDenylist == ["None"])

    let options = GestureRecognizerOptions()
    options.baseOptions.modelAssetPath = "g.task"
    options.runningMode = .liveStream
    options.gestureRecognizerLiveStreamDelegate = receiver
    options.numHands = 2
    (options.minHandDetectionConfidence, options.minHandPresenceConfidence, options.minTrackingConfidence) = (0.1, 0.2, 0.3)
    options.cannedGesturesClassifierOptions = classes
    options.customGesturesClassifierOptions = classes
    classes.maxResults = 7
    #expect(options.cannedGesturesClassifierOptions?.maxResults == 2, "stored as a copy")
    let copy = try #require(options.copy() as? GestureRecognizerOptions)
    #expect(copy.baseOptions.modelAssetPath as String == "g.task")
    #expect(copy.runningMode == .liveStream && copy.numHands == 2 && copy.gestureRecognizerLiveStreamDelegate === receiver)
    #expect(
      [copy.minHandDetectionConfidence, copy.minHandPresenceConfidence, copy.minTrackingConfidence] == [0.1, 0.2, 0.3])
    #expect(copy.cannedGesturesClassifierOptions !== options.cannedGesturesClassifierOptions)
    #expect(copy.cannedGesturesClassifierOptions?.categoryAllowlist == ["Victory"])
    #expect(copy.customGesturesClassifierOptions?.scoreThreshold == 0.25)
  }

  @Test func optionsHoldTheirDelegateWeakly() {
    let options = HandLandmarkerOptions()
    do {
      let receiver = Receiver()
      options.handLandmarkerLiveStreamDelegate = receiver
      #expect(options.handLandmarkerLiveStreamDelegate != nil)
      withExtendedLifetime(receiver) {}
    }
    #expect(options.handLandmarkerLiveStreamDelegate == nil)
  }

  @Test func runningModesHaveTheOriginalsNumbersAndNames() {
    #expect([RunningMode.image, .video, .liveStream].map(\.rawValue) == [0, 1, 2])
    #expect([RunningMode.image, .video, .liveStream].map { MPPRunningModeDisplayName($0) } == ["Image", "Video", "Live Stream"])
    #expect(
      [RunningMode.image, .video, .liveStream].map { MPPCoreRunningModeFromVisionRunningMode($0) }
        == [.image, .video, .liveStream])
    #expect([MPPCoreRunningMode.unspecified, .image, .audioStream].map(\.rawValue) == [0, 1, 5])
    #expect([Delegate.CPU, .GPU].map(\.rawValue) == [0, 1])
    #expect([MaskDataType.uInt8, .float32].map(\.rawValue) == [0, 1])
    #expect(TasksErrorCode.first.rawValue == 1 && TasksErrorCode.last.rawValue == 20)
    #expect((1...20).allSatisfy { TasksErrorCode(rawValue: $0) != nil } && TasksErrorCode(rawValue: 21) == nil)
    #expect(HandLandmark.wrist.rawValue == 0 && HandLandmark.indexFingerTIP.rawValue == 8 && HandLandmark.pinkyTIP.rawValue == 20)
    #expect(HandLandmark(rawValue: 21) == nil)
    #expect([MPImageSourceType.image, .pixelBuffer, .sampleBuffer].map(\.rawValue) == [0, 1, 2])
  }
}
