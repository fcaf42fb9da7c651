/// Gives every frame a time, also where the film has none.
package struct FilmClock: Sendable {
  private let timeBase: FilmRatio
  /// Units of the time base from one frame to the next, by the container's rate.
  private let usualStep: Int64
  private let start: Int64
  private var last: Int64?
  private var lastStep: Int64?

  /// - Parameters:
  ///   - timeBase: The unit of times, both parts above 0.
  ///   - frameRate: Frames per second if known.
  ///   - start: The film's first instant.
  package init(timeBase: FilmRatio, frameRate: FilmRatio?, start: Int64) {
    self.timeBase = timeBase
    self.start = start
    // Without a rate, 30 frames a second.
    let rate = frameRate.map(\.value) ?? 30
    let step = timeBase.value > 0 && rate > 0 ? (1 / (rate * timeBase.value)).rounded() : 1
    usualStep = Int64(exactly: min(max(step, 1), 1e15)) ?? 1
  }

  /// Times beyond this magnitude are no times: sums of them could overflow.
  private static let limit: Int64 = 1 << 60

  /// - Parameters:
  ///   - time: The film's time for the next frame, if it has one.
  ///   - duration: How long the film shows it, 0 if it is not told.
  package mutating func next(time given: Int64?, duration: Int64) -> (time: Int64, isGuessed: Bool) {
    var time = start
    var isGuessed = true
    if let given, abs(given.clamped) < Self.limit {
      time = given
      isGuessed = false
    } else if let last {
      // No film is long enough to overflow honestly; then time stands still.
      let (sum, overflow) = last.addingReportingOverflow(lastStep ?? usualStep)
      time = overflow ? last : sum
    }
    last = time
    lastStep = duration > 0 && duration < Self.limit / 4 ? duration : nil
    return (time, isGuessed)
  }

  /// Rounded time since the film's first instant.
  package func milliseconds(_ time: Int64) -> Int {
    let scaled = (Double(time) - Double(start)) * timeBase.value * 1000
    return Int(min(max(scaled.rounded(), -9e15), 9e15))
  }

  /// The exact time nearest to milliseconds since the film's first instant.
  package func time(milliseconds: Int) -> Int64 {
    guard timeBase.value > 0 else { return start }
    let scaled = Double(milliseconds) / 1000 / timeBase.value + Double(start)
    return Int64(min(max(scaled.rounded(), -9e15), 9e15))
  }
}

extension Int64 {
  /// Itself, but with a magnitude that exists.
  fileprivate var clamped: Int64 { Swift.max(self, -Int64.max) }
}
