/// Which frame of a stream stands at each step of a motion file, whose steps are all of one length.
package struct MotionTimeline: Sendable, Hashable {
  /// Length of a step.
  package let stepMilliseconds: Double
  /// The place of the stream's frame for each step.
  package let frames: [Int]

  /// Most steps made from frames at uneven times: a wrong time must not ask for a file of any size.
  static let stepLimit = 1_000_000
  /// The step for a stream of one frame.
  static let defaultStepMilliseconds = 33.0

  /// Frames whose distances are all about the usual one are a step each. Else the steps have the usual distance, and each
  /// shows the frame nearest in time.
  ///
  /// - Parameter times: Milliseconds of the stream's frames, each later than the one before.
  /// - Returns: `nil` if even steps would be more than a million.
  package init?(times: [Int]) {
    guard times.count > 1 else {
      stepMilliseconds = Self.defaultStepMilliseconds
      frames = Array(times.indices)
      return
    }
    // As Double: differences of times from a file could overflow an integer.
    let from = Double(times[0])
    let elapsed = times.map { Double($0) - from }
    let total = elapsed[elapsed.count - 1]
    let distances = zip(elapsed.dropFirst(), elapsed).map { max($0 - $1, 1) }
    let usual = distances.sorted()[distances.count / 2]
    // Whole milliseconds make 33, 33, 34 of thirty frames a second; their sum knows the rate better than any of them.
    let counts = distances.map { max(($0 / usual).rounded(), 1) }
    let step = max(total / counts.reduce(0, +), 1)
    stepMilliseconds = step
    if counts.allSatisfy({ $0 == 1 }), elapsed.enumerated().allSatisfy({ abs($0.element - Double($0.offset) * step) <= step / 2 })
    {
      frames = Array(times.indices)
      return
    }
    guard total / step < Double(Self.stepLimit) else { return nil }
    var nearest = 0
    frames = (0...Int((total / step).rounded())).map { index in
      let time = Double(index) * step
      while nearest + 1 < elapsed.count, abs(elapsed[nearest + 1] - time) <= abs(elapsed[nearest] - time) { nearest += 1 }
      return nearest
    }
  }
}
