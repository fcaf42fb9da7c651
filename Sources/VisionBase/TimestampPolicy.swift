/// What a stream does with a frame whose time is not later than that of the frame before.
public enum TimestampPolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// The call throws `timestampNotIncreasing`; the next frame with a good time works.
  case strict
  /// The frame is dropped and reported as dropped.
  case drop
  /// The frame is taken as one millisecond later than the one before.
  case adjust
}
