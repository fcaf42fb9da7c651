/// Indices of a hand's 21 landmarks. CMC, MCP, PIP, DIP and IP are joints from the wrist outwards, TIP is the fingertip.
public enum HandLandmark: Int, Sendable, Hashable, Codable, CaseIterable {
  /// The wrist.
  case wrist = 0
  /// Thumb, joint at the wrist.
  case thumbCMC
  /// Thumb, knuckle.
  case thumbMCP
  /// Thumb, outer joint.
  case thumbIP
  /// Thumb, tip.
  case thumbTIP
  /// Index finger, knuckle.
  case indexFingerMCP
  /// Index finger, middle joint.
  case indexFingerPIP
  /// Index finger, outer joint.
  case indexFingerDIP
  /// Index finger, tip.
  case indexFingerTIP
  /// Middle finger, knuckle.
  case middleFingerMCP
  /// Middle finger, middle joint.
  case middleFingerPIP
  /// Middle finger, outer joint.
  case middleFingerDIP
  /// Middle finger, tip.
  case middleFingerTIP
  /// Ring finger, knuckle.
  case ringFingerMCP
  /// Ring finger, middle joint.
  case ringFingerPIP
  /// Ring finger, outer joint.
  case ringFingerDIP
  /// Ring finger, tip.
  case ringFingerTIP
  /// Little finger, knuckle.
  case pinkyMCP
  /// Little finger, middle joint.
  case pinkyPIP
  /// Little finger, outer joint.
  case pinkyDIP
  /// Little finger, tip.
  case pinkyTIP
}

/// Lines between a hand's landmarks. Source: MediaPipe, `pipelines.md` section 12.1.
public enum HandConnections {
  /// Wrist and knuckles: 6 lines.
  public static let palm = Connection.list([0, 1, 0, 5, 9, 13, 13, 17, 5, 9, 0, 17])
  /// Thumb: 3 lines.
  public static let thumb = Connection.list([1, 2, 2, 3, 3, 4])
  /// Index finger: 3 lines.
  public static let indexFinger = Connection.list([5, 6, 6, 7, 7, 8])
  /// Middle finger: 3 lines.
  public static let middleFinger = Connection.list([9, 10, 10, 11, 11, 12])
  /// Ring finger: 3 lines.
  public static let ringFinger = Connection.list([13, 14, 14, 15, 15, 16])
  /// Little finger: 3 lines.
  public static let pinky = Connection.list([17, 18, 18, 19, 19, 20])
  /// All 21 lines: palm, thumb, then the fingers from index to little finger.
  public static let all = palm + thumb + indexFinger + middleFinger + ringFinger + pinky
}
