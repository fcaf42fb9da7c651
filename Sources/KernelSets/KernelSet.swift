package import CLandmarkKernels
package import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The vector kernels of one instruction set, chosen once when a network is planned or a picture preparer is made.
package struct KernelSet: @unchecked Sendable {
  // The tables are constants of the C target; the pointer never dangles and nothing behind it changes.
  package let table: UnsafePointer<lk_kernels>

  package var name: String { String(cString: table.pointee.name) }

  private init(_ table: UnsafePointer<lk_kernels>) { self.table = table }

  /// Every set that this build has and this processor can run, fastest first. Never empty: the baseline always runs.
  package static let available: [KernelSet] = [LK_ISA_AVX512, LK_ISA_AVX2, LK_ISA_BASELINE].compactMap {
    lk_kernels_for($0).map(KernelSet.init)
  }

  /// The fastest set, or the one named by the environment variable `LANDMARKS_KERNELS` (`baseline`, `avx2`, `avx512`).
  ///
  /// The override exists for processors whose announced instructions fault and for tests.
  /// - Throws: `invalidArgument` if the variable names a set that is not available here.
  package static func preferred() throws(LandmarkError) -> KernelSet {
    guard let value = getenv("LANDMARKS_KERNELS") else { return available[0] }
    let wanted = String(cString: value)
    if let match = available.first(where: { $0.name == wanted }) { return match }
    throw LandmarkError(
      .invalidArgument, "LANDMARKS_KERNELS=\(wanted) is not available on this processor.",
      remedy: "Use one of: \(available.map(\.name).joined(separator: ", ")).")
  }

  /// What plain multiply-adds of this set reach on one thread, a multiply-add being two operations; takes 20 ms.
  package var peakGigaflopsPerSecond: Double {
    var best = 0.0
    for _ in 0..<40 {
      var sink: [Float] = [0.999, 0.001, 0]
      let start = ContinuousClock.now
      let done = table.pointee.peak(30_000, &sink)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      if seconds > 0 { best = max(best, 2 * Double(done) / seconds / 1e9) }
    }
    return best
  }
}
