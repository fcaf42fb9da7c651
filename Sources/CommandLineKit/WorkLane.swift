#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does pieces of work one after the other on a thread of its own, so that whoever hands them in can go on with something
/// else. Only so many wait: a faster producer is held up, and memory stays flat. Used from one thread.
package final class WorkLane {
  private let queue: LaneQueue
  /// `nil` if the system gave no thread: then work is done where it is handed in.
  private var thread: WorkThread?

  /// - Parameter capacity: Most pieces that wait, at least 1.
  package init(capacity: Int) {
    let queue = LaneQueue(capacity: max(capacity, 1))
    self.queue = queue
    thread = WorkThread.start {
      while let work = queue.take() { work() }
    }
  }

  deinit { finish() }

  /// Hands in a piece of work; waits while too many do. It must keep alive what it uses.
  package func add(_ work: @escaping @Sendable () -> Void) {
    if thread == nil { work() } else { queue.put(work) }
  }

  /// Waits until everything is done. What is handed in afterwards is done at once.
  package func finish() {
    queue.close()
    thread?.join()
    thread = nil
  }
}

/// What a lane and its thread share.
private final class LaneQueue: @unchecked Sendable {
  // Sendable because the state is touched between lock and unlock only.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let change: UnsafeMutablePointer<pthread_cond_t>
  private let capacity: Int
  private var waiting: [@Sendable () -> Void] = []
  private var isClosed = false

  init(capacity: Int) {
    self.capacity = capacity
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    change = .allocate(capacity: 1)
    change.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(change, nil)
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  func put(_ work: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.count >= capacity { pthread_cond_wait(change, mutex) }
    waiting.append(work)
    pthread_cond_broadcast(change)
  }

  /// The next piece, `nil` when there will be none.
  func take() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while waiting.isEmpty, !isClosed { pthread_cond_wait(change, mutex) }
    guard !waiting.isEmpty else { return nil }
    let work = waiting.removeFirst()
    pthread_cond_broadcast(change)
    return work
  }

  func close() {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    isClosed = true
    pthread_cond_broadcast(change)
  }
}
