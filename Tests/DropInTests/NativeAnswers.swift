import Foundation
import ImageFiles
import Landmarks
import VisionBase

/// What the native tasks say about a picture, as plain numbers: the drop-in modules must say the same, bit by bit.
struct NativeAnswer: Equatable {
  var points: [[[Float]]] = []
  var worldPoints: [[[Float]]] = []
  var labels: [[String]] = []
  var scores: [[Float]] = []

  static func rows(_ landmarks: [[NormalizedLandmark]]) -> [[[Float]]] {
    landmarks.map { $0.map { [$0.x, $0.y, $0.z, $0.visibility ?? -1, $0.presence ?? -1] } }
  }

  static func rows(_ landmarks: [[WorldLandmark]]) -> [[[Float]]] {
    landmarks.map { $0.map { [$0.x, $0.y, $0.z, $0.visibility ?? -1, $0.presence ?? -1] } }
  }

  private init(_ hand: HandLandmarkerResult) {
    points = Self.rows(hand.landmarks)
    worldPoints = Self.rows(hand.worldLandmarks)
    labels = hand.handedness.map { $0.map { "\($0.index) \($0.categoryName)" } }
    scores = hand.handedness.map { $0.map(\.score) }
  }

  private init(_ gesture: GestureRecognizerResult) {
    points = Self.rows(gesture.landmarks)
    worldPoints = Self.rows(gesture.worldLandmarks)
    labels = gesture.gestures.map { $0.map { "\($0.index) \($0.categoryName)" } }
    scores = gesture.gestures.map { $0.map(\.score) }
  }

  private init(_ face: FaceLandmarkerResult) {
    points = Self.rows(face.faceLandmarks)
    worldPoints = face.facialTransformationMatrixes.map { [$0.data] }
    labels = face.faceBlendshapes.map { $0.categories.map { "\($0.index) \($0.categoryName)" } }
    scores = face.faceBlendshapes.map { $0.categories.map(\.score) }
  }

  private init(_ pose: PoseLandmarkerResult) {
    points = Self.rows(pose.landmarks)
    worldPoints = Self.rows(pose.worldLandmarks)
    scores = pose.segmentationMasks.map(\.values)
  }

  static func hands(in name: String, _ count: Int = 2, exif: Int = 1) throws -> NativeAnswer {
    let task = try HandLandmarker(model: corpusModel("hand_landmarker"), options: .init(numHands: count))
    return NativeAnswer(try task.detect(corpusPicture(name), .init(orientation: ImageOrientation(rawValue: exif) ?? .up)))
  }

  static func hands(inFilmOf names: [String], _ count: Int = 2, step: Int = 33) throws -> [NativeAnswer] {
    let task = try HandLandmarker(model: corpusModel("hand_landmarker"), options: .init(numHands: count))
    return try names.enumerated().map { index, name in
      let result = try task.detect(videoFrame: corpusPicture(name), timestampInMilliseconds: index * step)
      return NativeAnswer(result ?? HandLandmarkerResult())
    }
  }

  static func gestures(in name: String, _ count: Int = 2, exif: Int = 1) throws -> NativeAnswer {
    let task = try GestureRecognizer(model: corpusModel("gesture_recognizer"), options: .init(numHands: count))
    return NativeAnswer(try task.recognize(corpusPicture(name), .init(orientation: ImageOrientation(rawValue: exif) ?? .up)))
  }

  static func faces(in name: String, _ count: Int = 3) throws -> NativeAnswer {
    let options = FaceLandmarkerOptions(
      numFaces: count, outputFaceBlendshapes: true, outputFacialTransformationMatrixes: true)
    let task = try FaceLandmarker(model: corpusModel("face_landmarker"), options: options)
    return NativeAnswer(try task.detect(corpusPicture(name)))
  }

  static func poses(
    in name: String, _ count: Int = 2, masks: Bool = true, exif: Int = 1, model: String = "pose_landmarker_lite"
  ) throws -> NativeAnswer {
    let task = try PoseLandmarker(
      model: corpusModel(model), options: .init(numPoses: count, outputSegmentationMasks: masks))
    return NativeAnswer(try task.detect(corpusPicture(name), .init(orientation: ImageOrientation(rawValue: exif) ?? .up)))
  }

  /// Points in pixels of the picture with their presence, as ML Kit gives them.
  static func posesInPixels(in name: String, exif: Int, model: String) throws -> [[[Float]]] {
    let size = try corpusPicture(name).size
    let (width, height) = (CGFloat(size.width), CGFloat(size.height))
    return try poses(in: name, 1, masks: false, exif: exif, model: model).points.map { points in
      points.map { [Float(CGFloat($0[0]) * width), Float(CGFloat($0[1]) * height), Float(CGFloat($0[2]) * width), $0[4]] }
    }
  }
}
