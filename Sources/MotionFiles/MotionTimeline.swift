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

  /// If no frame is further from an even row than half a step, every frame is a step. Else the row has the usual distance
  /// of the frames, and every step shows the frame nearest in time.
  ///
  /// - Parameter times: Milliseconds of the stream's frames, each later than the one before.
  /// - Returns: `nil` if an even row would need more than a million steps.
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
    let mean = total / Double(times.count - 1)
    if elapsed.enumerated().allSatisfy({ abs($0.element - Double($0.offset) * mean) <= mean / 2 }) {
      stepMilliseconds = mean
      frames = Array(times.indices)
      return
    }
    let step = Self.usualStep(elapsed)
    guard total / step < Double(Self.stepLimit) else { return nil }
    stepMilliseconds = step
    var nearest = 0
    frames = (0...Int((total / step).rounded())).map { index in
      let time = Double(index) * step
      while nearest + 1 < elapsed.count, abs(elapsed[nearest + 1] - time) <= abs(elapsed[nearest] - time) { nearest += 1 }
      return nearest
    }
  }

  /// The mean of the distances near the median: whole milliseconds make 33, 33, 34 of thirty frames a second.
  private static func usualStep(_ elapsed: [Double]) -> Double {
    let steps = zip(elapsed.dropFirst(), elapsed).map { $0 - $1 }.sorted()
    let median = steps[steps.count / 2]
    let usual = steps.filter { abs($0 - median) <= max(median / 10, 1) }
    return max(usual.reduce(0, +) / Double(usual.count), 1)
  }
}
