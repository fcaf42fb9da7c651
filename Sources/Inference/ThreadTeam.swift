import CLandmarkKernels
package import VisionBase

/// Threads that share the work of network runs. One run at a time; whoever owns the runs sees to that.
package final class ThreadTeam: @unchecked Sendable {
  // Unchecked: the pointer is set once; the C side has its own synchronisation.
  let handle: OpaquePointer

  /// Number of members, the calling thread included.
  package var size: Int { Int(lk_team_size(handle)) }

  /// - Parameter threads: Members, at least 1; `nil` means one per processor.
  /// - Throws: `internalFailure` if the system refuses a thread.
  package init(threads: Int?) throws(LandmarkError) {
    let count = min(max(threads ?? Self.processorCount, 1), Self.largestSize)
    guard let handle = lk_team_create(Int32(count)) else {
      throw LandmarkError(
        .internalFailure, "The system refused to start \(count - 1) threads.", remedy: "Ask for fewer with the threads option.")
    }
    self.handle = handle
  }

  deinit { lk_team_destroy(handle) }

  /// Lets every member call `body` with its number, 0 being the caller; returns when all are done.
  package func run(_ body: @Sendable (_ member: Int) -> Void) {
    withoutActuallyEscaping(body) { body in
      var body = body
      withUnsafeMutablePointer(to: &body) { body in
        lk_team_run(
          handle,
          { context, member in
            // The context is the closure above, alive until all members are done.
            context?.assumingMemoryBound(to: (@Sendable (Int) -> Void).self).pointee(Int(member))
          }, body)
      }
    }
  }

  /// Lets every member call `body` with the job's address and its number, as ``run(_:)``, but allocates nothing.
  package func run<Job>(_ job: inout Job, _ body: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void) {
    withUnsafeMutablePointer(to: &job) { lk_team_run(handle, body, $0) }
  }

  /// More members than this only wait for each other: layers have few rows.
  package static let largestSize = 16

  /// Processors that this process may use.
  package static var processorCount: Int { Int(lk_processor_count()) }
}

/// One member's share of a step.
package struct Share: Sendable {
  let member: Int
  let count: Int

  package init(member: Int, count: Int) {
    self.member = member
    self.count = count
  }

  static let whole = Share(member: 0, count: 1)

  var isFirst: Bool { member == 0 }

  /// This member's part of `0..<total`; the parts of all members are adjacent and of nearly equal size.
  package func range(of total: Int) -> Range<Int> { (total * member / count)..<(total * (member + 1) / count) }
}
