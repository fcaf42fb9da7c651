import Testing
import Tracking
import VisionBase

extension RegionTracker {
  fileprivate func candidates(_ state: State, detected: [NormalizedRegion]) -> [Candidate] {
    // What was there before must go.
    var candidates = [Candidate(region: .wholeImage, followedIndex: 7)]
    findCandidates(state, detected: detected, into: &candidates)
    return candidates
  }
}

/// Traces without pixels: what the tracker looks at, frame by frame.
struct RegionTrackerTests {
  private let here = NormalizedRegion(xCenter: 0.3, yCenter: 0.3, width: 0.2, height: 0.2)
  private let there = NormalizedRegion(xCenter: 0.7, yCenter: 0.7, width: 0.2, height: 0.2)

  private func tracker(_ count: Int, period: Int = 1, _ rule: Association = .olderWins) -> RegionTracker {
    RegionTracker(options: .init(association: rule, maximumCount: count, overlap: 0.5, redetectionPeriod: period))
  }

  /// Runs a trace: per frame what the detector would find and how many candidates survive, all in place.
  /// Returns per frame whether the detector ran and how many places were looked at.
  private func run(_ tracker: RegionTracker, _ frames: [(detected: [NormalizedRegion], lost: Int)]) -> [(ran: Bool, looked: Int)]
  {
    var state = RegionTracker.State()
    return frames.map { frame in
      let runs = tracker.needsDetection(state)
      let candidates = tracker.candidates(state, detected: runs ? frame.detected : [])
      tracker.advance(&state, survivors: candidates.dropLast(frame.lost).map(\.region), ranDetector: runs)
      return (runs, candidates.count)
    }
  }

  @Test func aFollowedSubjectNeedsNoDetector() {
    let trace = run(tracker(1), [([here], 0), ([here], 0), ([here], 0)])
    #expect(trace.map(\.ran) == [true, false, false])
    #expect(trace.map(\.looked) == [1, 1, 1])
  }

  @Test func aLostSubjectBringsTheDetectorBack() {
    let trace = run(tracker(1), [([here], 1), ([], 0), ([here], 0), ([here], 0)])
    #expect(trace.map(\.ran) == [true, true, true, false])
    #expect(trace.map(\.looked) == [1, 0, 1, 1])
  }

  @Test func withFewerThanTheLimitTheDetectorRunsOnEveryFrame() {
    let trace = run(tracker(2), [([here], 0), ([here], 0), ([here, there], 0), ([here, there], 0)])
    #expect(trace.map(\.ran) == [true, true, true, false])
    #expect(trace.map(\.looked) == [1, 1, 2, 2])
  }

  @Test func aLongerRedetectionPeriodSparesTheDetector() {
    let trace = run(tracker(2, period: 4), Array(repeating: ([here], 0), count: 9))
    #expect(trace.map(\.ran) == [true, false, false, false, true, false, false, false, true])
  }

  @Test func neverMoreThanTheLimit() {
    #expect(run(tracker(1), [([here, there], 0)]).map(\.looked) == [1])
  }

  @Test func theOrderIsFollowedFirstThenDetected() {
    let tracker = tracker(2)
    var state = RegionTracker.State()
    tracker.advance(&state, survivors: [there], ranDetector: true)
    let candidates = tracker.candidates(state, detected: [here])
    #expect(candidates.map(\.region) == [there, here])
    #expect(candidates.map(\.followedIndex) == [0, nil])
  }
}
