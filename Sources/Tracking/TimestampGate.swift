package import VisionBase

/// Lets only frames with rising times into a stream. Times are milliseconds; the first may be any number.
package struct TimestampGate: Sendable, Hashable {
  private let policy: TimestampPolicy
  private var last: Int?

  package init(policy: TimestampPolicy) { self.policy = policy }

  /// Largest magnitude of a time, about 146 years: the difference of two times in nanoseconds still fits 64 bits.
  package static let limitMilliseconds: UInt = 4_600_000_000_000

  /// The time to work with, or `nil` if the frame is to be dropped. A refused or dropped frame leaves no trace.
  /// - Throws: `timestampNotIncreasing` under the strict policy.
  /// - Throws: `invalidArgument` for a time beyond ``limitMilliseconds``.
  package mutating func admit(_ timestampMilliseconds: Int) throws(LandmarkError) -> Int? {
    guard timestampMilliseconds.magnitude <= Self.limitMilliseconds else { throw Self.outOfRange(timestampMilliseconds) }
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
      guard last < Int(Self.limitMilliseconds) else { throw Self.outOfRange(last + 1) }
      self.last = last + 1
      return last + 1
    }
  }

  private static func outOfRange(_ timestampMilliseconds: Int) -> LandmarkError {
    LandmarkError(
      .invalidArgument, "A timestamp of \(timestampMilliseconds) ms is out of range: it must be within ±\(limitMilliseconds) ms.",
      remedy: "Pass milliseconds, for instance since the beginning of the stream.")
  }

  /// Forgets the last time.
  package mutating func reset() { last = nil }
}
