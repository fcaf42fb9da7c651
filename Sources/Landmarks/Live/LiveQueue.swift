/// What lies between the producer, the worker and the consumer of a live stream: at most one waiting frame, one result
/// and a few reports of drops.
final class LiveQueue<Result: Sendable>: Sendable {
  /// Reports that may wait for a slow consumer before no new frame is begun. Reports of the same reason are one; a stream
  /// whose frames fail in turn for one reason and another would pile them up without this.
  private static var reportLimit: Int { 8 }

  private struct State {
    var waiting: StreamFrame?
    var events: [StreamEvent<Result>] = []
    /// Results among the events; while there is one, no new frame is begun.
    var pendingResults = 0
    var isInWork = false
    var hasEnded = false
    var frameWaiter: CheckedContinuation<StreamFrame?, Never>?
    var eventWaiter: CheckedContinuation<StreamEvent<Result>?, Never>?
  }

  private let state = Guarded(State())

  /// Takes a frame from the producer; returns at once.
  func submit(_ frame: StreamFrame) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      if let old = state.waiting { Self.append(old.timestampInMilliseconds, .newerFrame, to: &state) }
      state.waiting = frame
      Self.serve(&state)
    }
  }

  /// No more frames will come.
  func finish() {
    state.withLock { state in
      state.hasEnded = true
      Self.serve(&state)
    }
  }

  /// Nobody listens any more.
  func cancel() {
    state.withLock { state in
      state.hasEnded = true
      state.waiting = nil
      state.events = []
      state.pendingResults = 0
      Self.serve(&state)
    }
  }

  /// The next frame to work on; `nil` when there will be none.
  func nextFrame() async -> StreamFrame? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.isInWork = false
        state.frameWaiter = continuation
        Self.serve(&state)
      }
    }
  }

  /// Ends the frame in work with a result.
  func answer(with result: Result) {
    state.withLock { state in
      state.events.append(.result(result))
      state.pendingResults += 1
      Self.serve(&state)
    }
  }

  /// Ends the frame in work without a result.
  func answer(_ frame: StreamFrame, droppedBecause reason: DropReason) {
    state.withLock { state in
      Self.append(frame.timestampInMilliseconds, reason, to: &state)
      Self.serve(&state)
    }
  }

  /// The next event; `nil` when there will be none.
  func nextEvent() async -> StreamEvent<Result>? {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        // A second consumer would wait for events that the first one takes: it is told that there are none.
        if let other = state.eventWaiter { other.resume(returning: nil) }
        state.eventWaiter = continuation
        Self.serve(&state)
      }
    }
  }

  /// Adds a dropped frame, to the report before if that has the same reason and nobody has taken it yet.
  private static func append(_ timestamp: Int, _ reason: DropReason, to state: inout State) {
    if case .dropped(var report)? = state.events.last, report.reason == reason {
      report.lastTimestampInMilliseconds = timestamp
      report.count += 1
      state.events[state.events.count - 1] = .dropped(report)
    } else {
      state.events.append(
        .dropped(
          DroppedFrames(
            firstTimestampInMilliseconds: timestamp, lastTimestampInMilliseconds: timestamp, count: 1, reason: reason)))
    }
  }

  /// Wakes whoever waits for what is there now.
  private static func serve(_ state: inout State) {
    if let waiter = state.eventWaiter, !state.events.isEmpty {
      let event = state.events.removeFirst()
      if case .result = event { state.pendingResults -= 1 }
      state.eventWaiter = nil
      waiter.resume(returning: event)
    }
    if let waiter = state.frameWaiter {
      if let frame = state.waiting, state.pendingResults == 0, state.events.count < Self.reportLimit {
        state.waiting = nil
        state.frameWaiter = nil
        state.isInWork = true
        waiter.resume(returning: frame)
      } else if state.hasEnded, state.waiting == nil {
        state.frameWaiter = nil
        waiter.resume(returning: nil)
      }
    }
    if let waiter = state.eventWaiter, state.events.isEmpty, state.hasEnded, state.waiting == nil, !state.isInWork {
      state.eventWaiter = nil
      waiter.resume(returning: nil)
    }
  }
}
