import TestSupport
import Testing
import Tracking
import VisionBase

extension IdentityTracker {
  fileprivate mutating func assign(_ observations: [Observation], timestampMilliseconds: Int) -> [Int] {
    var ids: [Int] = [-7]
    assign(observations, timestampMilliseconds: timestampMilliseconds, into: &ids)
    return ids
  }
}

/// Identities over made-up motions; regions are always "followed" by whoever is nearest, as a region tracker that gets
/// confused would claim.
struct IdentityTests {
  private func subject(_ x: Float, _ y: Float = 200, size: Float = 100, right: Float? = nil, followed: Int? = nil)
    -> IdentityTracker.Observation
  {
    .init(center: ImagePoint(x: x, y: y), sizePixels: size, rightHandScore: right, followedID: followed)
  }

  @Test func numbersStartAtOneAndStay() {
    var tracker = IdentityTracker()
    #expect(tracker.assign([subject(100), subject(500)], timestampMilliseconds: 0) == [1, 2])
    #expect(tracker.assign([subject(510), subject(105)], timestampMilliseconds: 33) == [2, 1])
  }

  @Test func twoThatCrossKeepTheirNumbers() {
    var tracker = IdentityTracker()
    for frame in 0...40 {
      let a = 100 + Float(frame) * 10
      let b = 500 - Float(frame) * 10
      // Listed in the order of place, so that positions in the list change at the crossing.
      let list = a < b ? [subject(a), subject(b)] : [subject(b), subject(a)]
      let ids = tracker.assign(list, timestampMilliseconds: frame * 33)
      if a != b { #expect(ids == (a < b ? [1, 2] : [2, 1]), "frame \(frame)") }
    }
  }

  @Test func handsOfDifferentSidesThatMeetAreToldApart() {
    var tracker = IdentityTracker()
    for frame in 0...60 {
      // Both come to the middle, stop together, and go back where they came from.
      let offset = Float(max(abs(frame - 30) - 5, 1)) * 8
      let ids = tracker.assign(
        [subject(300 - offset, right: 0.95), subject(300 + offset, right: 0.05)], timestampMilliseconds: frame * 33)
      #expect(ids == [1, 2], "frame \(frame)")
    }
  }

  @Test func aShortOcclusionKeepsTheNumberAndALongOneDoesNot() {
    var tracker = IdentityTracker()
    #expect(tracker.assign([subject(100)], timestampMilliseconds: 0) == [1])
    #expect(tracker.assign([], timestampMilliseconds: 300) == [])
    #expect(tracker.missing(at: 300) == [1])
    #expect(tracker.assign([subject(130)], timestampMilliseconds: 600) == [1])
    #expect(tracker.assign([subject(130)], timestampMilliseconds: 5000) == [2])
    #expect(tracker.missing(at: 5000) == [])
  }

  @Test func aNumberIsNeverGivenTwice() {
    var tracker = IdentityTracker()
    var random = SeededGenerator(seed: 11)
    var newest = 0
    for frame in 0..<500 {
      let list = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        subject(Float.random(in: 0...2000, using: &random), Float.random(in: 0...2000, using: &random))
      }
      let ids = tracker.assign(list, timestampMilliseconds: frame * 700)
      #expect(Set(ids).count == ids.count, "seed 11, frame \(frame)")
      for id in ids where id > newest {
        #expect(id == newest + 1, "numbers grow by one")
        newest = id
      }
    }
  }

  @Test func somebodyFarAwayIsSomebodyElse() {
    var tracker = IdentityTracker()
    #expect(tracker.assign([subject(100)], timestampMilliseconds: 0) == [1])
    #expect(tracker.assign([subject(900)], timestampMilliseconds: 33) == [2])
  }

  @Test func aDetectorThatSeesOneOfTwoPeopleAtATimeDoesNotMakeThemOne() {
    var tracker = IdentityTracker()
    let found = [200, 201, 292, 203, 290, 290, 205].enumerated().map { frame, x in
      tracker.assign([subject(Float(x))], timestampMilliseconds: frame * 40)
    }
    #expect(found == [[1], [1], [2], [1], [2], [2], [1]])
  }

  @Test func aFollowedSubjectMayMoveFast() {
    var tracker = IdentityTracker()
    #expect(tracker.assign([subject(100)], timestampMilliseconds: 0) == [1])
    #expect(tracker.assign([subject(200, followed: 1)], timestampMilliseconds: 33) == [1])
  }
}
