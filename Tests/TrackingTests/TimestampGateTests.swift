import Testing
import Tracking
import VisionBase

struct TimestampGateTests {
  @Test func theStrictPolicyThrowsAndTheNextGoodFrameWorks() throws {
    var gate = TimestampGate(policy: .strict)
    #expect(try gate.admit(-5) == -5)
    #expect(try gate.admit(10) == 10)
    for bad in [10, 9, -7] {
      let error = #expect(throws: LandmarkError.self) { try gate.admit(bad) }
      #expect(error?.code == .timestampNotIncreasing)
    }
    #expect(try gate.admit(11) == 11)
  }

  @Test func dropAndAdjustNeverThrow() throws {
    var drop = TimestampGate(policy: .drop)
    var adjust = TimestampGate(policy: .adjust)
    #expect(try [5, 5, 4, 6].map { try drop.admit($0) } == [5, nil, nil, 6])
    #expect(try [5, 5, 4, 6, 20].map { try adjust.admit($0) } == [5, 6, 7, 8, 20])
  }

  @Test func resetForgetsTheLastTime() throws {
    var gate = TimestampGate(policy: .strict)
    #expect(try gate.admit(100) == 100)
    gate.reset()
    #expect(try gate.admit(1) == 1)
  }

  @Test(arguments: TimestampPolicy.allCases) func timesBeyondTheRangeAreErrorsAndLeaveNoTrace(policy: TimestampPolicy) throws {
    var gate = TimestampGate(policy: policy)
    #expect(try gate.admit(1) == 1)
    for time in [Int.max, Int.min, 4_600_000_000_001, -4_600_000_000_001] {
      #expect((#expect(throws: LandmarkError.self) { try gate.admit(time) })?.code == .invalidArgument)
    }
    #expect(try gate.admit(2) == 2)
    #expect(try gate.admit(4_600_000_000_000) == 4_600_000_000_000)
    if policy == .adjust { #expect(throws: LandmarkError.self) { try gate.admit(3) } }
  }
}
