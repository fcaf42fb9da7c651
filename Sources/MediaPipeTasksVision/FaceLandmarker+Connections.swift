extension FaceLandmarker {
  /// Outer and inner rim of the lips: 40 lines.
  public class func lipsConnections() -> [Connection] { ConnectionLists.lips }
  /// Rim of the person's left eye: 16 lines.
  public class func leftEyeConnections() -> [Connection] { ConnectionLists.leftEye }
  /// The person's left eyebrow: 8 lines.
  public class func leftEyebrowConnections() -> [Connection] { ConnectionLists.leftEyebrow }
  /// Rim of the person's left iris: 4 lines.
  public class func leftIrisConnections() -> [Connection] { ConnectionLists.leftIris }
  /// Rim of the person's right eye: 16 lines.
  public class func rightEyeConnections() -> [Connection] { ConnectionLists.rightEye }
  /// The person's right eyebrow: 8 lines.
  public class func rightEyebrowConnections() -> [Connection] { ConnectionLists.rightEyebrow }
  /// Rim of the person's right iris: 4 lines (the original returns those of the left one).
  public class func rightIrisConnections() -> [Connection] { ConnectionLists.rightIris }
  /// Outline of the face: 36 lines.
  public class func faceOvalConnections() -> [Connection] { ConnectionLists.faceOval }
  /// Lips, eyes, eyebrows, irises and oval: 132 lines.
  public class func contoursConnections() -> [Connection] { ConnectionLists.contours }
  /// The sides of the triangles that cover the face: 2556 lines.
  public class func tesselationConnections() -> [Connection] { ConnectionLists.tesselation }
  /// Lips, contours and tesselation: 2728 lines, the lips twice as in the original.
  public class func faceConnections() -> [Connection] { ConnectionLists.face }
}

extension PoseLandmarker {
  /// Lines between the landmarks of a body: 35. The name is the original's; they are no landmarks.
  public class var poseLandmarks: [Connection] { ConnectionLists.pose }
}
