package import AppleShims
package import VisionBase

extension Image {
  /// A copy of the pixels of a Core Video buffer.
  ///
  /// Colours of 32BGRA and 32RGBA pixels are taken as multiplied by their alpha, as cameras and Core Image make them, and
  /// divided by it. Where alpha is 0, nothing could be divided and many sources leave the byte unset: colours stay.
  ///
  /// - Parameter pixelBuffer: 32BGRA, 32RGBA, 24RGB, OneComponent8 or 420 bi-planar. Nobody may write to it meanwhile.
  /// - Throws: `LandmarkError` with `unsupportedImage` for another format, `invalidImage` if there are no pixels to read.
  package init(copying pixelBuffer: CVPixelBuffer) throws(LandmarkError) {
    let code = CVPixelBufferGetPixelFormatType(pixelBuffer)
    guard let format = Self.pixelFormat(ofType: code) else {
      throw LandmarkError(
        .unsupportedImage, "Pixel format 0x\(String(code, radix: 16)) of a CVPixelBuffer cannot be read.",
        remedy: "Ask for kCVPixelFormatType_32BGRA.")
    }
    CVPixelBufferLockBaseAddress(pixelBuffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(pixelBuffer, .readOnly) }
    let width = CVPixelBufferGetWidth(pixelBuffer)
    let height = CVPixelBufferGetHeight(pixelBuffer)
    if format.hasChromaPlane {
      self = try Self.copyTwoPlanes(of: pixelBuffer, width: width, height: height, format: format)
      return
    }
    guard let base = CVPixelBufferGetBaseAddress(pixelBuffer) else {
      throw LandmarkError(.invalidImage, "The CVPixelBuffer has no pixels in memory.")
    }
    let stride = CVPixelBufferGetBytesPerRow(pixelBuffer)
    var bytes = try Self.copyRows(base, bytesPerRow: stride, rowBytes: width * format.bytesPerPixel, rows: height)
    if format == .bgra8 || format == .rgba8 { PremultipliedAlpha.divide(&bytes, alphaOffset: 3) }
    self = try Image(width: width, height: height, format: format, bytes: bytes)
  }

  private static func pixelFormat(ofType code: OSType) -> PixelFormat? {
    switch code {
    case kCVPixelFormatType_32BGRA: .bgra8
    case kCVPixelFormatType_32RGBA: .rgba8
    case kCVPixelFormatType_24RGB: .rgb8
    case kCVPixelFormatType_OneComponent8: .gray8
    case kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: .nv12VideoRange
    case kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: .nv12FullRange
    default: nil
    }
  }

  private static func copyTwoPlanes(
    of pixelBuffer: CVPixelBuffer, width: Int, height: Int, format: PixelFormat
  ) throws(LandmarkError) -> Image {
    guard let luma = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 0),
      let chroma = CVPixelBufferGetBaseAddressOfPlane(pixelBuffer, 1)
    else { throw LandmarkError(.invalidImage, "The CVPixelBuffer lacks a plane of luma or chroma.") }
    let lumaStride = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 0)
    let chromaStride = CVPixelBufferGetBytesPerRowOfPlane(pixelBuffer, 1)
    let chromaRowBytes = (width + 1) / 2 * 2
    let lumaBytes = try copyRows(luma, bytesPerRow: lumaStride, rowBytes: width, rows: height)
    let chromaBytes = try copyRows(chroma, bytesPerRow: chromaStride, rowBytes: chromaRowBytes, rows: (height + 1) / 2)
    return try Image(width: width, height: height, format: format, bytes: lumaBytes + chromaBytes)
  }

  /// The rows without their padding.
  static func copyRows(
    _ base: UnsafeRawPointer, bytesPerRow: Int, rowBytes: Int, rows: Int
  ) throws(LandmarkError) -> [UInt8] {
    let (count, overflow) = rowBytes.multipliedReportingOverflow(by: rows)
    guard !overflow, rowBytes > 0, rows > 0, bytesPerRow >= rowBytes else {
      throw LandmarkError(.invalidImage, "\(rows) rows of \(rowBytes) bytes, \(bytesPerRow) apart, are no picture.")
    }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      // The capacity is at least 1, so there is a base address.
      guard let target = buffer.baseAddress else { return }
      let raw = UnsafeMutableRawPointer(target)
      for y in 0..<rows { (raw + y * rowBytes).copyMemory(from: base + y * bytesPerRow, byteCount: rowBytes) }
      initializedCount = count
    }
  }
}
