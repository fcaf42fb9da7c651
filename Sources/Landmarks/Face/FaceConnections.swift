/// Lines between a face's landmarks; left and right are the person's. Source: MediaPipe, `pipelines.md` section 12.3.
public enum FaceConnections {
  /// Outer and inner rim of the lips: 40 lines.
  public static let lips = Connection.list([
    61, 146, 146, 91, 91, 181, 181, 84, 84, 17, 17, 314, 314, 405, 405, 321, 321, 375, 375, 291, 61,
    185, 185, 40, 40, 39, 39, 37, 37, 0, 0, 267, 267, 269, 269, 270, 270, 409, 409, 291, 78, 95, 95,
    88, 88, 178, 178, 87, 87, 14, 14, 317, 317, 402, 402, 318, 318, 324, 324, 308, 78, 191, 191, 80,
    80, 81, 81, 82, 82, 13, 13, 312, 312, 311, 311, 310, 310, 415, 415, 308,
  ])
  /// Rim of the person's left eye, on the right of the picture: 16 lines.
  public static let leftEye = Connection.list([
    263, 249, 249, 390, 390, 373, 373, 374, 374, 380, 380, 381, 381, 382, 382, 362, 263, 466, 466, 388,
    388, 387, 387, 386, 386, 385, 385, 384, 384, 398, 398, 362,
  ])
  /// The person's left eyebrow: 8 lines.
  public static let leftEyebrow = Connection.list([
    276, 283, 283, 282, 282, 295, 295, 285, 300, 293, 293, 334, 334, 296, 296, 336,
  ])
  /// Rim of the person's left iris: 4 lines.
  public static let leftIris = Connection.list([
    474, 475, 475, 476, 476, 477, 477, 474,
  ])
  /// Rim of the person's right eye: 16 lines.
  public static let rightEye = Connection.list([
    33, 7, 7, 163, 163, 144, 144, 145, 145, 153, 153, 154, 154, 155, 155, 133, 33, 246, 246, 161, 161,
    160, 160, 159, 159, 158, 158, 157, 157, 173, 173, 133,
  ])
  /// The person's right eyebrow: 8 lines.
  public static let rightEyebrow = Connection.list([
    46, 53, 53, 52, 52, 65, 65, 55, 70, 63, 63, 105, 105, 66, 66, 107,
  ])
  /// Rim of the person's right iris: 4 lines.
  public static let rightIris = Connection.list([
    469, 470, 470, 471, 471, 472, 472, 469,
  ])
  /// Outline of the face: 36 lines.
  public static let faceOval = Connection.list([
    10, 338, 338, 297, 297, 332, 332, 284, 284, 251, 251, 389, 389, 356, 356, 454, 454, 323, 323, 361,
    361, 288, 288, 397, 397, 365, 365, 379, 379, 378, 378, 400, 400, 377, 377, 152, 152, 148, 148, 176,
    176, 149, 149, 150, 150, 136, 136, 172, 172, 58, 58, 132, 132, 93, 93, 234, 234, 127, 127, 162,
    162, 21, 21, 54, 54, 103, 103, 67, 67, 109, 109, 10,
  ])
  /// Lips, eyes, eyebrows, irises and oval: 132 lines.
  public static let contours = lips + leftEye + leftEyebrow + leftIris + rightEye + rightEyebrow + rightIris + faceOval
  /// The sides of the 852 triangles that cover the face, three by three: 2556 lines.
  public static let tesselation = tesselationTriangles.flatMap { triangle in
    [
      Connection(start: triangle.0, end: triangle.1), Connection(start: triangle.1, end: triangle.2),
      Connection(start: triangle.2, end: triangle.0),
    ]
  }
  /// Lips, contours and tesselation, in which the lips appear twice as in the original: 2728 lines.
  public static let all = lips + contours + tesselation
}
