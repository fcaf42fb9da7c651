import Landmarks

/// The native lists as objects, made once each.
///
/// `nonisolated(unsafe)`: `Connection` is a class that may be derived from and therefore not `Sendable`, but these objects are
/// of the class itself and have constants only.
enum ConnectionLists {
  nonisolated(unsafe) static let handPalm = Connection.list(HandConnections.palm)
  nonisolated(unsafe) static let handThumb = Connection.list(HandConnections.thumb)
  nonisolated(unsafe) static let handIndexFinger = Connection.list(HandConnections.indexFinger)
  nonisolated(unsafe) static let handMiddleFinger = Connection.list(HandConnections.middleFinger)
  nonisolated(unsafe) static let handRingFinger = Connection.list(HandConnections.ringFinger)
  nonisolated(unsafe) static let handPinky = Connection.list(HandConnections.pinky)
  nonisolated(unsafe) static let hand = Connection.list(HandConnections.all)

  nonisolated(unsafe) static let lips = Connection.list(FaceConnections.lips)
  nonisolated(unsafe) static let leftEye = Connection.list(FaceConnections.leftEye)
  nonisolated(unsafe) static let leftEyebrow = Connection.list(FaceConnections.leftEyebrow)
  nonisolated(unsafe) static let leftIris = Connection.list(FaceConnections.leftIris)
  nonisolated(unsafe) static let rightEye = Connection.list(FaceConnections.rightEye)
  nonisolated(unsafe) static let rightEyebrow = Connection.list(FaceConnections.rightEyebrow)
  nonisolated(unsafe) static let rightIris = Connection.list(FaceConnections.rightIris)
  nonisolated(unsafe) static let faceOval = Connection.list(FaceConnections.faceOval)
  nonisolated(unsafe) static let contours = Connection.list(FaceConnections.contours)
  nonisolated(unsafe) static let tesselation = Connection.list(FaceConnections.tesselation)
  nonisolated(unsafe) static let face = Connection.list(FaceConnections.all)

  nonisolated(unsafe) static let pose = Connection.list(PoseConnections.all)
}
