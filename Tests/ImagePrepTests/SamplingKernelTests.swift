import CAllocationCounter
import ImagePrep
import KernelSets
import TestSupport
import Testing
import VisionBase

/// The vector kernels that sample pictures against the scalar way: the same bits for every instruction set.
@Suite struct SamplingKernelTests {
  @Test(arguments: KernelSet.available.map(\.name), [PixelFormat.rgb8, .rgba8, .bgra8, .gray8])
  func everyKernelHasTheBitsOfTheScalarWay(name: String, format: PixelFormat) throws {
    let set = try #require(KernelSet.available.first { $0.name == name })
    let seed: UInt64 = 71
    var random = SeededGenerator(seed: seed)
    for round in 0..<60 {
      // The narrowest ones in any case: eight bytes are more than a row of theirs.
      let size = ImageSize(
        width: round < 8 ? round + 1 : Int.random(in: 1...70, using: &random), height: Int.random(in: 1...50, using: &random))
      let rgb = (0..<size.width * size.height * 3).map { _ in UInt8.random(in: 0...255, using: &random) }
      // Without padding the last row ends where the memory ends: reading further is caught by the address sanitizer.
      let image = try repack(rgb, size, as: format, padding: round < 8 || round % 2 == 0 ? 0 : 5, filler: 9)
      let region = NormalizedRegion(
        xCenter: .random(in: -0.2...1.2, using: &random), yCenter: .random(in: -0.2...1.2, using: &random),
        width: .random(in: 0.05...2, using: &random), height: .random(in: 0.05...2, using: &random),
        rotationRadians: round % 3 == 0 ? 0 : .random(in: -3...3, using: &random))
      let side = (width: Int.random(in: 1...90, using: &random), height: Int.random(in: 1...40, using: &random))
      func values(_ kernels: ImagePreparer.Kernels) throws -> [Float] {
        try tensor(
          image,
          ImagePreparer(
            width: side.width, height: side.height, keepsAspect: round % 2 == 0, border: round % 5 == 0 ? .zero : .replicate,
            range: round % 4 == 0 ? -1...1 : 0...1, precision: round % 7 == 0 ? .corrected : .mediaPipe, kernels: kernels),
          region, padding: round % 4)
      }
      let expected = try values(.scalar).map(\.bitPattern)
      #expect(try values(.set(set)).map(\.bitPattern) == expected, "seed \(seed), round \(round), \(size), \(region)")
    }
  }

  @Test func preparingAllocatesNothing() throws {
    let size = ImageSize(width: 60, height: 40)
    let image = try repack([UInt8](repeating: 3, count: 60 * 40 * 3), size, as: .rgb8, padding: 0, filler: 0)
    let preparer = ImagePreparer(width: 32, height: 32, keepsAspect: true, border: .zero, range: 0...1)
    let region = NormalizedRegion(xCenter: 0.5, yCenter: 0.5, width: 0.8, height: 0.7, rotationRadians: 0.3)
    var target = [Float](repeating: 0, count: 32 * 32 * 3)
    let allocations = try target.withUnsafeMutableBufferPointer { target in
      let base = try #require(target.baseAddress)
      return try image.withPixelView { view in
        _ = try preparer.prepare(view, region: region, into: base)
        let before = lk_allocation_count()
        for _ in 0..<10 { _ = try preparer.prepare(view, region: region, into: base) }
        return lk_allocation_count() - before
      }
    }
    #expect(allocations == 0)
  }
}
