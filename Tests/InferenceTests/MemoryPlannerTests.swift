import Inference
import TestSupport
import Testing

struct MemoryPlannerTests {
  @Test func buffersThatLiveTogetherNeverOverlap() {
    for seed in UInt64(1)...200 {
      var random = SeededGenerator(seed: seed)
      let requests = (0..<Int.random(in: 1...60, using: &random)).map { _ in
        let first = Int.random(in: -1...40, using: &random)
        return MemoryPlanner.Request(
          count: Int.random(in: 0...500, using: &random) * 16, firstStep: first,
          lastStep: first + Int.random(in: 0...10, using: &random))
      }
      let placement = MemoryPlanner.place(requests)
      for i in requests.indices {
        #expect(placement.offsets[i] + requests[i].count <= placement.total, "seed \(seed)")
        for j in 0..<i where requests[i].firstStep <= requests[j].lastStep && requests[j].firstStep <= requests[i].lastStep {
          let apart =
            placement.offsets[i] + requests[i].count <= placement.offsets[j]
            || placement.offsets[j] + requests[j].count <= placement.offsets[i]
          #expect(apart || requests[i].count == 0 || requests[j].count == 0, "seed \(seed): \(i) and \(j) overlap")
        }
      }
    }
  }

  @Test func memoryIsUsedAgainWhenItsOwnerIsDone() {
    let chain = (0..<10).map { MemoryPlanner.Request(count: 64, firstStep: $0, lastStep: $0 + 1) }
    #expect(MemoryPlanner.place(chain).total == 128)
  }
}
