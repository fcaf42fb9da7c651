package import Landmarks
package import VisionBase

/// The places of a body in one frame, in metres: x to the right of the picture, which is the left of a person who faces
/// the camera, y up, z towards the camera.
package struct BodyPoints: Sendable {
  /// As the model gave them: half the memory of wider numbers, and a film has many frames.
  private let landmarks: [SIMD3<Float>]

  /// - Parameter landmarks: The 33 world landmarks of a person.
  /// - Returns: `nil` for another number of them, or one that is not finite.
  package init?(_ landmarks: [WorldLandmark]) {
    guard landmarks.count == PoseLandmark.allCases.count else { return nil }
    guard landmarks.allSatisfy({ $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }) else { return nil }
    self.landmarks = landmarks.map { SIMD3($0.x, $0.y, $0.z) }
  }

  package subscript(landmark: PoseLandmark) -> Vector3 {
    let place = landmarks[landmark.rawValue]
    // World landmarks point right, down and away: half a turn about x brings them to the axes of motion files.
    return Vector3(Double(place.x), -Double(place.y), -Double(place.z))
  }

  private func middle(_ a: PoseLandmark, _ b: PoseLandmark) -> Vector3 { (self[a] + self[b]) / 2 }

  package var hips: Vector3 { middle(.leftHip, .rightHip) }
  package var shoulders: Vector3 { middle(.leftShoulder, .rightShoulder) }
  package var ears: Vector3 { middle(.leftEar, .rightEar) }

  package func knuckles(_ side: BodySide) -> Vector3 { middle(side.index, side.pinky) }
}

/// One half of the body: its landmarks and its joints.
package enum BodySide: Sendable, CaseIterable {
  case left
  case right

  /// Where this half lies in the rest pose: 1 at positive x, −1 at negative x.
  var sign: Double { self == .left ? 1 : -1 }

  private func choose<Item>(_ left: Item, _ right: Item) -> Item { self == .left ? left : right }

  var shoulder: PoseLandmark { choose(.leftShoulder, .rightShoulder) }
  var elbow: PoseLandmark { choose(.leftElbow, .rightElbow) }
  var wrist: PoseLandmark { choose(.leftWrist, .rightWrist) }
  var index: PoseLandmark { choose(.leftIndex, .rightIndex) }
  var pinky: PoseLandmark { choose(.leftPinky, .rightPinky) }
  var hip: PoseLandmark { choose(.leftHip, .rightHip) }
  var knee: PoseLandmark { choose(.leftKnee, .rightKnee) }
  var ankle: PoseLandmark { choose(.leftAnkle, .rightAnkle) }
  var heel: PoseLandmark { choose(.leftHeel, .rightHeel) }
  var toe: PoseLandmark { choose(.leftFootIndex, .rightFootIndex) }

  var arm: BodyJoint { choose(.leftArm, .rightArm) }
  var forearm: BodyJoint { choose(.leftForeArm, .rightForeArm) }
  var hand: BodyJoint { choose(.leftHand, .rightHand) }
  var thigh: BodyJoint { choose(.leftUpLeg, .rightUpLeg) }
  var shin: BodyJoint { choose(.leftLeg, .rightLeg) }
  var foot: BodyJoint { choose(.leftFoot, .rightFoot) }
}

/// The joints of the skeleton in the order of the file: parents before their children.
package enum BodyJoint: Int, Sendable, CaseIterable {
  case hips, spine, chest, neck, head
  case leftArm, leftForeArm, leftHand
  case rightArm, rightForeArm, rightHand
  case leftUpLeg, leftLeg, leftFoot
  case rightUpLeg, rightLeg, rightFoot

  /// The name in the file. "Left" and "Right" in front are what Blender's mirror functions look for.
  package var name: String {
    switch self {
    case .hips: "Hips"
    case .spine: "Spine"
    case .chest: "Chest"
    case .neck: "Neck"
    case .head: "Head"
    case .leftArm: "LeftArm"
    case .leftForeArm: "LeftForeArm"
    case .leftHand: "LeftHand"
    case .rightArm: "RightArm"
    case .rightForeArm: "RightForeArm"
    case .rightHand: "RightHand"
    case .leftUpLeg: "LeftUpLeg"
    case .leftLeg: "LeftLeg"
    case .leftFoot: "LeftFoot"
    case .rightUpLeg: "RightUpLeg"
    case .rightLeg: "RightLeg"
    case .rightFoot: "RightFoot"
    }
  }

  /// The joint it hangs on; `nil` for the root.
  package var parent: BodyJoint? {
    switch self {
    case .hips: nil
    case .spine, .leftUpLeg, .rightUpLeg: .hips
    case .chest: .spine
    case .neck, .leftArm, .rightArm: .chest
    case .head: .neck
    case .leftForeArm: .leftArm
    case .leftHand: .leftForeArm
    case .rightForeArm: .rightArm
    case .rightHand: .rightForeArm
    case .leftLeg: .leftUpLeg
    case .leftFoot: .leftLeg
    case .rightLeg: .rightUpLeg
    case .rightFoot: .rightLeg
    }
  }
}
