import ImagePrep
import TestSupport
import Testing
import VisionBase

/// Calls the preparer on an image and returns the tensor with packed rows.
func tensor(_ image: Image, _ preparer: ImagePreparer, _ region: NormalizedRegion, padding: Int = 0) throws -> [Float] {
  let stride = preparer.width * 3 + padding
  var values = [Float](repeating: -7, count: stride * preparer.height)
  try values.withUnsafeMutableBufferPointer { buffer in
    let base = try #require(buffer.baseAddress)
    try image.withPixelView { view in
      _ = try #require(try preparer.prepare(view, region: region, into: base, rowStrideElements: stride))
    }
  }
  var packed: [Float] = []
  for row in 0..<preparer.height {
    packed += values[row * stride..<row * stride + preparer.width * 3]
    let rest = values[row * stride + preparer.width * 3..<(row + 1) * stride]
    #expect(rest.allSatisfy { $0 == -7 }, "wrote into the padding of row \(row)")
  }
  return packed
}

/// A picture of `format` whose colours are those of `rgb` (grey: its first channel), with rows of `padding` extra bytes.
func repack(_ rgb: [UInt8], _ size: ImageSize, as format: PixelFormat, padding: Int, filler: UInt8) throws -> Image {
  let stride = size.width * format.bytesPerPixel + padding
  var bytes = [UInt8](repeating: filler, count: stride * size.height)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let s = (y * size.width + x) * 3
      let t = y * stride + x * format.bytesPerPixel
      switch format {
      case .rgb8: (bytes[t], bytes[t + 1], bytes[t + 2]) = (rgb[s], rgb[s + 1], rgb[s + 2])
      case .rgba8: (bytes[t], bytes[t + 1], bytes[t + 2]) = (rgb[s], rgb[s + 1], rgb[s + 2])
      case .bgra8: (bytes[t + 2], bytes[t + 1], bytes[t]) = (rgb[s], rgb[s + 1], rgb[s + 2])
      default: bytes[t] = rgb[s]
      }
    }
  }
  // The last row ends with its last pixel: reading on would leave the array.
  bytes.removeLast(padding)
  return try Image(width: size.width, height: size.height, format: format, bytesPerRow: stride, bytes: bytes)
}

func noise(_ count: Int, seed: UInt64) -> [UInt8] {
  var generator = SeededGenerator(seed: seed)
  return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
}

@Suite struct PreparerTests {
  static let regions = [
    NormalizedRegion.wholeImage,
    NormalizedRegion(xCenter: 0.45, yCenter: 0.6, width: 0.5, height: 0.7, rotationRadians: 0.4),
    NormalizedRegion(xCenter: 0.9, yCenter: -0.1, width: 1.3, height: 0.9, rotationRadians: -2.2),
    NormalizedRegion(xCenter: 3, yCenter: 4, width: 0.2, height: 0.2, rotationRadians: 1),
  ]

  @Test(arguments: [PixelFormat.rgb8, .rgba8, .bgra8], [0, 1, 13])
  func formatAndStrideDoNotMatter(format: PixelFormat, padding: Int) throws {
    let seed: UInt64 = 11
    let size = ImageSize(width: 37, height: 23)
    let rgb = noise(size.width * size.height * 3, seed: seed)
    let plain = try Image(width: size.width, height: size.height, format: .rgb8, bytes: rgb)
    for border in [BorderMode.zero, .replicate] {
      let preparer = ImagePreparer(width: 70, height: 19, keepsAspect: border == .zero, border: border, range: 0...1)
      for filler in [UInt8(0), 255] {
        let other = try repack(rgb, size, as: format, padding: padding, filler: filler)
        for region in Self.regions {
          #expect(try tensor(plain, preparer, region) == tensor(other, preparer, region, padding: padding), "seed \(seed)")
        }
      }
    }
  }

  @Test func greyEqualsThreeEqualChannels() throws {
    let size = ImageSize(width: 21, height: 17)
    let grey = noise(size.width * size.height, seed: 5)
    let colour = try Image(width: size.width, height: size.height, format: .rgb8, bytes: grey.flatMap { [$0, $0, $0] })
    let preparer = ImagePreparer(width: 16, height: 16, keepsAspect: true, border: .zero, range: -1...1)
    for padding in [0, 5] {
      let image = try repack(grey.flatMap { [$0, $0, $0] }, size, as: .gray8, padding: padding, filler: 9)
      for region in Self.regions { #expect(try tensor(image, preparer, region) == tensor(colour, preparer, region)) }
    }
  }

  /// The formula of the specification, tap by tap with the map's own places, in plain integers.
  static func naive(
    _ rgb: [UInt8], _ size: ImageSize, _ preparer: ImagePreparer, _ region: NormalizedRegion, _ range: ClosedRange<Float>
  )
    throws -> [Float]
  {
    var pixels = PixelRegion(region, in: size)
    if preparer.keepsAspect { pixels = pixels.padded(toAspectOf: preparer.width, preparer.height).region }
    let map = try CropMap(region: pixels, width: preparer.width, height: preparer.height)
    func tap(_ x: Int, _ y: Int, _ channel: Int) -> Int {
      if preparer.border == .zero, x < 0 || y < 0 || x >= size.width || y >= size.height { return 0 }
      let column = min(max(x, 0), size.width - 1)
      let row = min(max(y, 0), size.height - 1)
      return Int(rgb[(row * size.width + column) * 3 + channel])
    }
    var values: [Float] = []
    for j in 0..<preparer.height {
      for i in 0..<preparer.width {
        let place = map.place(column: i, row: j)
        let (x, y) = (Int(place.x) >> 5, Int(place.y) >> 5)
        let (p, q) = (Int(place.x) & 31, Int(place.y) & 31)
        for c in 0..<3 {
          let upper = (32 - p) * (32 - q) * tap(x, y, c) + p * (32 - q) * tap(x + 1, y, c)
          let lower = (32 - p) * q * tap(x, y + 1, c) + p * q * tap(x + 1, y + 1, c)
          let level = (upper + lower + 512) >> 10
          values.append(Float(level) * ((range.upperBound - range.lowerBound) / 255) + range.lowerBound)
        }
      }
    }
    return values
  }

  @Test(arguments: [BorderMode.zero, .replicate], [1, 2, 7, 33])
  func fastPathsEqualTheFormula(border: BorderMode, side: Int) throws {
    for width in 1...9 {
      let size = ImageSize(width: width * 3, height: side)
      let rgb = noise(size.width * size.height * 3, seed: UInt64(width))
      let image = try Image(width: size.width, height: size.height, format: .rgb8, bytes: rgb)
      for (w, h) in [(1, 1), (5, 3), (65, 17), (130, 4)] {
        let preparer = ImagePreparer(width: w, height: h, keepsAspect: side == 7, border: border, range: -1...1)
        for region in Self.regions {
          #expect(try tensor(image, preparer, region) == Self.naive(rgb, size, preparer, region, -1...1), "seed \(width)")
        }
      }
    }
  }

  @Test func valueRangeReachesBothEnds() throws {
    let image = try Image(width: 2, height: 1, format: .gray8, bytes: [0, 255])
    let preparer = ImagePreparer(width: 2, height: 1, keepsAspect: false, border: .replicate, range: -1...1)
    #expect(try tensor(image, preparer, .wholeImage) == [-1, -1, -1, 1, 1, 1])
  }

  @Test func anEmptyRegionYieldsNothingAndABrokenOneAnError() throws {
    let image = try Image(width: 4, height: 4, format: .gray8, bytes: noise(16, seed: 1))
    let preparer = ImagePreparer(width: 8, height: 8, keepsAspect: false, border: .zero, range: 0...1)
    var values = [Float](repeating: 5, count: 8 * 8 * 3)
    func prepare(_ x: Float, _ w: Float, _ h: Float, _ r: Float = 0) throws -> PreparedRegion? {
      try values.withUnsafeMutableBufferPointer { buffer in
        let base = try #require(buffer.baseAddress)
        return try image.withPixelView { view in
          let region = NormalizedRegion(xCenter: x, yCenter: 0.5, width: w, height: h, rotationRadians: r)
          return try preparer.prepare(view, region: region, into: base)
        }
      }
    }
    #expect(try prepare(0.5, 0, 0) == nil)
    for (x, w, h, r) in [
      (Float(0.5), Float(0), Float(1), Float(0)), (0.5, 1, -1, 0), (.nan, 1, 1, 0), (0.5, .nan, 1, 0), (0.5, 1, .infinity, 0),
      (0.5, 1, 1, .nan), (0.5, 1e38, 1e38, 0), (-.infinity, 1, 1, 0), (0.5, .leastNormalMagnitude, .leastNormalMagnitude, 0),
    ] {
      let error = #expect(throws: LandmarkError.self) { try prepare(x, w, h, r) }
      #expect(error?.code == .invalidArgument)
    }
    #expect(values.allSatisfy { $0 == 5 })
    // Far away or huge is no error: nothing of the picture is seen.
    _ = try #require(try prepare(1e5, 1, 1))
    #expect(values.allSatisfy { $0 == 0 })
    _ = try #require(try prepare(0.5, 1e9, 1e9, 0.3))
  }

  @Test(arguments: [PixelFormat.nv12FullRange, .nv12VideoRange])
  func twoPlanesAreRefusedByName(format: PixelFormat) throws {
    let image = try Image(width: 2, height: 2, format: format, bytes: noise(6, seed: 3))
    let preparer = ImagePreparer(width: 2, height: 2, keepsAspect: false, border: .zero, range: 0...1)
    let error = #expect(throws: LandmarkError.self) { try tensor(image, preparer, .wholeImage) }
    #expect(error?.code == .unsupportedImage)
    #expect(error?.message.contains(format.rawValue) == true)
  }

  @Test(arguments: [(224, BorderMode.replicate), (256, .replicate), (192, .zero)])
  func preparingIsFast(side: Int, border: BorderMode) throws {
    let size = ImageSize(width: 1280, height: 960)
    let image = try Image(
      width: size.width, height: size.height, format: .rgb8, bytes: noise(size.width * size.height * 3, seed: 8))
    let preparer = ImagePreparer(width: side, height: side, keepsAspect: border == .zero, border: border, range: 0...1)
    let region = NormalizedRegion(xCenter: 0.45, yCenter: 0.6, width: 0.5, height: 0.6, rotationRadians: 0.4)
    var values = [Float](repeating: 0, count: side * side * 3)
    var best = Duration.seconds(1)
    try values.withUnsafeMutableBufferPointer { buffer in
      let base = try #require(buffer.baseAddress)
      for _ in 0..<40 {
        let time = try ContinuousClock().measure {
          try image.withPixelView { view in _ = try preparer.prepare(view, region: region, into: base) }
        }
        best = min(best, time)
      }
    }
    print("prepare \(side)x\(side): best \(best)")
    // Ten times the target, so that a busy machine does not fail it but a lost fast path does.
    #expect(best < .milliseconds(15))
  }
}
