import Testing
import Tracking
import VisionBase

/// The original's own expectations (`conformance.md` section 3.10).
struct AssociationTests {
  private static func square(_ x: Float, _ y: Float, _ side: Float) -> NormalizedRegion {
    NormalizedRegion(xCenter: x, yCenter: y, width: side, height: side)
  }

  private static let regions: [Character: NormalizedRegion] = [
    "A": square(0.2, 0.2, 0.2), "B": square(0.4, 0.2, 0.2), "C": square(1, 0.3, 0.2), "D": square(0.35, 0.15, 0.3),
    "E": square(1.1, 0.3, 0.2), "F": square(0.5, 0.05, 0.3), "f": square(0.45, 0.05, 0.3),
  ]

  private func merge(_ rule: Association, _ followed: String, _ detected: String) -> String {
    var merged: [RegionTracker.Candidate] = []
    rule.merge(
      followed: followed.compactMap { Self.regions[$0] }, detected: detected.compactMap { Self.regions[$0] }, overlap: 0.1,
      into: &merged)
    return String(
      merged.map { candidate in
        // Followed ones say where they come from.
        if let index = candidate.followedIndex { return Array(followed)[index] }
        return detected.first { Self.regions[$0] == candidate.region } ?? "?"
      })
  }

  @Test(arguments: [("ABC", "DEF", "ABC"), ("AB", "CD", "ABC"), ("F", "EDCBA", "FEA"), ("FDB", "ECA", "FDBE")])
  func olderRegionsWinForHands(_ followed: String, _ detected: String, _ expected: String) {
    #expect(merge(.olderWins, followed, detected) == expected)
  }

  @Test(arguments: [("ABC", "DEf", "Ef"), ("f", "DEABC", "ABC")])
  func newerRegionsWinForFacesAndPoses(_ followed: String, _ detected: String, _ expected: String) {
    #expect(merge(.newerWins, followed, detected) == expected)
  }

  @Test func boxesThatOnlyTouchDoNotOverlap() {
    #expect(Self.square(0.2, 0.2, 0.2).overlap(with: Self.square(0.9, 0.2, 0.2)) == 0)
    #expect(Self.square(0.25, 0.25, 0.5).overlap(with: Self.square(0.75, 0.25, 0.5)) == 0)
    #expect(Self.square(0.5, 0.5, 0.5).overlap(with: Self.square(0.5, 0.5, 0.5)) == 1)
  }
}
