/// The events of a live stream. One consumer iterates over it, once.
///
/// Results come in the order of their times, and so do reports of drops. A drop is reported when it happens: the frame in
/// work, which is older, may be answered after it.
///
/// One frame is in work and one waits; a newer frame takes the place of the waiting one, which is then reported as
/// dropped. Work on the next frame begins when the last result was taken, so a slow consumer loses frames (openly), but
/// never stops the producer and never piles up memory. Iteration ends when the frames have ended and every one of them
/// was answered. Work ends when the iterator is released or its task is cancelled.
public struct LiveStream<Result: Sendable>: AsyncSequence, Sendable {
  /// What became of a frame, or of several dropped ones.
  public typealias Element = StreamEvent<Result>

  private let worker: LiveWorker<Result>

  /// Starts to take frames and to work on them.
  init<Frames: AsyncSequence & Sendable>(
    of frames: Frames, process: @escaping @Sendable (StreamFrame) throws(LandmarkError) -> Result?
  ) where Frames.Element == StreamFrame {
    let queue = LiveQueue<Result>()
    let producing = Task {
      do {
        for try await frame in frames { queue.submit(frame) }
      } catch {
        // A source that fails ends the stream like one that ends; its error is its owner's to look at.
      }
      queue.finish()
    }
    let working = Task.detached(priority: .userInitiated) {
      while let frame = await queue.nextFrame() {
        do throws(LandmarkError) {
          if let result = try process(frame) {
            queue.answer(with: result)
          } else {
            queue.answer(frame, droppedBecause: .timestamp)
          }
        } catch {
          queue.answer(frame, droppedBecause: .failed(error))
        }
      }
    }
    worker = LiveWorker(queue: queue, tasks: [producing, working])
  }

  /// The only iterator of the stream.
  public func makeAsyncIterator() -> Iterator { Iterator(worker: worker) }

  /// Takes the events one by one.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let worker: LiveWorker<Result>

    /// The next event; `nil` when every frame was answered, or when the task is cancelled.
    public func next() async -> StreamEvent<Result>? {
      let worker = worker
      return await withTaskCancellationHandler {
        await worker.queue.nextEvent()
      } onCancel: {
        worker.stop()
      }
    }
  }
}

/// The tasks behind a stream; they end with it.
private final class LiveWorker<Result: Sendable>: Sendable {
  let queue: LiveQueue<Result>
  private let tasks: [Task<Void, Never>]

  init(queue: LiveQueue<Result>, tasks: [Task<Void, Never>]) {
    self.queue = queue
    self.tasks = tasks
  }

  func stop() {
    for task in tasks { task.cancel() }
    queue.cancel()
  }

  deinit { stop() }
}
