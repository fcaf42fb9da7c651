#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Works on several things at a time and hands the results over in the order of the things.
package enum OrderedWork {
  /// - Parameters:
  ///   - indices: What to work on.
  ///   - workers: Number of threads, at least 1.
  ///   - work: Called on one of the threads with what to work on and the thread's number from 0.
  ///   - deliver: Called on the calling thread with each result in its order; `false` ends the work early. While it waits,
  ///     it is asked with `nil` some times a second whether to go on.
  package static func run<Answer: Sendable>(
    _ indices: [Int], workers: Int, work: @escaping @Sendable (_ index: Int, _ worker: Int) -> Answer,
    deliver: (_ index: Int, _ answer: Answer?) -> Bool
  ) {
    // Few results wait for their turn, so that memory stays flat however long one thing takes.
    let state = WorkState<Answer>(indices: indices, lookAhead: workers * 4)
    let threads = (0..<min(workers, indices.count)).compactMap { worker in
      WorkThread.start {
        while let place = state.take() { state.put(work(indices[place], worker), at: place) }
      }
    }
    // Where the system gives no thread at all, this one does everything.
    if threads.isEmpty {
      while let place = state.take() {
        state.put(work(indices[place], 0), at: place)
        guard let answer = state.next(), deliver(indices[place], answer) else { break }
      }
    } else {
      var place = 0
      while place < indices.count {
        let answer = state.next()
        if !deliver(indices[place], answer) { break }
        if answer != nil { place += 1 }
      }
    }
    state.stop()
    for thread in threads { thread.join() }
  }
}

/// Who works on what, and the results that wait for their turn. All fields are guarded by the mutex.
private final class WorkState<Answer: Sendable>: @unchecked Sendable {
  private let count: Int
  private let lookAhead: Int
  private var taken = 0
  private var delivered = 0
  private var isStopped = false
  private var waiting: [Int: Answer] = [:]
  // On the heap, since the address of a stored property is not one to rely on.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init(indices: [Int], lookAhead: Int) {
    count = indices.count
    self.lookAhead = lookAhead
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }

  /// The next place to work on; `nil` when there is no more.
  func take() -> Int? {
    locked {
      while !isStopped, taken < count, taken >= delivered + lookAhead { pthread_cond_wait(changed, mutex) }
      guard !isStopped, taken < count else { return nil }
      defer { taken += 1 }
      return taken
    }
  }

  func put(_ answer: Answer, at place: Int) {
    locked {
      waiting[place] = answer
      pthread_cond_broadcast(changed)
    }
  }

  /// The result whose turn it is; `nil` if it is not there after a moment.
  func next() -> Answer? {
    locked {
      if waiting[delivered] == nil {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        time.tv_nsec += 100_000_000
        if time.tv_nsec >= 1_000_000_000 {
          time.tv_nsec -= 1_000_000_000
          time.tv_sec += 1
        }
        pthread_cond_timedwait(changed, mutex, &time)
      }
      guard let answer = waiting.removeValue(forKey: delivered) else { return nil }
      delivered += 1
      pthread_cond_broadcast(changed)
      return answer
    }
  }

  func stop() {
    locked {
      isStopped = true
      pthread_cond_broadcast(changed)
    }
  }
}

/// A thread that runs one closure.
struct WorkThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let thread: pthread_t

  /// `nil` if the system has no thread to give.
  static func start(_ run: @escaping @Sendable () -> Void) -> WorkThread? {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // As much as the first thread has on most systems; others get less by default.
    pthread_attr_setstacksize(&attributes, 8 << 20)
    let body = Unmanaged.passRetained(Body(run))
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let failure = pthread_create(
      &thread, &attributes,
      { argument in
        let pointer: UnsafeMutableRawPointer? = argument
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, body.toOpaque())
    guard failure == 0 else {
      body.release()
      return nil
    }
    #if canImport(Glibc)
      return WorkThread(thread: thread)
    #else
      return thread.map { WorkThread(thread: $0) }
    #endif
  }

  func join() { pthread_join(thread, nil) }
}
