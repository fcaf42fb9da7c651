import CKernelTests
import CLandmarkKernels
import Inference
import KernelSets
import Testing

/// The C kernels' own tests, for every instruction set of this processor. `make test-arm` runs the same for NEON.
struct KernelTests {
  @Test(arguments: KernelSet.available.map(\.name))
  func everyVariantAgreesWithNaiveLoops(_ name: String) throws {
    let set = try #require(KernelSet.available.first { $0.name == name })
    let seed: UInt64 = 20_261_130
    var report = lk_test_kernels(set.table.pointee.isa, seed)
    let first = withUnsafeBytes(of: &report.first) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    print("\(name): seed \(seed), \(report.checks) checks, \(report.failures) failures, worst \(report.worst)")
    #expect(report.failures == 0, "seed \(seed): \(first)")
    #expect(report.checks > 500)
  }

  @Test func theBaselineIsAlwaysThere() {
    #expect(KernelSet.available.last?.name == "baseline")
  }
}
