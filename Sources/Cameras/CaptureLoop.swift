public import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Takes frames from a camera on a thread of its own and keeps the newest one, so that a slow reader sees the present
/// and the camera never waits. What lies between two frames that ``next(isCancelled:)`` returns was dropped: the gap
/// between their numbers says how many.
public final class CaptureLoop: @unchecked Sendable {
  // Sendable because everything that changes is touched between lock and unlock only; the source belongs to the thread.
  private struct State {
    var waiting: CameraFrame?
    var failure: LandmarkError?
    var hasEnded = false
    var isStopped = false
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var state = State()
  private let source: any CameraFrameSource

  /// Starts to take frames.
  ///
  /// - Parameter source: The camera; it must not be used elsewhere any more.
  /// - Throws: `LandmarkError` with `cameraFailed` if the system gives no thread.
  public init(_ source: sending any CameraFrameSource) throws(LandmarkError) {
    self.source = source
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    arrival = .allocate(capacity: 1)
    arrival.initialize(to: pthread_cond_t())
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // The thread owns the loop until it ends.
    let box = Unmanaged.passRetained(self)
    let status = pthread_create(&thread, nil, captureThread, box.toOpaque())
    guard status == 0 else {
      box.release()
      throw LandmarkError(.cameraFailed, "No thread can be started for the camera: \(String(cString: strerror(status))).")
    }
    #if canImport(Darwin)
      if let thread { pthread_detach(thread) }
    #else
      pthread_detach(thread)
    #endif
  }

  deinit {
    pthread_cond_destroy(arrival)
    pthread_mutex_destroy(mutex)
    arrival.deallocate()
    mutex.deallocate()
  }

  /// Waits for a frame newer than the one before.
  ///
  /// - Parameter isCancelled: Asked about ten times a second while there is no frame.
  /// - Returns: The newest frame; `nil` when the camera was stopped or `isCancelled` says so.
  /// - Throws: What the camera ended with, once all frames before it were handed out.
  public func next(isCancelled: () -> Bool = { false }) throws(LandmarkError) -> CameraFrame? {
    while !isCancelled() {
      switch take() {
      case .frame(let frame): return frame
      case .ended(nil): return nil
      case .ended(let failure?): throw failure
      case .nothing: continue
      }
    }
    return nil
  }

  /// Ends capturing; the camera is released as soon as its thread notices. May be called at any time.
  public func stop() {
    locked { $0.isStopped = true }
  }

  private enum Taken {
    case frame(CameraFrame)
    case ended(LandmarkError?)
    case nothing
  }

  private func take() -> Taken {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if state.waiting == nil, !state.hasEnded {
      var deadline = timespec()
      clock_gettime(CLOCK_REALTIME, &deadline)
      deadline.tv_nsec += 100_000_000
      if deadline.tv_nsec >= 1_000_000_000 {
        deadline.tv_nsec -= 1_000_000_000
        deadline.tv_sec += 1
      }
      pthread_cond_timedwait(arrival, mutex, &deadline)
    }
    if let frame = state.waiting {
      state.waiting = nil
      return .frame(frame)
    }
    return state.hasEnded ? .ended(state.failure) : .nothing
  }

  /// What the thread does.
  fileprivate func run() {
    while true {
      do throws(LandmarkError) {
        let frame = try source.nextFrame()
        let goesOn = locked { state in
          if let frame { state.waiting = frame }
          if state.isStopped { state.hasEnded = true }
          return !state.isStopped
        }
        if !goesOn { return }
      } catch {
        locked { state in
          state.failure = state.isStopped ? nil : error
          state.hasEnded = true
        }
        return
      }
    }
  }

  private func locked<Result>(_ body: (inout State) -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    let result = body(&state)
    pthread_cond_broadcast(arrival)
    return result
  }
}

#if canImport(Darwin)
  private func captureThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<CaptureLoop>.fromOpaque(argument).takeRetainedValue().run()
    return nil
  }
#else
  private func captureThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<CaptureLoop>.fromOpaque(argument).takeRetainedValue().run() }
    return nil
  }
#endif
