import Foundation
import ImageFiles
import ImagePrep
import TestSupport
import Testing
import VisionBase

/// One reference crop of `corpus/crops/input.jpg`; parameters from `conformance.md` 3.10.
struct CropGolden: Sendable, CustomTestStringConvertible {
  let file: String
  let side: (width: Int, height: Int)
  let region: NormalizedRegion
  let keepsAspect: Bool

  var border: BorderMode { file.hasSuffix("_border_zero") ? .zero : .replicate }
  var testDescription: String { file }

  private static func pair(
    _ name: String, _ side: Int, _ region: (Float, Float, Float, Float, Float), keep: Bool
  ) -> [CropGolden] {
    ["", "_border_zero"].map { suffix in
      CropGolden(
        file: name + suffix, side: (side, side),
        region: NormalizedRegion(
          xCenter: region.0, yCenter: region.1, width: region.2, height: region.3,
          rotationRadians: region.4 * .pi / 180),
        keepsAspect: keep)
    }
  }

  static let all =
    pair("medium_sub_rect_keep_aspect", 256, (0.65, 0.4, 0.5, 0.5, 0), keep: true)
    + pair("medium_sub_rect_keep_aspect_with_rotation", 256, (0.65, 0.4, 0.5, 0.5, 90), keep: true)
    + pair("medium_sub_rect_with_rotation", 256, (0.65, 0.4, 0.5, 0.5, -45), keep: false)
    + pair("large_sub_rect", 128, (0.5, 0.5, 1.5, 1.1, 0), keep: false)
    + pair("large_sub_rect_keep_aspect", 128, (0.5, 0.5, 1.5, 1.1, 0), keep: true)
    + pair("large_sub_rect_keep_aspect_with_rotation", 128, (0.5, 0.5, 1.5, 1.1, -15), keep: true)
    + [CropGolden(file: "noop_except_range", side: (64, 128), region: .wholeImage, keepsAspect: false)]
}

@Suite struct CropGoldenTests {
  @Test(.enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus"), arguments: CropGolden.all)
  func cropsEqualTheOriginalsBitForBit(golden: CropGolden) throws {
    let folder = try #require(TestFiles.corpus).appendingPathComponent("crops")
    let source = try ImageFile.load(path: folder.appendingPathComponent("input.jpg").path)
    #expect(source.size == ImageSize(width: 64, height: 128))
    let expected = try ImageFile.load(path: folder.appendingPathComponent(golden.file + ".png").path)
    try #require(expected.size == ImageSize(width: golden.side.width, height: golden.side.height))
    // With the range 0…255 the tensor holds the 8-bit values themselves.
    let preparer = ImagePreparer(
      width: golden.side.width, height: golden.side.height, keepsAspect: golden.keepsAspect, border: golden.border,
      range: 0...255)
    let found = try tensor(source, preparer, golden.region)
    let worst = expected.withPixelView { view in
      found.indices.map { abs(found[$0] - Float(view.base[$0])) }.max() ?? .infinity
    }
    #expect(expected.bytesPerRow == golden.side.width * 3)
    #expect(worst == 0)
  }
}
