import Dispatch
import Foundation
import Landmarks
import VisionBase

/// The frames of a camera on their way through a task: one in work, one waiting. A newer frame takes the waiting one's place,
/// which then never has a result. Source: MediaPipe, `pipelines.md` section 7.4.
///
/// Memory is bounded however slow the receiver is: at most one result is being received, one is ready behind it, and one
/// frame waits.
final class LiveStream<Output: Sendable>: Sendable {
  /// A picture that was copied out of the caller's buffer, which the camera may use again when the call has returned.
  struct Frame: Sendable {
    let image: Image
    let processing: ImageProcessingOptions
    let timestampInMilliseconds: Int
  }

  private struct State: Sendable {
    var lastTimestamp: Int?
    var isWorking = false
    var waiting: Frame?
  }

  private let state = Guarded(State())
  private let work: DispatchQueue
  private let callbacks: DispatchQueue
  /// Free while no result is being received.
  private let receiverIsFree = DispatchSemaphore(value: 0)
  private let process: @Sendable (Frame) throws -> Output
  private let isWanted: @Sendable () -> Bool
  private let receive: @Sendable (Result<Output, any Error>, Int) -> Void

  /// - Parameters:
  ///   - taskName: Begins with a small letter, for the label of the queue.
  ///   - process: Computes a result; called from one thread at a time, in order of time.
  ///   - isWanted: Whether somebody is left to receive results; frames are not computed otherwise.
  ///   - receive: Takes a result with its time; called on a private serial queue, in order of time.
  init(
    taskName: String, process: @escaping @Sendable (Frame) throws -> Output, isWanted: @escaping @Sendable () -> Bool,
    receive: @escaping @Sendable (Result<Output, any Error>, Int) -> Void
  ) {
    let label = "com.mediapipe.tasks.vision.\(taskName)_\(UUID().uuidString)"
    callbacks = DispatchQueue(label: label)
    work = DispatchQueue(label: label + ".work", qos: .userInitiated)
    self.process = process
    self.isWanted = isWanted
    self.receive = receive
    // Signalled once here and not made with 1: a semaphore may not be freed with a smaller value than it was made with.
    receiverIsFree.signal()
  }

  /// Label of the queue that results are received on.
  var callbackQueueLabel: String { callbacks.label }

  /// Takes a frame and returns at once.
  ///
  /// - Throws: If the frame is not later than the one before; that one counts even if it was dropped.
  func submit(_ frame: Frame) throws {
    let mustStart = try state.withLock { (state) throws(NSError) -> Bool in
      if let last = state.lastTimestamp, frame.timestampInMilliseconds <= last { throw TaskFailure.timestampNotIncreasing }
      state.lastTimestamp = frame.timestampInMilliseconds
      guard !state.isWorking else {
        state.waiting = frame
        return false
      }
      state.isWorking = true
      return true
    }
    if mustStart { work.async { self.workOff(from: frame) } }
  }

  /// Computes `first` and whatever waits afterwards.
  private func workOff(from first: Frame) {
    var next: Frame? = first
    while let frame = next {
      if isWanted() {
        let result = Result { try process(frame) }
        receiverIsFree.wait()
        callbacks.async {
          self.receive(result, frame.timestampInMilliseconds)
          self.receiverIsFree.signal()
        }
      }
      next = state.withLock { state in
        let waiting = state.waiting
        state.waiting = nil
        state.isWorking = waiting != nil
        return waiting
      }
    }
  }
}

/// The task and its delegate as a live stream sees them: neither is kept alive by it.
final class LiveReceiver<Task: AnyObject>: @unchecked Sendable {
  // Sendable because the references are set before the first frame can come and never changed afterwards; reading a weak
  // reference is safe from any thread.
  private weak var task: Task?
  private weak var delegate: AnyObject?

  /// Called once, at the end of the task's initializer.
  func attach(task: Task, delegate: AnyObject?) {
    self.task = task
    self.delegate = delegate
  }

  var isThere: Bool { task != nil && delegate != nil }

  /// Calls `body` if both are still there.
  func withBoth<Receiver>(as: Receiver.Type, _ body: (Task, Receiver) -> Void) {
    guard let task, let delegate = delegate as? Receiver else { return }
    body(task, delegate)
  }
}
