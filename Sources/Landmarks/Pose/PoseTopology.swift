/// Indices of a body's 33 landmarks; left and right are the person's.
public enum PoseLandmark: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Nose.
  case nose = 0
  /// Inner corner of the left eye.
  case leftEyeInner
  /// Left eye.
  case leftEye
  /// Outer corner of the left eye.
  case leftEyeOuter
  /// Inner corner of the right eye.
  case rightEyeInner
  /// Right eye.
  case rightEye
  /// Outer corner of the right eye.
  case rightEyeOuter
  /// Left ear.
  case leftEar
  /// Right ear.
  case rightEar
  /// Left corner of the mouth.
  case mouthLeft
  /// Right corner of the mouth.
  case mouthRight
  /// Left shoulder.
  case leftShoulder
  /// Right shoulder.
  case rightShoulder
  /// Left elbow.
  case leftElbow
  /// Right elbow.
  case rightElbow
  /// Left wrist.
  case leftWrist
  /// Right wrist.
  case rightWrist
  /// Knuckle of the left little finger.
  case leftPinky
  /// Knuckle of the right little finger.
  case rightPinky
  /// Knuckle of the left index finger.
  case leftIndex
  /// Knuckle of the right index finger.
  case rightIndex
  /// Knuckle of the left thumb.
  case leftThumb
  /// Knuckle of the right thumb.
  case rightThumb
  /// Left hip.
  case leftHip
  /// Right hip.
  case rightHip
  /// Left knee.
  case leftKnee
  /// Right knee.
  case rightKnee
  /// Left ankle.
  case leftAnkle
  /// Right ankle.
  case rightAnkle
  /// Left heel.
  case leftHeel
  /// Right heel.
  case rightHeel
  /// Tip of the left foot.
  case leftFootIndex
  /// Tip of the right foot.
  case rightFootIndex
}

/// Lines between the landmarks of a body. Source: MediaPipe, `pipelines.md` section 12.2.
public enum PoseConnections {
  /// All 35 lines.
  public static let all = Connection.list([
    0, 1, 1, 2, 2, 3, 3, 7, 0, 4, 4, 5, 5, 6, 6, 8, 9, 10, 11, 12, 11, 13, 13, 15, 15, 17, 15, 19, 15, 21, 17, 19, 12,
    14, 14, 16, 16, 18, 16, 20, 16, 22, 18, 20, 11, 23, 12, 24, 23, 24, 23, 25, 24, 26, 25, 27, 26, 28, 27, 29, 28,
    30, 29, 31, 30, 32, 27, 31, 28, 32,
  ])
}
