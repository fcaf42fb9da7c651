/// How a task follows its subjects from frame to frame. Single pictures do not depend on it.
public struct StreamOptions: Sendable, Hashable, Codable {
  /// What happens to a frame that is not later than the one before.
  public var timestampPolicy: TimestampPolicy
  /// How landmarks are steadied.
  public var smoothing: Smoothing
  /// Whether a hand's side is averaged over its track; the value of the single frame is then in `rawHandedness`.
  public var smoothsHandedness: Bool
  /// While some subjects but fewer than the limit are in view, the detector runs on every n-th frame, at least 1. The
  /// original's is 1; a larger one is faster and finds newcomers later.
  public var redetectionPeriod: Int

  /// Makes options; the defaults are what the original does.
  public init(
    timestampPolicy: TimestampPolicy = .strict, smoothing: Smoothing = .mediaPipe, smoothsHandedness: Bool = false,
    redetectionPeriod: Int = 1
  ) {
    self.timestampPolicy = timestampPolicy
    self.smoothing = smoothing
    self.smoothsHandedness = smoothsHandedness
    self.redetectionPeriod = redetectionPeriod
  }
}
