public import Foundation
import Landmarks
public import MLKitVision
import VisionBase

/// Name of one of a body's 33 landmarks; an open set of texts. Left and right are the person's.
public struct PoseLandmarkType: RawRepresentable, Hashable, Sendable {
  /// The name with a capital first letter.
  public let rawValue: String

  /// Makes a type from any text.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nose.
  public static let nose = PoseLandmarkType(rawValue: "Nose")
  /// Inner corner of the left eye.
  public static let leftEyeInner = PoseLandmarkType(rawValue: "LeftEyeInner")
  /// Left eye.
  public static let leftEye = PoseLandmarkType(rawValue: "LeftEye")
  /// Outer corner of the left eye.
  public static let leftEyeOuter = PoseLandmarkType(rawValue: "LeftEyeOuter")
  /// Inner corner of the right eye.
  public static let rightEyeInner = PoseLandmarkType(rawValue: "RightEyeInner")
  /// Right eye.
  public static let rightEye = PoseLandmarkType(rawValue: "RightEye")
  /// Outer corner of the right eye.
  public static let rightEyeOuter = PoseLandmarkType(rawValue: "RightEyeOuter")
  /// Left ear.
  public static let leftEar = PoseLandmarkType(rawValue: "LeftEar")
  /// Right ear.
  public static let rightEar = PoseLandmarkType(rawValue: "RightEar")
  /// Left corner of the mouth.
  public static let mouthLeft = PoseLandmarkType(rawValue: "MouthLeft")
  /// Right corner of the mouth.
  public static let mouthRight = PoseLandmarkType(rawValue: "MouthRight")
  /// Left shoulder.
  public static let leftShoulder = PoseLandmarkType(rawValue: "LeftShoulder")
  /// Right shoulder.
  public static let rightShoulder = PoseLandmarkType(rawValue: "RightShoulder")
  /// Left elbow.
  public static let leftElbow = PoseLandmarkType(rawValue: "LeftElbow")
  /// Right elbow.
  public static let rightElbow = PoseLandmarkType(rawValue: "RightElbow")
  /// Left wrist.
  public static let leftWrist = PoseLandmarkType(rawValue: "LeftWrist")
  /// Right wrist.
  public static let rightWrist = PoseLandmarkType(rawValue: "RightWrist")
  /// Left little finger.
  public static let leftPinkyFinger = PoseLandmarkType(rawValue: "LeftPinkyFinger")
  /// Right little finger.
  public static let rightPinkyFinger = PoseLandmarkType(rawValue: "RightPinkyFinger")
  /// Left index finger.
  public static let leftIndexFinger = PoseLandmarkType(rawValue: "LeftIndexFinger")
  /// Right index finger.
  public static let rightIndexFinger = PoseLandmarkType(rawValue: "RightIndexFinger")
  /// Left thumb.
  public static let leftThumb = PoseLandmarkType(rawValue: "LeftThumb")
  /// Right thumb.
  public static let rightThumb = PoseLandmarkType(rawValue: "RightThumb")
  /// Left hip.
  public static let leftHip = PoseLandmarkType(rawValue: "LeftHip")
  /// Right hip.
  public static let rightHip = PoseLandmarkType(rawValue: "RightHip")
  /// Left knee.
  public static let leftKnee = PoseLandmarkType(rawValue: "LeftKnee")
  /// Right knee.
  public static let rightKnee = PoseLandmarkType(rawValue: "RightKnee")
  /// Left ankle.
  public static let leftAnkle = PoseLandmarkType(rawValue: "LeftAnkle")
  /// Right ankle.
  public static let rightAnkle = PoseLandmarkType(rawValue: "RightAnkle")
  /// Left heel.
  public static let leftHeel = PoseLandmarkType(rawValue: "LeftHeel")
  /// Right heel.
  public static let rightHeel = PoseLandmarkType(rawValue: "RightHeel")
  /// Tip of the left foot.
  public static let leftToe = PoseLandmarkType(rawValue: "LeftToe")
  /// Tip of the right foot.
  public static let rightToe = PoseLandmarkType(rawValue: "RightToe")

  /// All types in the model's order.
  static let modelOrder: [PoseLandmarkType] = [
    nose, leftEyeInner, leftEye, leftEyeOuter, rightEyeInner, rightEye, rightEyeOuter, leftEar, rightEar, mouthLeft, mouthRight,
    leftShoulder, rightShoulder, leftElbow, rightElbow, leftWrist, rightWrist, leftPinkyFinger, rightPinkyFinger,
    leftIndexFinger, rightIndexFinger, leftThumb, rightThumb, leftHip, rightHip, leftKnee, rightKnee, leftAnkle, rightAnkle,
    leftHeel, rightHeel, leftToe, rightToe,
  ]
}

/// One landmark of a body. Immutable.
open class PoseLandmark: NSObject {
  /// Which one.
  public let type: PoseLandmarkType
  /// Where it is, in pixels of the picture as stored; may lie outside of it.
  public let position: Vision3DPoint
  /// Probability 0…1 that it lies inside the picture (the model's presence score).
  public let inFrameLikelihood: Float

  init(type: PoseLandmarkType, position: Vision3DPoint, inFrameLikelihood: Float) {
    self.type = type
    self.position = position
    self.inFrameLikelihood = inFrameLikelihood
    super.init()
  }
}

/// A person in a picture. Immutable.
open class Pose: NSObject {
  /// The 33 landmarks in the model's order.
  public let landmarks: [PoseLandmark]

  /// - Parameters:
  ///   - native: The landmarks in fractions of the picture.
  ///   - size: Size of the picture in pixels.
  init(_ native: [NormalizedLandmark], in size: ImageSize) {
    let (width, height) = (CGFloat(size.width), CGFloat(size.height))
    landmarks = zip(PoseLandmarkType.modelOrder, native).map { type, point in
      PoseLandmark(
        type: type,
        position: Vision3DPoint(x: CGFloat(point.x) * width, y: CGFloat(point.y) * height, z: CGFloat(point.z) * width),
        inFrameLikelihood: point.presence ?? 0)
    }
    super.init()
  }

  /// The landmark of a type. For a type that a body does not have it is one at the origin that is surely not in the picture.
  open func landmark(ofType type: PoseLandmarkType) -> PoseLandmark {
    landmarks.first { $0.type == type }
      ?? PoseLandmark(type: type, position: Vision3DPoint(x: 0, y: 0, z: 0), inFrameLikelihood: 0)
  }
}
