import Inference
import Tracking

/// Work of which every thread of a team does a whole part of its own, instead of a share of each step.
///
/// A base class, so that a generic one below it can be reached through the team's plain pointer.
class SideBySideWork {
  /// Does the part of thread `lane`. Called from several threads at a time, each with another number.
  func work(lane: Int) {}
}

extension ThreadTeam {
  /// Lets every thread do its part of `work`; returns when all are done. Allocates nothing.
  func run(_ work: SideBySideWork) {
    var address = Unmanaged.passUnretained(work)
    run(&address) { address, lane in
      // The reference above; whoever called keeps the object.
      address?.assumingMemoryBound(to: Unmanaged<SideBySideWork>.self).pointee.takeUnretainedValue().work(lane: Int(lane))
    }
  }
}

/// Detector and landmark network on several regions of one scene at a time, one per thread.
///
/// With as many regions as threads this is faster than to share every step: nobody waits for anybody.
final class SubjectLanes<Pipeline: SubjectPipeline>: SideBySideWork {
  /// What the threads do in one go. All pointers belong to the caller.
  struct Assignment {
    var scene: Scene
    /// Where the first thread puts what the detector finds; `nil` if the detector does not run.
    var detected: UnsafeMutablePointer<[NormalizedRegion]>?
    /// The regions of the other threads, or of all, and a place for what is there.
    var candidates: UnsafeBufferPointer<RegionTracker.Candidate>
    var places: UnsafeMutablePointer<FoundSubject<Pipeline.Subject>>
  }

  private let pipeline: Pipeline
  private let team: ThreadTeam
  private var assignment: Assignment?
  private let errors: UnsafeMutablePointer<LandmarkError?>

  init(pipeline: Pipeline, team: ThreadTeam) {
    self.pipeline = pipeline
    self.team = team
    errors = .allocate(capacity: team.size)
    errors.initialize(repeating: nil, count: team.size)
  }

  deinit {
    errors.deinitialize(count: team.size)
    errors.deallocate()
  }

  /// Number of threads.
  var count: Int { team.size }

  /// Does the work; it must be as many regions as threads, one fewer with the detector.
  ///
  /// - Throws: What the detector threw, or what the first region did that failed.
  func run(_ assignment: Assignment) throws(LandmarkError) {
    try pipeline.prepareLanes(team.size)
    self.assignment = assignment
    team.run(self)
    self.assignment = nil
    for lane in 0..<team.size {
      guard let error = errors[lane] else { continue }
      errors.update(repeating: nil, count: team.size)
      throw error
    }
  }

  override func work(lane: Int) {
    guard let assignment else { return }
    do throws(LandmarkError) {
      var index = lane
      if let detected = assignment.detected {
        if lane == 0 { return try pipeline.detect(in: assignment.scene, lane: lane, into: &detected.pointee) }
        index -= 1
      }
      let region = assignment.candidates[index].region
      assignment.places[index].isFound = try pipeline.find(
        in: assignment.scene, region: region, lane: lane, into: &assignment.places[index].subject)
    } catch {
      errors[lane] = error
    }
  }
}
