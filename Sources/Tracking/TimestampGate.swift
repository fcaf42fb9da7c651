package import VisionBase

/// Lets only frames with rising times into a stream. Times are milliseconds; the first may be any number.
package struct TimestampGate: Sendable, Hashable {
  private let policy: TimestampPolicy
  private var last: Int?

  package init(policy: TimestampPolicy) { self.policy = policy }

  /// The time to work with, or `nil` if the frame is to be dropped. A refused or dropped frame leaves no trace.
  /// - Throws: `timestampNotIncreasing` under the strict policy.
  package mutating func admit(_ timestampMilliseconds: Int) throws(LandmarkError) -> Int? {
    guard let last, timestampMilliseconds <= last else {
      last = timestampMilliseconds
      return timestampMilliseconds
    }
    switch policy {
    case .strict:
      throw LandmarkError(
        .timestampNotIncreasing,
        "Input timestamp must be monotonically increasing: \(timestampMilliseconds) ms after \(last) ms.",
        remedy: "Pass times in milliseconds that grow from frame to frame, or choose another timestamp policy.")
    case .drop: return nil
    case .adjust:
      self.last = last + 1
      return last + 1
    }
  }

  /// Forgets the last time.
  package mutating func reset() { last = nil }
}
