/// Which frames of a film are looked at: a part of it, every n-th, or no more than so many a second.
public struct FrameSelection: Sendable, Hashable {
  /// The first instant that counts, milliseconds since the film's beginning, at least 0.
  public var startInMilliseconds: Int
  /// Frames from this instant on are left out; `nil`: to the end.
  public var endInMilliseconds: Int?
  /// Takes the first frame of every so many, at least 1.
  public var every: Int
  /// Most frames a second, above 0; `nil`: as many as there are.
  public var maximumRate: Double?

  /// Makes a selection; the defaults take every frame.
  public init(startInMilliseconds: Int = 0, endInMilliseconds: Int? = nil, every: Int = 1, maximumRate: Double? = nil) {
    self.startInMilliseconds = startInMilliseconds
    self.endInMilliseconds = endInMilliseconds
    self.every = every
    self.maximumRate = maximumRate
  }

  /// Whether every frame between start and end is taken.
  public var takesEveryFrame: Bool { every == 1 && maximumRate == nil }
}

/// Goes through frames in their order and says which are taken.
public struct FrameSelector: Sendable {
  /// What becomes of a frame.
  public enum Verdict: Sendable, Hashable {
    /// It is looked at.
    case take
    /// It is passed over as the selection asks for.
    case pass
    /// It and all after it lie behind the end.
    case stop
  }

  private let selection: FrameSelection
  /// The next point of the grid that a frame is taken for.
  private var nextSlot = 0.0

  /// Begins with the first frame.
  public init(_ selection: FrameSelection) { self.selection = selection }

  /// - Parameters:
  ///   - index: The frame's place among those from the start on, from 0.
  ///   - timestamp: Its time in milliseconds since the film's beginning.
  public mutating func judge(index: Int, timestampInMilliseconds timestamp: Int) -> Verdict {
    if timestamp < selection.startInMilliseconds { return .pass }
    if let end = selection.endInMilliseconds, timestamp >= end { return .stop }
    if selection.every > 1, !index.isMultiple(of: selection.every) { return .pass }
    guard let rate = selection.maximumRate, rate > 0 else { return .take }
    // One frame per slot of a fixed grid, so that the mean rate is met. Rounded times lie up to 0.5 ms beside the true
    // ones: a frame that close to its slot is in time.
    let slot = (Double(timestamp - selection.startInMilliseconds) + 0.5) * rate / 1000
    guard slot >= nextSlot else { return .pass }
    nextSlot = slot.rounded(.down) + 1
    return .take
  }
}
