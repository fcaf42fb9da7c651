import Testing
import VisionBase

@Suite struct ImageTests {
  @Test func theLastRowMayEndAfterItsLastPixel() throws {
    let image = try Image(width: 2, height: 3, format: .rgb8, bytesPerRow: 10, bytes: [UInt8](repeating: 1, count: 26))
    #expect(image.bytesPerRow == 10)
    image.withPixelView { view in
      #expect(view.size == ImageSize(width: 2, height: 3))
      #expect(view.base[2 * 10 + 5] == 1)
    }
    #expect(throws: LandmarkError.self) {
      try Image(width: 2, height: 3, format: .rgb8, bytesPerRow: 10, bytes: [UInt8](repeating: 1, count: 25))
    }
  }

  @Test(arguments: [(0, 1), (1, 0), (-1, 1), (1, -5), (Int.max, 1), (1, Int.max)])
  func sizesThatAreNotPositiveOrTooLargeAreRefused(width: Int, height: Int) {
    let error = #expect(throws: LandmarkError.self) { try Image(width: width, height: height, format: .gray8, bytes: [0]) }
    #expect(error?.code == .invalidArgument)
  }

  @Test(arguments: [Int.min, -1, 0, 5, Int.max])
  func stridesAreCheckedWithoutOverflow(stride: Int) {
    let error = #expect(throws: LandmarkError.self) {
      try Image(width: 2, height: 3, format: .rgb8, bytesPerRow: stride, bytes: [UInt8](repeating: 0, count: 18))
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test func nv12HasAChromaPlaneAfterAllLumaRows() throws {
    var bytes = [UInt8](repeating: 10, count: 15)
    bytes += [UInt8](repeating: 20, count: 12)
    let image = try Image(width: 3, height: 5, format: .nv12FullRange, bytes: bytes)
    #expect(image.chromaBytesPerRow == 4)
    image.withPixelView { view in
      #expect(view.base[14] == 10)
      #expect(view.chromaBase?[0] == 20 && view.chromaBase?[11] == 20)
    }
    #expect(throws: LandmarkError.self) {
      try Image(width: 3, height: 5, format: .nv12FullRange, bytes: [UInt8](repeating: 0, count: 26))
    }
  }

  @Test func pointsConvertToPixels() {
    let point = NormalizedPoint(x: 0.25, y: 1.5).imagePoint(in: ImageSize(width: 400, height: 200))
    #expect(point == ImagePoint(x: 100, y: 300))
  }
}
