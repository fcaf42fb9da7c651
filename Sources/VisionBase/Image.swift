/// A picture in memory: an immutable value that may be shared between threads without copying its pixels.
///
/// Pixels are kept as handed over, in any of the formats of ``PixelFormat`` and with any row stride; conversion
/// happens while a region is sampled. Row 0 is the top.
public struct Image: Sendable {
  /// Width and height in pixels.
  public let size: ImageSize
  /// Layout of the bytes.
  public let format: PixelFormat
  /// Distance of two rows of the first plane in bytes, at least width × bytes per pixel.
  public let bytesPerRow: Int
  /// Distance of two rows of the chroma plane in bytes; 0 unless the format is NV12.
  public let chromaBytesPerRow: Int

  private let storage: [UInt8]
  private let chromaOffset: Int

  /// The largest number of pixels accepted unless the caller says otherwise: 2^28.
  public static let defaultPixelLimit = 1 << 28

  /// Takes over `bytes` as the pixels of a picture.
  ///
  /// - Parameters:
  ///   - width: Pixels per row, at least 1.
  ///   - height: Rows, at least 1.
  ///   - format: Layout of the bytes.
  ///   - bytesPerRow: Distance of two rows in bytes; `nil` means rows without padding.
  ///   - chromaBytesPerRow: Same for the chroma plane of NV12; `nil` means rows without padding.
  ///   - bytes: The rows from top to bottom; for NV12 all luma rows (`bytesPerRow` × `height` bytes), then all chroma
  ///     rows. The last row of a plane may end after its last pixel.
  /// - Throws: ``LandmarkError`` with `invalidArgument` if a size is not positive, a stride is too small, or there are
  ///   fewer bytes than the sizes ask for.
  public init(
    width: Int, height: Int, format: PixelFormat, bytesPerRow: Int? = nil, chromaBytesPerRow: Int? = nil, bytes: [UInt8]
  ) throws(LandmarkError) {
    guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else {
      throw LandmarkError(
        .invalidArgument, "Image size \(width)×\(height) is not valid.", remedy: "Both sides must be at least 1.")
    }
    let rowBytes = width * format.bytesPerPixel
    let stride = bytesPerRow ?? rowBytes
    let lumaBytes = try Self.planeBytes(name: "bytesPerRow", stride: stride, rowBytes: rowBytes, rows: height)
    var needed = lumaBytes
    var chromaOffset = 0
    var chromaStride = 0
    if format.hasChromaPlane {
      let chromaRowBytes = (width + 1) / 2 * 2
      chromaStride = chromaBytesPerRow ?? (bytesPerRow == nil ? chromaRowBytes : stride)
      let chromaBytes = try Self.planeBytes(
        name: "chromaBytesPerRow", stride: chromaStride, rowBytes: chromaRowBytes, rows: (height + 1) / 2)
      let (offset, overflow) = stride.multipliedReportingOverflow(by: height)
      let (total, overflow2) = offset.addingReportingOverflow(chromaBytes)
      guard !overflow, !overflow2 else {
        throw LandmarkError(.invalidArgument, "Image of \(width)×\(height) with \(stride) bytes per row is too large.")
      }
      chromaOffset = offset
      needed = total
    }
    guard bytes.count >= needed else {
      throw LandmarkError(
        .invalidArgument, "Image of \(width)×\(height) \(format.rawValue) needs \(needed) bytes, got \(bytes.count).",
        remedy: "Check format and bytesPerRow.")
    }
    self.size = ImageSize(width: width, height: height)
    self.format = format
    self.bytesPerRow = stride
    self.chromaBytesPerRow = chromaStride
    self.storage = bytes
    self.chromaOffset = chromaOffset
  }

  /// Calls `body` with a view of the pixels; the view must not escape.
  package func withPixelView<Result, Failure: Error>(_ body: (PixelView) throws(Failure) -> Result) throws(Failure) -> Result {
    try storage.withUnsafeBufferPointer { (buffer) throws(Failure) -> Result in
      // The initializer made sure that there is at least one byte.
      let base = buffer.baseAddress!
      return try body(
        PixelView(
          size: size, format: format, base: base, bytesPerRow: bytesPerRow,
          chromaBase: format.hasChromaPlane ? base + chromaOffset : nil, chromaBytesPerRow: chromaBytesPerRow))
    }
  }

  /// Bytes from the first to the last pixel of a plane, all products checked.
  private static func planeBytes(name: String, stride: Int, rowBytes: Int, rows: Int) throws(LandmarkError) -> Int {
    guard stride >= rowBytes else {
      throw LandmarkError(
        .invalidArgument, "\(name) is \(stride), but a row has \(rowBytes) bytes.", remedy: "Pass at least \(rowBytes).")
    }
    let (product, overflow) = stride.multipliedReportingOverflow(by: rows - 1)
    let (sum, overflow2) = product.addingReportingOverflow(rowBytes)
    guard !overflow, !overflow2 else {
      throw LandmarkError(.invalidArgument, "\(rows) rows of \(stride) bytes are too large.")
    }
    return sum
  }
}
