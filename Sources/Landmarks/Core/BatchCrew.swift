import Inference

/// Copies of a task that work on the pictures of a batch, one copy and one thread per processor, 16 at most. They share the packed
/// weights. Safe to use from any thread; batches wait for each other.
final class BatchCrew<Worker: Sendable>: Sendable {
  private struct State {
    var workers: [Worker] = []
    var team: ThreadTeam?
    var isClosed = false
  }

  private let state = Guarded(State())

  /// What `body` makes of every picture, in their order.
  ///
  /// - Parameters:
  ///   - threads: Most copies; `nil` means one per processor.
  ///   - make: Another copy, which works on one thread.
  /// - Throws: The error of the first picture that failed, with its position; the others were looked at all the same.
  func map<Output: Sendable>(
    _ pictures: [Image], threads: Int?, make: () throws(LandmarkError) -> Worker,
    body: @Sendable (Worker, Image) throws(LandmarkError) -> Output
  ) throws(LandmarkError) -> [Output] {
    let outcomes = try state.withLock { (state) throws(LandmarkError) -> [Result<Output, LandmarkError>?] in
      guard !state.isClosed else { throw .taskIsClosed }
      let count = min(max(threads ?? ThreadTeam.processorCount, 1), pictures.count, ThreadTeam.largestSize)
      guard count > 0 else { return [] }
      while state.workers.count < count { state.workers.append(try make()) }
      if state.team?.size != count { state.team = try ThreadTeam(threads: count) }
      let workers = state.workers
      let next = Guarded(0)
      let outcomes = Guarded([Result<Output, LandmarkError>?](repeating: nil, count: pictures.count))
      state.team?.run { member in
        // One after the other as they are taken: pictures differ in the work they make.
        while true {
          let index = next.withLock { next -> Int in
            defer { next += 1 }
            return next
          }
          guard index < pictures.count else { return }
          let outcome: Result<Output, LandmarkError>
          do throws(LandmarkError) { outcome = .success(try body(workers[member], pictures[index])) } catch {
            outcome = .failure(error.located(in: "picture \(index) of the batch"))
          }
          outcomes.withLock { $0[index] = outcome }
        }
      }
      return outcomes.withLock { $0 }
    }
    var outputs: [Output] = []
    outputs.reserveCapacity(outcomes.count)
    for outcome in outcomes {
      guard let outcome else { throw LandmarkError(.internalFailure, "A picture of the batch was not looked at.") }
      outputs.append(try outcome.get())
    }
    return outputs
  }

  /// Waits for the batch in work, then makes every later one throw.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.team = nil
      // The copies stay for their counters.
    }
  }

  /// The copies that were made.
  var workers: [Worker] { state.withLock { $0.workers } }
}
