import CLandmarkKernels
package import KernelSets
package import VisionBase

/// What a sample outside the picture counts as.
package enum BorderMode: Sendable, Hashable {
  /// 0 in every channel, before the value range is applied; tap by tap, so that the picture's edge fades.
  case zero
  /// The nearest pixel of the picture.
  case replicate
}

/// Region of a picture → tensor `[height, width, 3]`, Float32, R G B, for one network.
///
/// Immutable; may be used from any thread. Source of the arithmetic: MediaPipe, `pipelines.md` section 2 and
/// appendix A.2, bit for bit.
package struct ImagePreparer: Sendable {
  package let width: Int
  package let height: Int
  package let keepsAspect: Bool
  package let border: BorderMode
  package let precision: Precision
  /// Tensor value of each 8-bit value.
  private let levels: [Float]
  private let scale: Float
  private let lowest: Float
  private let kernels: KernelSet?

  /// - Parameters:
  ///   - width: Columns of the tensor, at least 1.
  ///   - height: Rows of the tensor, at least 1.
  ///   - keepsAspect: Whether the region is enlarged to the tensor's aspect ratio (letterbox) or stretched.
  ///   - border: What lies outside the picture.
  ///   - range: Tensor values of the 8-bit values 0 and 255.
  ///   - kernels: The vector kernels to use; `.scalar` is their reference.
  ///   - precision: Whether samples are taken at pixel corners, as the original does, or at their centres.
  package init(
    width: Int, height: Int, keepsAspect: Bool, border: BorderMode, range: ClosedRange<Float>,
    precision: Precision = .mediaPipe, kernels: Kernels = .preferred
  ) {
    self.width = width
    self.height = height
    self.keepsAspect = keepsAspect
    self.border = border
    self.precision = precision
    let scale = (range.upperBound - range.lowerBound) / 255
    self.scale = scale
    self.lowest = range.lowerBound
    self.levels = (0..<256).map { Float($0) * scale + range.lowerBound }
    switch kernels {
    case .scalar: self.kernels = nil
    case .set(let set): self.kernels = set
    // A wish that cannot be met is reported where networks are planned.
    case .preferred: self.kernels = (try? KernelSet.preferred()) ?? KernelSet.available.first
    }
  }

  /// Which code samples.
  package enum Kernels: Sendable {
    case preferred
    case set(KernelSet)
    case scalar
  }

  /// Samples `region` of `view` into `target`.
  ///
  /// - Parameters:
  ///   - target: First element of row 0; must have room for `height` rows.
  ///   - rowStrideElements: Distance of two rows in elements, at least 3 · `width`; `nil` means rows without padding.
  /// - Returns: Where the tensor lies in the picture, or `nil` if width and height of the region are both 0 (then
  ///   nothing was written and the caller skips the subject).
  /// - Throws: `invalidArgument` if the region is not finite or not positive; `unsupportedImage` for NV12, which has to
  ///   be converted to RGB first.
  package func prepare(
    _ view: PixelView, region: NormalizedRegion, into target: UnsafeMutablePointer<Float>, rowStrideElements: Int? = nil
  ) throws(LandmarkError) -> PreparedRegion? {
    guard let sampling = try sampling(view, region: region) else { return nil }
    sampling.sample(rows: 0..<height, into: target, rowStrideElements: rowStrideElements ?? width * 3)
    return sampling.prepared
  }

  /// The same in parts: where the tensor's rows come from, so that threads may share them.
  package func sampling(_ view: PixelView, region: NormalizedRegion) throws(LandmarkError) -> RegionSampling? {
    let channels = try ChannelLayout(view.format)
    if region.width == 0, region.height == 0 { return nil }
    var pixels = PixelRegion(region, in: view.size)
    var letterbox = Letterbox()
    guard pixels.isFinite else {
      throw LandmarkError(.invalidArgument, "The region has a part that is not a finite number.")
    }
    guard pixels.width > 0, pixels.height > 0 else {
      throw LandmarkError(
        .invalidArgument, "The region is \(region.width) × \(region.height) of the picture: both sides must be above 0.")
    }
    if keepsAspect { (pixels, letterbox) = pixels.padded(toAspectOf: width, height) }
    var map = try CropMap(region: pixels, width: width, height: height)
    if precision == .corrected { map = map.atPixelCenters() }
    return RegionSampling(
      preparer: self, view: view, channels: channels, map: map,
      prepared: PreparedRegion(projection: pixels.projection(in: view.size), letterbox: letterbox, region: pixels))
  }

  fileprivate func sample(
    _ view: PixelView, _ channels: ChannelLayout, _ map: CropMap, rows: Range<Int>, into target: UnsafeMutablePointer<Float>,
    rowStrideElements: Int
  ) {
    levels.withUnsafeBufferPointer { table in
      // The table has 256 entries.
      var sampler = CropSampler(
        view: view, channels: channels, border: border, levels: table.baseAddress!, scale: scale, lowest: lowest, kernels: kernels
      )
      sampler.sample(map, width: width, rows: rows, into: target, rowStrideElements: rowStrideElements)
    }
  }
}

/// A region of a picture on its way into a tensor. Valid as long as the picture's pixels; any number of threads may sample
/// different rows at a time.
package struct RegionSampling {
  fileprivate let preparer: ImagePreparer
  fileprivate let view: PixelView
  fileprivate let channels: ChannelLayout
  fileprivate let map: CropMap
  /// Where the tensor lies in the picture.
  package let prepared: PreparedRegion

  /// Rows of the tensor.
  package var height: Int { preparer.height }

  /// Writes the tensor's `rows`.
  ///
  /// - Parameters:
  ///   - target: First element of row 0.
  ///   - rowStrideElements: Distance of two rows in elements, at least 3 times the width.
  package func sample(rows: Range<Int>, into target: UnsafeMutablePointer<Float>, rowStrideElements: Int) {
    preparer.sample(view, channels, map, rows: rows, into: target, rowStrideElements: rowStrideElements)
  }
}

/// Where a prepared tensor lies in the picture.
package struct PreparedRegion: Sendable, Hashable {
  /// From tensor-normalised to image-normalised coordinates.
  package let projection: CropProjection
  /// Parts of the tensor outside the region asked for.
  package let letterbox: Letterbox
  /// The region that the tensor covers, letterbox included.
  package let region: PixelRegion

  package init(projection: CropProjection, letterbox: Letterbox, region: PixelRegion) {
    self.projection = projection
    self.letterbox = letterbox
    self.region = region
  }
}

/// Where red, green and blue lie inside a pixel of a packed format, in bytes.
struct ChannelLayout {
  let pixelBytes: Int
  let red: Int
  let green: Int
  let blue: Int
  let kernelFormat: lk_pixel_format

  init(_ format: PixelFormat) throws(LandmarkError) {
    switch format {
    case .rgb8: (pixelBytes, red, green, blue, kernelFormat) = (3, 0, 1, 2, LK_PIXEL_RGB)
    case .rgba8: (pixelBytes, red, green, blue, kernelFormat) = (4, 0, 1, 2, LK_PIXEL_RGBA)
    case .bgra8: (pixelBytes, red, green, blue, kernelFormat) = (4, 2, 1, 0, LK_PIXEL_BGRA)
    case .gray8: (pixelBytes, red, green, blue, kernelFormat) = (1, 0, 0, 0, LK_PIXEL_GRAY)
    case .nv12VideoRange, .nv12FullRange:
      throw LandmarkError(
        .unsupportedImage, "Pixels of format \(format.rawValue) cannot be sampled directly.",
        remedy: "Convert the image to RGB first.")
    }
  }
}
