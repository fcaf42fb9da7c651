import Landmarks

/// The bones of one person: rigid, as long as they are in the median of the frames.
///
/// The rest pose, with all turns zero, is a T: upright, facing positive z, the left arm along positive x, palms down.
package struct BodySkeleton: Sendable, Hashable {
  /// Where each joint lies as seen from its parent in the rest pose, metres; the root's is zero.
  package private(set) var offsets: [Vector3]
  /// Where the bone of a joint without children ends, as seen from the joint.
  package private(set) var ends: [BodyJoint: Vector3]

  /// The joint at the bottom of the spine has no landmark: it lies this far up from the hips to the shoulders.
  private static let spineShare = 0.2
  /// The joint at the bottom of the neck has no landmark: it lies this far up from the shoulders to the ears.
  private static let neckShare = 0.3

  /// - Parameter frames: The person's frames, in any number. Without any, all bones are of length zero.
  package init(_ frames: [BodyPoints]) {
    func median(_ distance: (BodyPoints) -> Double) -> Double {
      let sorted = frames.map(distance).sorted()
      guard !sorted.isEmpty else { return 0 }
      return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
    func length(_ a: PoseLandmark, _ b: PoseLandmark) -> Double { median { ($0[a] - $0[b]).length } }

    let torso = median { ($0.shoulders - $0.hips).length }
    let nape = median { ($0.ears - $0.shoulders).length }
    var offsets = [Vector3](repeating: Vector3(), count: BodyJoint.allCases.count)
    var ends: [BodyJoint: Vector3] = [:]
    func set(_ joint: BodyJoint, _ x: Double, _ y: Double, _ z: Double) { offsets[joint.rawValue] = Vector3(x, y, z) }
    set(.spine, 0, torso * Self.spineShare, 0)
    set(.chest, 0, torso * (1 - Self.spineShare), 0)
    set(.neck, 0, nape * Self.neckShare, 0)
    set(.head, 0, nape * (1 - Self.neckShare), 0)
    // The top of the head has no landmark; this is about where it is.
    ends[.head] = Vector3(0, median { ($0[.nose] - $0.ears).length }, 0)
    for side in BodySide.allCases {
      let out = side.sign
      set(side.arm, out * length(.leftShoulder, .rightShoulder) / 2, 0, 0)
      set(side.forearm, out * length(side.shoulder, side.elbow), 0, 0)
      set(side.hand, out * length(side.elbow, side.wrist), 0, 0)
      ends[side.hand] = Vector3(out * median { ($0.knuckles(side) - $0[side.wrist]).length }, 0, 0)
      set(side.thigh, out * length(.leftHip, .rightHip) / 2, 0, 0)
      set(side.shin, 0, -length(side.hip, side.knee), 0)
      set(side.foot, 0, -length(side.knee, side.ankle), 0)
      ends[side.foot] = Self.toe(
        ankleToToe: length(side.ankle, side.toe), ankleToHeel: length(side.ankle, side.heel),
        heelToToe: length(side.heel, side.toe))
    }
    self.offsets = offsets
    self.ends = ends
  }

  package func offset(_ joint: BodyJoint) -> Vector3 { offsets[joint.rawValue] }

  /// The tip of the foot seen from the ankle, with the sole, from heel to toe, level and to the front.
  private static func toe(ankleToToe: Double, ankleToHeel: Double, heelToToe: Double) -> Vector3 {
    guard heelToToe > 1e-6, ankleToToe > 1e-6 else { return Vector3(0, 0, ankleToToe) }
    // The triangle's angle at the toe, by the law of cosines.
    let cosine =
      (ankleToToe * ankleToToe + heelToToe * heelToToe - ankleToHeel * ankleToHeel) / (2 * ankleToToe * heelToToe)
    let forward = ankleToToe * min(max(cosine, -1), 1)
    return Vector3(0, -(ankleToToe * ankleToToe - forward * forward).squareRoot(), forward)
  }

  /// Where joints and ends of bones lie when the joints are turned.
  ///
  /// - Parameters:
  ///   - root: The place of the hips.
  ///   - turns: The turn of each joint against its parent, in the order of ``BodyJoint``.
  package func places(root: Vector3, turns: [Rotation]) -> (joints: [Vector3], ends: [BodyJoint: Vector3]) {
    var joints: [Vector3] = []
    var globals: [Rotation] = []
    for joint in BodyJoint.allCases {
      guard let parent = joint.parent?.rawValue else {
        joints.append(root)
        globals.append(turns[joint.rawValue])
        continue
      }
      joints.append(joints[parent] + globals[parent](offset(joint)))
      globals.append(globals[parent].after(turns[joint.rawValue]))
    }
    var tips: [BodyJoint: Vector3] = [:]
    for (joint, end) in ends { tips[joint] = joints[joint.rawValue] + globals[joint.rawValue](end) }
    return (joints, tips)
  }
}
