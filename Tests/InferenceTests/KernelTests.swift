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

  /// Half of what each kernel reaches on a quiet machine: sums that are spilled to the stack cost two thirds.
  private static let lowestRates: [String: [String: Double]] = [
    "avx512": [
      "convolution, 4 blocks": 0.45, "convolution, 1 block": 0.4, "depthwise 3x3": 0.3, "depthwise 5x5": 0.45, "sparse": 0.25,
      "convolution, 8 channels": 0.2, "depthwise 3x3, 8 channels": 0.3,
    ],
    "avx2": [
      "convolution, 4 blocks": 0.45, "convolution, 1 block": 0.45, "depthwise 3x3": 0.3, "depthwise 5x5": 0.35, "sparse": 0.25,
      "convolution, 8 channels": 0.2, "depthwise 3x3, 8 channels": 0.3,
    ],
    "baseline": [
      "convolution, 4 blocks": 0.4, "convolution, 1 block": 0.4, "depthwise 3x3": 0.3, "depthwise 5x5": 0.3, "sparse": 0.25,
      "convolution, 8 channels": 0.2, "depthwise 3x3, 8 channels": 0.3,
    ],
  ]

  @Test(arguments: KernelSet.available.map(\.name))
  func noKernelFallsFarBelowItsRate(_ name: String) throws {
    let set = try #require(KernelSet.available.first { $0.name == name })
    let lowest = try #require(Self.lowestRates[name])
    // A machine that does something else meanwhile slows kernels and the plain loop at different times: three tries.
    var best: [String: Double] = [:]
    for _ in 0..<3 {
      var rates = [lk_rate](repeating: lk_rate(), count: 8)
      let count = Int(lk_measure_rates(set.table.pointee.isa, &rates, 8))
      for var rate in rates.prefix(count) {
        let kernel = withUnsafeBytes(of: &rate.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        best[kernel] = max(best[kernel] ?? 0, rate.ratio)
      }
      if lowest.allSatisfy({ (best[$0] ?? 0) >= $1 }) { break }
    }
    print("\(name): \(best.sorted { $0.key < $1.key }.map { "\($0) \(($1 * 100).rounded() / 100)" })")
    for (kernel, ratio) in lowest { #expect((best[kernel] ?? 0) >= ratio, "\(kernel)") }
  }

  @Test func theBaselineIsAlwaysThere() {
    #expect(KernelSet.available.last?.name == "baseline")
  }
}
