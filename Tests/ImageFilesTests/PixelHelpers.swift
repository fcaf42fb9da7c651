import TestSupport
import VisionBase

/// Digest of the rows of an `rgb8` picture without padding.
func rgbDigest(_ image: Image) -> String {
  image.withPixelView { view in
    SHA256.hexDigest(UnsafeBufferPointer(start: view.base, count: view.size.width * view.size.height * 3))
  }
}

/// The bytes of an `rgb8` picture without padding.
func rgbBytes(_ image: Image) -> [UInt8] {
  image.withPixelView { view in
    Array(UnsafeBufferPointer(start: view.base, count: view.size.width * view.size.height * 3))
  }
}

/// The same bytes for the same seed.
func noise(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

/// Packs samples of 1, 2, 4 or 8 bits into whole bytes, the leftmost in the high bits.
func packed(_ row: [Int], bits: Int) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: (row.count * bits + 7) / 8)
  for (x, value) in row.enumerated() {
    let shift = 8 - bits - x * bits % 8
    bytes[x * bits / 8] |= UInt8(value << shift)
  }
  return bytes
}
