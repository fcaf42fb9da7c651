import Landmarks

/// Indices of a hand's 21 landmarks. CMC, MCP, PIP, DIP and IP are joints from the wrist outwards, TIP is the fingertip.
public enum HandLandmark: UInt, Sendable {
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

extension HandLandmarker {
  /// Wrist and knuckles: 6 lines.
  public class var handPalmConnections: [Connection] { ConnectionLists.handPalm }
  /// Thumb: 3 lines.
  public class var handThumbConnections: [Connection] { ConnectionLists.handThumb }
  /// Index finger: 3 lines.
  public class var handIndexFingerConnections: [Connection] { ConnectionLists.handIndexFinger }
  /// Middle finger: 3 lines.
  public class var handMiddleFingerConnections: [Connection] { ConnectionLists.handMiddleFinger }
  /// Ring finger: 3 lines.
  public class var handRingFingerConnections: [Connection] { ConnectionLists.handRingFinger }
  /// Little finger: 3 lines.
  public class var handPinkyConnections: [Connection] { ConnectionLists.handPinky }
  /// All 21 lines: palm, thumb, then the fingers from index to little finger.
  public class var handConnections: [Connection] { ConnectionLists.hand }
}
