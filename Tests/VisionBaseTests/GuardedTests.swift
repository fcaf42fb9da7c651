import Testing
import VisionBase

@Suite struct GuardedTests {
  @Test func noUpdateIsLostBetweenThreads() async {
    let counter = Guarded(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 8000)
  }

  @Test func aThrownErrorUnlocks() {
    struct Failure: Error {}
    let value = Guarded(1)
    #expect(throws: Failure.self) { try value.withLock { (_) throws(Failure) -> Void in throw Failure() } }
    #expect(value.withLock { $0 } == 1)
  }
}
