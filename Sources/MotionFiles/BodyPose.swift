import Landmarks

/// How the joints of a skeleton are turned in one frame.
///
/// Every bone points exactly where the landmarks say. The turn about a bone's own axis is not in its two ends; it comes
/// from the bend of the knee or elbow, from heel, knuckles, ears and nose, and where these say nothing from the joint above.
package struct BodyPose: Sendable {
  /// The place of the hips, metres. World landmarks have it near zero: they do not say where a person goes.
  package let root: Vector3
  /// The turn of each joint against its parent, in the order of ``BodyJoint``.
  package private(set) var turns: [Rotation]

  package init(_ points: BodyPoints, skeleton: BodySkeleton) {
    var solver = PoseSolver(points: points, skeleton: skeleton)
    solver.solve()
    root = points.hips
    turns = BodyJoint.allCases.map { joint in
      let own = solver.globals[joint.rawValue]
      return joint.parent.map { solver.globals[$0.rawValue].inverse.after(own) } ?? own
    }
  }
}

/// Finds each joint's turn against the world, parents first.
private struct PoseSolver {
  let points: BodyPoints
  let skeleton: BodySkeleton
  var globals = [Rotation](repeating: .none, count: BodyJoint.allCases.count)

  private static let across = Vector3(1, 0, 0)
  private static let up = Vector3(0, 1, 0)
  private static let front = Vector3(0, 0, 1)

  init(points: BodyPoints, skeleton: BodySkeleton) {
    self.points = points
    self.skeleton = skeleton
  }

  mutating func solve() {
    let hipLine = points[.leftHip] - points[.rightHip]
    let shoulderLine = points[.leftShoulder] - points[.rightShoulder]
    let earLine = points[.leftEar] - points[.rightEar]
    turn(.hips, Self.across, to: hipLine, Self.up, to: points.shoulders - points.hips)
    let spine = points.hips + global(.hips)(skeleton.offset(.spine))
    // The spine's own twist is half way between hips and shoulders.
    turn(.spine, Self.up, to: points.shoulders - spine, Self.across, to: mean(hipLine, shoulderLine))
    turn(.chest, Self.across, to: shoulderLine, Self.up, to: points.shoulders - spine)
    let neck = points.shoulders + global(.chest)(skeleton.offset(.neck))
    turn(.neck, Self.up, to: points.ears - neck, Self.across, to: mean(shoulderLine, earLine))
    turn(.head, Self.across, to: earLine, Self.front, to: points[.nose] - points.ears)
    for side in BodySide.allCases {
      solveArm(side)
      solveLeg(side)
    }
  }

  private mutating func solveArm(_ side: BodySide) {
    let out = Self.across * side.sign
    let upper = points[side.elbow] - points[side.shoulder]
    let lower = points[side.wrist] - points[side.elbow]
    // In the rest pose the palm looks down and the elbow bends to the front: about −y on the left, +y on the right.
    let hinge = hinge(of: side.arm, out, to: upper, lower, axis: -Self.up * side.sign, opposite: -0.9 ... -0.5)
    turn(side.arm, out, to: upper, -Self.up * side.sign, to: hinge)
    turn(side.forearm, out, to: lower, -Self.up * side.sign, to: hinge)
    turn(
      side.hand, out, to: points.knuckles(side) - points[side.wrist], Self.front, to: points[side.index] - points[side.pinky])
  }

  private mutating func solveLeg(_ side: BodySide) {
    let down = -Self.up
    let upper = points[side.knee] - points[side.hip]
    let lower = points[side.ankle] - points[side.knee]
    // A knee bends to the back, about +x; what seems to bend the other way is noise of a straight leg.
    let hinge = hinge(of: side.thigh, down, to: upper, lower, axis: Self.across, opposite: 0...0.4)
    turn(side.thigh, down, to: upper, Self.across, to: hinge)
    turn(side.shin, down, to: lower, Self.across, to: hinge)
    let ankle = points[side.ankle]
    let sole = (points[side.toe] - ankle).cross(points[side.heel] - ankle)
    turn(side.foot, skeleton.ends[side.foot] ?? Self.front, to: points[side.toe] - ankle, Self.across, to: sole)
  }

  /// The axis that an elbow or knee bends about.
  ///
  /// The straighter the limb, the less its bend says; then the axis is the one carried along by the joint above. So it is
  /// where the bend contradicts that axis more than the limb can turn.
  ///
  /// - Parameter opposite: Cosine between both axes at which the bend begins to count, and from which it counts fully.
  private func hinge(
    of joint: BodyJoint, _ rest: Vector3, to upper: Vector3, _ lower: Vector3, axis: Vector3, opposite: ClosedRange<Double>
  ) -> Vector3 {
    let carried = carriedTurn(of: joint, rest, to: upper)(axis)
    guard let a = upper.direction, let b = lower.direction else { return carried }
    let bend = a.cross(b)
    guard let normal = bend.direction else { return carried }
    // Sines: from 6 to 20 degrees of bend the axis goes over from one to the other.
    let weight = Self.ramp(bend.length, 0.1...0.35) * Self.ramp(normal.dot(carried), opposite)
    return normal * weight + carried * (1 - weight)
  }

  /// The turn of a joint that its parent carries along, with the least additional turn that lets its bone point right.
  private func carriedTurn(of joint: BodyJoint, _ rest: Vector3, to target: Vector3) -> Rotation {
    let parent = joint.parent.map(global) ?? .none
    return Rotation(turning: parent(rest), to: target)?.after(parent) ?? parent
  }

  private mutating func turn(
    _ joint: BodyJoint, _ primary: Vector3, to target: Vector3, _ secondary: Vector3, to hint: Vector3
  ) {
    globals[joint.rawValue] =
      Rotation(taking: (primary, secondary), to: (target, hint)) ?? carriedTurn(of: joint, primary, to: target)
  }

  private func global(_ joint: BodyJoint) -> Rotation { globals[joint.rawValue] }

  private func mean(_ a: Vector3, _ b: Vector3) -> Vector3 { (a.direction ?? Vector3()) + (b.direction ?? Vector3()) }

  /// 0 below the range, 1 above it, smooth between.
  private static func ramp(_ value: Double, _ range: ClosedRange<Double>) -> Double {
    let share = min(max((value - range.lowerBound) / (range.upperBound - range.lowerBound), 0), 1)
    return share * share * (3 - 2 * share)
  }
}
