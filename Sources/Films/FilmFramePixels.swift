import CFilms
import VisionBase

/// Converts the pixels of a reader's frame straight into the memory of a picture.
enum FilmFramePixels {
  static func copy(_ handle: OpaquePointer, _ pixels: FilmPixels, pixelLimit: Int) throws(LandmarkError) -> Image {
    var frame = lmf_frame()
    guard lmf_reader_current(handle, &frame), frame.width > 0, frame.height > 0 else {
      throw LandmarkError(.invalidArgument, "No frame has been decoded.", remedy: "Call next() first.")
    }
    let (width, height) = (Int(frame.width), Int(frame.height))
    // Two 32-bit factors fit into 64 bits. A film may change its size on the way.
    guard width * height <= pixelLimit else {
      throw LandmarkError(.unsupportedImage, "A frame has \(width)×\(height) pixels, more than the limit of \(pixelLimit).")
    }
    if pixels == .nv12, frame.is_bt601, frame.is_luma_chroma {
      return try copyNV12(handle, width: width, height: height, isFullRange: frame.is_full_range)
    }
    return try copyRGB(handle, width: width, height: height)
  }

  /// FFmpeg's vector code writes in groups of pixels: rows whose length is no multiple of a group get room behind them.
  private static func stride(_ rowBytes: Int, width: Int) -> Int {
    width.isMultiple(of: 16) ? rowBytes : (rowBytes + 127) / 64 * 64
  }

  /// Room behind the last row, for the same reason.
  private static let slackBytes = 64

  private static func copyRGB(_ handle: OpaquePointer, width: Int, height: Int) throws(LandmarkError) -> Image {
    let stride = stride(width * 3, width: width)
    var report = lmf_report()
    var status = LMF_INVALID
    let count = stride * height + slackBytes
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // The capacity is above 0, so there is a base address.
      guard let base = buffer.baseAddress else { return }
      // What lies between and behind the rows is never written by some conversions, but belongs to the array.
      (base + stride * (height - 1)).initialize(repeating: 0, count: stride + slackBytes)
      if stride > width * 3 { base.initialize(repeating: 0, count: count) }
      status = lmf_reader_copy_rgb(handle, base, Int32(stride), &report)
      initializedCount = status == LMF_OK ? count : 0
    }
    guard status == LMF_OK else { throw FilmFailure.error(status, report) }
    return try Image(width: width, height: height, format: .rgb8, bytesPerRow: stride, bytes: bytes)
  }

  private static func copyNV12(
    _ handle: OpaquePointer, width: Int, height: Int, isFullRange: Bool
  ) throws(LandmarkError) -> Image {
    let lumaStride = stride(width, width: width)
    let chromaStride = stride((width + 1) / 2 * 2, width: width)
    let lumaBytes = lumaStride * height
    let count = lumaBytes + chromaStride * ((height + 1) / 2) + slackBytes
    var report = lmf_report()
    var status = LMF_INVALID
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      guard let base = buffer.baseAddress else { return }
      base.initialize(repeating: 0, count: count)
      status = lmf_reader_copy_nv12(handle, base, Int32(lumaStride), base + lumaBytes, Int32(chromaStride), &report)
      initializedCount = status == LMF_OK ? count : 0
    }
    guard status == LMF_OK else { throw FilmFailure.error(status, report) }
    return try Image(
      width: width, height: height, format: isFullRange ? .nv12FullRange : .nv12VideoRange, bytesPerRow: lumaStride,
      chromaBytesPerRow: chromaStride, bytes: bytes)
  }
}
