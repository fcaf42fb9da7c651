/// Length of the unit that a motion file counts in. The format has no place to say it.
package enum BVHUnit: Sendable, Hashable {
  case metres
  case centimetres

  var perMetre: Double { self == .metres ? 1 : 100 }
}

/// The motion of one person as a BVH file: a hierarchy of joints with their offsets, then the channels of each step.
package struct BVHFile: Sendable {
  private let skeleton: BodySkeleton
  private let unit: BVHUnit
  private let stepSeconds: Double
  /// Poses are made from them one by one: they take several times the memory.
  private let samples: [BodyPoints]
  /// For each step, the place of its sample.
  private let steps: [Int]
  /// Steps at which the person was not seen and the nearest pose stands instead.
  package let heldSteps: Int

  /// - Parameters:
  ///   - samples: The person's places by the frame of the stream, ascending, at least one.
  ///   - timeline: Which frame stands at each step.
  package init?(samples: [(frame: Int, points: BodyPoints)], timeline: MotionTimeline, unit: BVHUnit) {
    guard !samples.isEmpty else { return nil }
    let skeleton = BodySkeleton(samples.map(\.points))
    self.skeleton = skeleton
    self.unit = unit
    stepSeconds = timeline.stepMilliseconds / 1000
    self.samples = samples.map(\.points)
    var sample = 0
    var held = 0
    steps = timeline.frames.map { frame in
      // The last pose is held through a gap; before the first one, that one stands already.
      while sample + 1 < samples.count, samples[sample + 1].frame <= frame { sample += 1 }
      if samples[sample].frame != frame { held += 1 }
      return sample
    }
    heldSteps = held
  }

  /// Number of steps.
  package var count: Int { steps.count }

  /// Hands the file's text over piece by piece.
  package func write<Failure: Error>(_ emit: (String) throws(Failure) -> Void) throws(Failure) {
    var head = "HIERARCHY\n"
    append(.hips, depth: 0, to: &head)
    head += "MOTION\nFrames: \(steps.count)\nFrame Time: \(Self.decimal(stepSeconds, digits: 8))\n"
    try emit(head)
    var last = [EulerZXY](repeating: EulerZXY(z: 0, x: 0, y: 0), count: BodyJoint.allCases.count)
    var lines = ""
    var written: Int?
    var line = ""
    for step in steps {
      if written != step { line = Self.line(BodyPose(samples[step], skeleton: skeleton), unit: unit, last: &last) }
      written = step
      lines += line
      if lines.utf8.count > 1 << 16 {
        try emit(lines)
        lines = ""
      }
    }
    try emit(lines)
  }

  private func append(_ joint: BodyJoint, depth: Int, to text: inout String) {
    let indent = String(repeating: "  ", count: depth)
    let isRoot = joint.parent == nil
    text += "\(indent)\(isRoot ? "ROOT" : "JOINT") \(joint.name)\n\(indent){\n"
    text += "\(indent)  OFFSET \(numbers(skeleton.offset(joint)))\n"
    let turns = "Zrotation Xrotation Yrotation"
    text += "\(indent)  CHANNELS " + (isRoot ? "6 Xposition Yposition Zposition \(turns)\n" : "3 \(turns)\n")
    for child in BodyJoint.allCases where child.parent == joint { append(child, depth: depth + 1, to: &text) }
    if let end = skeleton.ends[joint] {
      text += "\(indent)  End Site\n\(indent)  {\n\(indent)    OFFSET \(numbers(end))\n\(indent)  }\n"
    }
    text += "\(indent)}\n"
  }

  private func numbers(_ vector: Vector3) -> String { Self.numbers(vector * unit.perMetre) }

  private static func numbers(_ vector: Vector3) -> String {
    [vector.x, vector.y, vector.z].map { decimal($0, digits: 6) }.joined(separator: " ")
  }

  private static func line(_ pose: BodyPose, unit: BVHUnit, last: inout [EulerZXY]) -> String {
    var line = numbers(pose.root * unit.perMetre)
    for (index, turn) in pose.turns.enumerated() {
      let angles = EulerZXY(turn, near: last[index])
      last[index] = angles
      line += " " + numbers(Vector3(angles.z, angles.x, angles.y))
    }
    return line + "\n"
  }

  /// A number with a fixed count of digits after the point, never in powers of ten, which not every reader knows.
  static func decimal(_ value: Double, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    // Bodies are some metres and turns some thousands of degrees: what lies outside was refused as not finite or is wrong.
    let scaled = (min(max(value, -1e9), 1e9) * scale).rounded()
    let magnitude = String(Int(abs(scaled)))
    let filled = String(repeating: "0", count: max(digits + 1 - magnitude.count, 0)) + magnitude
    return "\(scaled < 0 ? "-" : "")\(filled.dropLast(digits)).\(filled.suffix(digits))"
  }
}
