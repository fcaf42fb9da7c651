/// ITU-R BT.601 luma and chroma to red, green, blue, in whole numbers.
///
/// With Y′ = Y − `lumaOffset`, U = Cb − 128, V = Cr − 128 and coefficients in 1/65536:
///
///     R = clamp((luma·Y′ + redFromCr·V                       + 32768) >> 16)
///     G = clamp((luma·Y′ − greenFromCb·U − greenFromCr·V     + 32768) >> 16)
///     B = clamp((luma·Y′ + blueFromCb·U                      + 32768) >> 16)
///
/// `>>` rounds down, so the added half rounds to the nearest level, ties upward; `clamp` limits to 0…255. Every pixel
/// takes the chroma sample of its 2×2 block as it is (no interpolation). Coefficients are the matrix of BT.601-7
/// (Kr = 0.299, Kb = 0.114), times 255/219 and 255/224 for video range, rounded to the nearest 1/65536.
package struct YCbCrConversion: Sendable {
  package let lumaOffset: Int32
  package let luma: Int32
  package let redFromCr: Int32
  package let greenFromCb: Int32
  package let greenFromCr: Int32
  package let blueFromCb: Int32

  /// Luma 16…235, chroma 16…240.
  package static let videoRange = YCbCrConversion(
    lumaOffset: 16, luma: 76309, redFromCr: 104_597, greenFromCb: 25675, greenFromCr: 53279, blueFromCb: 132_201)
  /// Luma and chroma 0…255.
  package static let fullRange = YCbCrConversion(
    lumaOffset: 0, luma: 65536, redFromCr: 91881, greenFromCb: 22553, greenFromCr: 46802, blueFromCb: 116_130)

  /// The conversion for a format with luma and chroma; `nil` for all others.
  package init?(_ format: PixelFormat) {
    switch format {
    case .nv12VideoRange: self = .videoRange
    case .nv12FullRange: self = .fullRange
    case .rgb8, .rgba8, .bgra8, .gray8: return nil
    }
  }

  private init(lumaOffset: Int32, luma: Int32, redFromCr: Int32, greenFromCb: Int32, greenFromCr: Int32, blueFromCb: Int32) {
    self.lumaOffset = lumaOffset
    self.luma = luma
    self.redFromCr = redFromCr
    self.greenFromCb = greenFromCb
    self.greenFromCr = greenFromCr
    self.blueFromCb = blueFromCb
  }
}
