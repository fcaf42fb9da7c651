import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing
import UIImageFiles

extension NativeAnswer {
  fileprivate static func rows(_ landmarks: [[NormalizedLandmark]]) -> [[[Float]]] {
    landmarks.map { $0.map { [$0.x, $0.y, $0.z, $0.visibility?.floatValue ?? -1, $0.presence?.floatValue ?? -1] } }
  }

  fileprivate static func rows(_ landmarks: [[Landmark]]) -> [[[Float]]] {
    landmarks.map { $0.map { [$0.x, $0.y, $0.z, $0.visibility?.floatValue ?? -1, $0.presence?.floatValue ?? -1] } }
  }

  fileprivate static func labels(_ categories: [[ResultCategory]]) -> [[String]] {
    categories.map { $0.map { "\($0.index) \($0.categoryName ?? "")" } }
  }

  init(_ hand: HandLandmarkerResult) {
    points = Self.rows(hand.landmarks)
    worldPoints = Self.rows(hand.worldLandmarks)
    labels = Self.labels(hand.handedness)
    scores = hand.handedness.map { $0.map(\.score) }
  }

  init(_ gesture: GestureRecognizerResult) {
    points = Self.rows(gesture.landmarks)
    worldPoints = Self.rows(gesture.worldLandmarks)
    labels = Self.labels(gesture.gestures)
    scores = gesture.gestures.map { $0.map(\.score) }
  }

  init(_ face: FaceLandmarkerResult) {
    points = Self.rows(face.faceLandmarks)
    worldPoints = face.facialTransformationMatrixes.map { matrix in [(0..<16).map { matrix.data[$0] }] }
    labels = Self.labels(face.faceBlendshapes.map(\.categories))
    scores = face.faceBlendshapes.map { $0.categories.map(\.score) }
  }

  init(_ pose: PoseLandmarkerResult) {
    points = Self.rows(pose.landmarks)
    worldPoints = Self.rows(pose.worldLandmarks)
    scores = pose.segmentationMasks.map { mask in (0..<mask.width * mask.height).map { mask.float32Data[$0] } }
  }
}

private func handOptions(_ mode: RunningMode = .image, numHands: Int = 2) throws -> HandLandmarkerOptions {
  let options = HandLandmarkerOptions()
  options.baseOptions.modelAssetPath = try modelPath("hand_landmarker")
  options.runningMode = mode
  options.numHands = numHands
  return options
}

private func gestureTask(
  numHands: Int = 2, _ adjust: (ClassifierOptions) -> Void = { _ in }
) throws -> GestureRecognizer {
  let options = GestureRecognizerOptions()
  options.baseOptions.modelAssetPath = try modelPath("gesture_recognizer")
  options.numHands = numHands
  let classes = ClassifierOptions()
  adjust(classes)
  options.cannedGesturesClassifierOptions = classes
  return try GestureRecognizer(options: options)
}

/// The drop-in tasks answer with the native tasks' numbers.
@Suite(.enabled(if: hasCorpus, needsCorpus)) struct ResultTests {
  @Test(arguments: ["hand_thumbs_up.jpg", "hand_pointing_up.jpg", "geo_three_hands.jpg", "neg_chelsea.png"])
  func handsAreTheNativeOnesWhateverTheyComeIn(name: String) throws {
    let expected = try NativeAnswer.hands(in: name)
    let task = try HandLandmarker(options: handOptions())
    let image = try uiImage(name)
    let buffer = try pixelBuffer(of: image)
    #expect(NativeAnswer(try task.detect(image: MPImage(uiImage: image))) == expected)
    #expect(NativeAnswer(try task.detect(image: MPImage(pixelBuffer: buffer))) == expected)
    #expect(NativeAnswer(try task.detect(image: MPImage(sampleBuffer: sampleBuffer(buffer)))) == expected)
    #expect(name.hasPrefix("neg") == expected.points.isEmpty)
  }

  @Test func gesturesAreTheNativeOnes() throws {
    for (name, gesture) in [("hand_thumbs_up.jpg", "Thumb_Up"), ("hand_pointing_up.jpg", "Pointing_Up")] {
      let result = try gestureTask().recognize(image: MPImage(uiImage: uiImage(name)))
      #expect(NativeAnswer(result) == (try NativeAnswer.gestures(in: name)))
      #expect(result.gestures.map { $0.map(\.categoryName) } == [[gesture]])
      #expect(result.gestures[0][0].index == -1 && result.gestures[0][0].displayName == nil)
      #expect(result.landmarks[0][0].visibility == nil && result.landmarks[0][0].presence == nil)
    }
  }

  @Test func facesAreTheNativeOnes() throws {
    let options = FaceLandmarkerOptions()
    options.baseOptions.modelAssetPath = try modelPath("face_landmarker")
    options.numFaces = 3
    options.outputFaceBlendshapes = true
    options.outputFacialTransformationMatrixes = true
    let result = try FaceLandmarker(options: options).detect(image: MPImage(uiImage: uiImage("face_two_people.jpg")))
    #expect(NativeAnswer(result) == (try NativeAnswer.faces(in: "face_two_people.jpg")))
    #expect(result.faceLandmarks.map(\.count) == [478, 478])
    #expect(result.faceBlendshapes.map(\.categories.count) == [52, 52])
    #expect(result.faceBlendshapes[0].headIndex == 0 && result.faceBlendshapes[0].headName == "")
    #expect(result.faceBlendshapes[0].categories[0].categoryName == "_neutral")
    // The translation stands in the last row as the accessor counts, and the face is in front of the camera.
    let matrix = result.facialTransformationMatrixes[0]
    #expect(matrix.value(atRow: 3, column: 2) == matrix.data[14] && matrix.data[14] < 0 && matrix.data[15] == 1)
    let plain = try FaceLandmarker(modelPath: modelPath("face_landmarker"))
    let withoutExtras = try plain.detect(image: MPImage(uiImage: uiImage("face_two_people.jpg")))
    #expect(withoutExtras.faceBlendshapes.isEmpty && withoutExtras.facialTransformationMatrixes.isEmpty)
    #expect(withoutExtras.faceLandmarks.count == 1)
  }

  @Test func posesAreTheNativeOnes() throws {
    let options = PoseLandmarkerOptions()
    options.baseOptions.modelAssetPath = try modelPath("pose_landmarker_lite")
    options.numPoses = 2
    options.shouldOutputSegmentationMasks = true
    let image = try MPImage(uiImage: uiImage("body_pose2.jpg"))
    let result = try PoseLandmarker(options: options).detect(image: image)
    #expect(NativeAnswer(result) == (try NativeAnswer.poses(in: "body_pose2.jpg")))
    #expect(result.landmarks.map(\.count) == [33] && result.worldLandmarks.map(\.count) == [33])
    #expect(result.landmarks[0].allSatisfy { $0.visibility != nil && $0.presence != nil })
    #expect(result.segmentationMasks.map { [$0.width, $0.height] } == [[400, 300]])
    options.shouldOutputSegmentationMasks = false
    #expect(try PoseLandmarker(options: options).detect(image: image).segmentationMasks.isEmpty)
  }

  @Test func turnedPicturesAreLookedAtUprightAndAnsweredAsStored() throws {
    // A file with orientation 6: the stored pixels are those of an upright picture turned counter-clockwise.
    let expected = try NativeAnswer.hands(in: "fmt_exif6.jpg", exif: 6)
    #expect(expected.points.count == 1)
    let image = try uiImage("fmt_exif6.jpg")
    let task = try HandLandmarker(options: handOptions())
    #expect(NativeAnswer(try task.detect(image: MPImage(uiImage: image))) == expected)
    let buffer = try pixelBuffer(of: image)
    #expect(NativeAnswer(try task.detect(image: MPImage(pixelBuffer: buffer, orientation: .right))) == expected)
    // The argument takes the place of the picture's own orientation.
    let unturned = try NativeAnswer.hands(in: "fmt_exif6.jpg")
    #expect(NativeAnswer(try task.detect(image: MPImage(uiImage: image, orientation: .up))) == unturned)
    let gesture = try gestureTask().recognize(image: MPImage(uiImage: image))
    #expect(gesture.gestures.first?.first?.categoryName == "Pointing_Up")
  }

  @Test func imageModeHasTheOriginalsClock() throws {
    let task = try HandLandmarker(options: handOptions())
    let image = try MPImage(pixelBuffer: emptyBuffer(width: 32, height: 32))
    #expect(try (0..<3).map { _ in try task.detect(image: image).timestampInMilliseconds } == [0, 1000, 2000])
    #expect(throws: (any Error).self) {
      try task.detect(image: MPImage(pixelBuffer: image.pixelBuffer!, orientation: .upMirrored))
    }
    #expect(try task.detect(image: image).timestampInMilliseconds == 3000)
  }

  @Test func videoFollowsHandsAsTheNativeTaskDoes() throws {
    let names = ["hand_thumbs_up.jpg", "hand_thumbs_up.jpg", "geo_blur.jpg", "hand_thumbs_up.jpg"]
    let task = try HandLandmarker(options: handOptions(.video))
    let found = try names.enumerated().map { index, name in
      let result = try task.detect(videoFrame: MPImage(uiImage: uiImage(name)), timestampInMilliseconds: index * 33)
      #expect(result.timestampInMilliseconds == index * 33)
      return NativeAnswer(result)
    }
    #expect(found == (try NativeAnswer.hands(inFilmOf: names)))
    #expect(found[0].points.count == 1)
  }

  /// Colours that a buffer holds multiplied by its alpha are divided by it; alpha 0 means nobody set it.
  @Test func alphaOfBuffersIsUndone() throws {
    let image = try uiImage("hand_thumbs_up.jpg")
    let expected = try NativeAnswer.hands(in: "hand_thumbs_up.jpg")
    let task = try HandLandmarker(options: handOptions())
    let unset = try pixelBuffer(of: image, alpha: 0)
    #expect(NativeAnswer(try task.detect(image: MPImage(pixelBuffer: unset))) == expected)
    let half = try pixelBuffer(of: image, alpha: 255)
    let base = try #require(CVPixelBufferGetBaseAddress(half)).assumingMemoryBound(to: UInt8.self)
    for i in 0..<CVPixelBufferGetBytesPerRow(half) * CVPixelBufferGetHeight(half) {
      base[i] = i % 4 == 3 ? 128 : UInt8((Int(base[i]) * 128 + 127) / 255)
    }
    let found = NativeAnswer(try task.detect(image: MPImage(pixelBuffer: half)))
    try #require(found.points.count == 1)
    // Seven bits of colour are left: the landmarks move by a fraction of what MediaPipe's own tests allow (0.03).
    for (a, b) in zip(found.points[0], expected.points[0]) { #expect(abs(a[0] - b[0]) < 0.01 && abs(a[1] - b[1]) < 0.01) }
  }
}

/// Conformance 2.2, on the corpus' pictures of the same gestures.
@Suite(.enabled(if: hasCorpus, needsCorpus)) struct ClassifierOptionTests {
  private func gestures(_ name: String, _ adjust: (ClassifierOptions) -> Void) throws -> GestureRecognizerResult {
    try gestureTask(numHands: 1, adjust).recognize(image: MPImage(uiImage: uiImage(name)))
  }

  private func expectEmpty(_ result: GestureRecognizerResult, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(result.gestures.isEmpty && result.handedness.isEmpty, sourceLocation: sourceLocation)
    #expect(result.landmarks.isEmpty && result.worldLandmarks.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func aThresholdKeepsBetterGestures() throws {
    let result = try gestures("hand_thumbs_up.jpg") { $0.scoreThreshold = 0.5 }
    #expect(result.gestures.map { $0.map(\.categoryName) } == [["Thumb_Up"]])
    expectEmpty(try gestures("hand_thumbs_up.jpg") { $0.scoreThreshold = 0.999 })
  }

  @Test func listsFilterAndTheAllowlistGoesFirst() throws {
    let allowed = try gestures("hand_thumbs_up.jpg") { $0.categoryAllowlist = ["Thumb_Up"] }
    #expect(allowed.gestures.first?.first?.categoryName == "Thumb_Up")
    expectEmpty(
      try gestures("hand_thumbs_up.jpg") {
        $0.scoreThreshold = 0.5
        $0.categoryDenylist = ["Thumb_Up"]
      })
    let both = try gestures("hand_thumbs_up.jpg") {
      $0.scoreThreshold = 0.5
      $0.categoryAllowlist = ["Thumb_Up"]
      $0.categoryDenylist = ["Thumb_Up"]
    }
    #expect(both.gestures.first?.first?.categoryName == "Thumb_Up")
  }

  @Test func listsWithoutAnyKnownNameHaveNoEffect() throws {
    let result = try gestures("hand_thumbs_up.jpg") { $0.categoryAllowlist = ["Wave"] }
    #expect(result.gestures.first?.first?.categoryName == "Thumb_Up")
  }

  @Test(arguments: [0, 1, 3, -1]) func theNumberOfResultsChangesNothing(maxResults: Int) throws {
    let result = try gestures("hand_thumbs_up.jpg") { $0.maxResults = maxResults }
    #expect(result.gestures.map { $0.map(\.categoryName) } == [["Thumb_Up"]])
  }

  @Test func nobodyFoundMeansEmptyArrays() throws {
    expectEmpty(try gestureTask().recognize(image: MPImage(uiImage: uiImage("neg_chelsea.png"))))
  }
}
