import CLandmarkKernels
import KernelSets
import VisionBase

/// Bilinear sampling with weights of 1/32 pixel in integers. Source: MediaPipe, `pipelines.md` section 2.3, step 5.
///
/// Pixels whose four taps all lie inside the picture are handled in runs without any test per pixel; the others take
/// the slower way that looks at each tap.
struct CropSampler {
  private let base: UnsafePointer<UInt8>
  private let bytesPerRow: Int
  private let lastColumn: Int32
  private let lastRow: Int32
  /// First column of the last but one row from which eight bytes reach over the end of the picture's memory.
  private let endColumn: Int32
  private let channels: ChannelLayout
  private let border: BorderMode
  private let levels: UnsafePointer<Float>
  private let kernels: UnsafePointer<lk_kernels>?
  private var run: lk_sampler

  /// - Parameter kernels: `nil` means the scalar way, which is the reference of the kernels.
  init(
    view: PixelView, channels: ChannelLayout, border: BorderMode, levels: UnsafePointer<Float>, scale: Float, lowest: Float,
    kernels: KernelSet?
  ) {
    self.base = view.base
    self.bytesPerRow = view.bytesPerRow
    self.lastColumn = Int32(truncatingIfNeeded: view.size.width - 1)
    self.lastRow = Int32(truncatingIfNeeded: view.size.height - 1)
    self.endColumn = Int32(truncatingIfNeeded: view.size.width - (7 + channels.pixelBytes) / channels.pixelBytes + 1)
    self.channels = channels
    self.border = border
    self.levels = levels
    // Eight bytes from a left pixel on reach over at most one row; in narrower pictures they would reach over more.
    self.kernels = view.bytesPerRow + 2 * channels.pixelBytes >= 8 ? kernels?.table : nil
    self.run = lk_sampler(
      base: view.base, bytes_per_row: view.bytesPerRow, format: channels.kernelFormat, scale: scale, lowest: lowest, ahead: 0)
  }

  /// Columns whose places are computed at a time: small enough for the stack.
  private static var chunk: Int { 64 }

  /// Rows of samples between what is sampled and what is fetched meanwhile.
  private static var fetchedRowsAhead: Double { 2 }

  mutating func sample(
    _ map: CropMap, width: Int, rows: Range<Int>, into target: UnsafeMutablePointer<Float>, rowStrideElements: Int
  ) {
    var kernelMap = map.kernelMap
    let (columns, lines) = map.pixelsPerRow
    run.ahead =
      Self.bytes(Self.fetchedRowsAhead * lines, times: bytesPerRow)
      + Self.bytes(Self.fetchedRowsAhead * columns, times: channels.pixelBytes)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 2 * Self.chunk) { places in
      // Capacity is not 0.
      let x = places.baseAddress!
      let y = x + Self.chunk
      for row in rows {
        let out = target + row * rowStrideElements
        var block = 0
        while block < width {
          let blockEnd = min(block + map.blockWidth, width)
          var column = block
          while column < blockEnd {
            let count = min(Self.chunk, blockEnd - column)
            if let kernels {
              kernels.pointee.places(&kernelMap, Int32(block), Int32(column), Int32(count), Int32(row), x, y)
            } else {
              map.places(blockStart: block, firstColumn: column, count: count, row: row, x: x, y: y)
            }
            sampleRun(x, y, count, out + 3 * column)
            column += count
          }
          block = blockEnd
        }
      }
    }
  }

  /// Distance of so many pixels or lines in bytes; 0 for distances that no picture has.
  private static func bytes(_ count: Double, times size: Int) -> Int {
    abs(count) < 65_536 ? Int(count.rounded()) * size : 0
  }

  /// Whether all four taps lie inside the picture, far enough from the end of its memory.
  @inline(__always)
  private func isInterior(_ x: Int32, _ y: Int32) -> Bool {
    let column = x >> 5
    let row = y >> 5
    return UInt32(bitPattern: column) < UInt32(bitPattern: lastColumn) && UInt32(bitPattern: row) < UInt32(bitPattern: lastRow)
      && (row < lastRow - 1 || column < endColumn)
  }

  private func sampleRun(
    _ x: UnsafePointer<Int32>, _ y: UnsafePointer<Int32>, _ count: Int, _ out: UnsafeMutablePointer<Float>
  ) {
    var i = 0
    while i < count {
      var end = i
      while end < count, isInterior(x[end], y[end]) { end += 1 }
      if end > i {
        if let kernels {
          withUnsafePointer(to: run) { kernels.pointee.sample($0, x + i, y + i, Int32(end - i), out + 3 * i) }
        } else {
          sampleInterior(x + i, y + i, end - i, out + 3 * i)
        }
      }
      i = end
      while i < count, !isInterior(x[i], y[i]) {
        sampleEdge(x[i], y[i], out + 3 * i)
        i += 1
      }
    }
  }

  private func sampleInterior(
    _ x: UnsafePointer<Int32>, _ y: UnsafePointer<Int32>, _ count: Int, _ out: UnsafeMutablePointer<Float>
  ) {
    let (pixelBytes, red, green, blue) = (channels.pixelBytes, channels.red, channels.green, channels.blue)
    for i in 0..<count {
      let p = UInt32(truncatingIfNeeded: x[i] & 31)
      let q = UInt32(truncatingIfNeeded: y[i] & 31)
      let top = base + (Int(y[i] >> 5) &* bytesPerRow &+ Int(x[i] >> 5) &* pixelBytes)
      let bottom = top + bytesPerRow
      let weights = Weights(p, q)
      let pixel = out + 3 * i
      pixel[0] = levels[weights.mix(top + red, bottom + red, pixelBytes)]
      pixel[1] = levels[weights.mix(top + green, bottom + green, pixelBytes)]
      pixel[2] = levels[weights.mix(top + blue, bottom + blue, pixelBytes)]
    }
  }

  private func sampleEdge(_ x: Int32, _ y: Int32, _ out: UnsafeMutablePointer<Float>) {
    let column = x >> 5
    let row = y >> 5
    var weights = Weights(UInt32(truncatingIfNeeded: x & 31), UInt32(truncatingIfNeeded: y & 31))
    if border == .zero {
      // A tap outside keeps a valid address but no weight.
      let left = column >= 0 && column <= lastColumn
      let right = column >= -1 && column < lastColumn
      let upper = row >= 0 && row <= lastRow
      let lower = row >= -1 && row < lastRow
      if !(left || right) || !(upper || lower) {
        (out[0], out[1], out[2]) = (levels[0], levels[0], levels[0])
        return
      }
      if !(left && upper) { weights.topLeft = 0 }
      if !(right && upper) { weights.topRight = 0 }
      if !(left && lower) { weights.bottomLeft = 0 }
      if !(right && lower) { weights.bottomRight = 0 }
    }
    let x0 = Int(min(max(column, 0), lastColumn)) &* channels.pixelBytes
    let x1 = Int(min(max(column &+ 1, 0), lastColumn)) &* channels.pixelBytes
    let top = base + Int(min(max(row, 0), lastRow)) &* bytesPerRow
    let bottom = base + Int(min(max(row &+ 1, 0), lastRow)) &* bytesPerRow
    out[0] = levels[weights.mix(top + x0 + channels.red, bottom + x0 + channels.red, x1 - x0)]
    out[1] = levels[weights.mix(top + x0 + channels.green, bottom + x0 + channels.green, x1 - x0)]
    out[2] = levels[weights.mix(top + x0 + channels.blue, bottom + x0 + channels.blue, x1 - x0)]
  }

  /// The weights of the four taps; they sum up to 1024.
  private struct Weights {
    var topLeft: UInt32
    var topRight: UInt32
    var bottomLeft: UInt32
    var bottomRight: UInt32

    @inline(__always)
    init(_ p: UInt32, _ q: UInt32) {
      topLeft = (32 &- p) &* (32 &- q)
      topRight = p &* (32 &- q)
      bottomLeft = (32 &- p) &* q
      bottomRight = p &* q
    }

    /// The weighted 8-bit value; `step` bytes lie between the left and the right tap.
    @inline(__always)
    func mix(_ top: UnsafePointer<UInt8>, _ bottom: UnsafePointer<UInt8>, _ step: Int) -> Int {
      let sum =
        topLeft &* UInt32(top[0]) &+ topRight &* UInt32(top[step]) &+ bottomLeft &* UInt32(bottom[0])
        &+ bottomRight &* UInt32(bottom[step]) &+ 512
      return Int(sum >> 10)
    }
  }
}
