/// A reader of BVH files that knows nothing of the writer: any hierarchy, any order of channels.
package struct BVHReader: Sendable {
  package struct Joint: Sendable {
    package var name: String
    package var parent: Int?
    package var offset: SIMD3<Double>
    package var channels: [String] = []
    package var end: SIMD3<Double>?
  }

  package struct Malformed: Error { package var reason: String }

  package private(set) var joints: [Joint] = []
  package private(set) var frameTime = 0.0
  /// One value per channel for each frame.
  package private(set) var frames: [[Double]] = []

  package init(_ text: String) throws(Malformed) {
    var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
    func expect(_ wanted: String) throws(Malformed) {
      let word = words.popFirst()
      guard word == wanted else { throw Malformed(reason: "\(wanted) expected, not \(word ?? "the end")") }
    }
    func number() throws(Malformed) -> Double {
      guard let word = words.popFirst(), let value = Double(word), value.isFinite else {
        throw Malformed(reason: "a number expected")
      }
      return value
    }
    func vector() throws(Malformed) -> SIMD3<Double> { SIMD3(try number(), try number(), try number()) }

    try expect("HIERARCHY")
    var open: [Int] = []
    reading: while let word = words.popFirst() {
      switch word {
      case "ROOT", "JOINT":
        guard let name = words.popFirst() else { throw Malformed(reason: "a name expected") }
        try expect("{")
        try expect("OFFSET")
        joints.append(Joint(name: name, parent: open.last, offset: try vector()))
        open.append(joints.count - 1)
        try expect("CHANNELS")
        for _ in 0..<Int(try number()) { joints[joints.count - 1].channels.append(words.popFirst() ?? "") }
      case "End":
        try expect("Site")
        try expect("{")
        try expect("OFFSET")
        guard let last = open.last else { throw Malformed(reason: "an end without a joint") }
        joints[last].end = try vector()
        try expect("}")
      case "}":
        guard open.popLast() != nil else { throw Malformed(reason: "a brace too many") }
      case "MOTION": break reading
      default: throw Malformed(reason: "\(word) is not known")
      }
    }
    guard open.isEmpty else { throw Malformed(reason: "a brace is missing") }
    try expect("Frames:")
    let count = Int(try number())
    try expect("Frame")
    try expect("Time:")
    frameTime = try number()
    let width = joints.map(\.channels.count).reduce(0, +)
    for _ in 0..<count {
      var values: [Double] = []
      for _ in 0..<width { values.append(try number()) }
      frames.append(values)
    }
    guard words.isEmpty else { throw Malformed(reason: "\(words.count) words after the last frame") }
  }

  package func index(of name: String) -> Int? { joints.firstIndex { $0.name == name } }

  /// Where all joints, and the ends of bones under the names of their joints, lie in a frame.
  package func places(
    frame: Int, cosineAndSine: (Double) -> (Double, Double)
  ) -> (joints: [String: SIMD3<Double>], ends: [String: SIMD3<Double>]) {
    typealias Columns = [SIMD3<Double>]
    let axes: Columns = [SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)]
    func times(_ matrix: Columns, _ v: SIMD3<Double>) -> SIMD3<Double> { matrix[0] * v.x + matrix[1] * v.y + matrix[2] * v.z }
    var values = frames[frame][...]
    var places: [SIMD3<Double>] = []
    var turns: [Columns] = []
    var named: [String: SIMD3<Double>] = [:]
    var ends: [String: SIMD3<Double>] = [:]
    for joint in joints {
      var shift = SIMD3<Double>()
      var turn = joint.parent.map { turns[$0] } ?? axes
      for channel in joint.channels {
        let value = values.popFirst() ?? 0
        let axis = ["X", "Y", "Z"].firstIndex(of: String(channel.prefix(1))) ?? 0
        if channel.hasSuffix("position") {
          shift[axis] = value
        } else {
          // A turn by the right-hand rule: the two other axes go over into each other.
          let (cosine, sine) = cosineAndSine(value)
          var local = axes
          let (a, b) = ((axis + 1) % 3, (axis + 2) % 3)
          local[a] = axes[a] * cosine + axes[b] * sine
          local[b] = axes[b] * cosine - axes[a] * sine
          turn = local.map { times(turn, $0) }
        }
      }
      let parentTurn = joint.parent.map { turns[$0] } ?? axes
      let place = (joint.parent.map { places[$0] } ?? SIMD3()) + times(parentTurn, joint.offset) + shift
      places.append(place)
      turns.append(turn)
      named[joint.name] = place
      if let end = joint.end { ends[joint.name] = place + times(turn, end) }
    }
    return (named, ends)
  }
}
