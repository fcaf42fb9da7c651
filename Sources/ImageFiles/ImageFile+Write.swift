import CImageCodecs
public import VisionBase

extension ImageFile {
  /// Writes a picture to a file: first under a temporary name in the same folder, renamed once it is complete.
  ///
  /// An existing file is replaced; after a failure it stands as before and the temporary file is gone. If `path` is a
  /// symbolic link, the file it points to is replaced. A device or pipe is written to directly.
  ///
  /// - Parameters:
  ///   - image: The picture in any pixel format; converted to RGB, alpha is not written. A `gray8` picture becomes a
  ///     grey PNG.
  ///   - path: The file; its folder must exist.
  ///   - format: PNG or JPEG; ``Format/init(path:jpegQuality:)`` chooses by the name.
  /// - Throws: ``LandmarkError`` with `outputFailed` if the file cannot be written, else as ``encode(_:format:)``.
  public static func write(_ image: Image, path: String, format: Format) throws(LandmarkError) {
    let bytes = try encode(image, format: format)
    try FileBytes.write(bytes, path: path)
  }

  /// Encodes a picture in memory.
  ///
  /// - Parameters:
  ///   - image: The picture in any pixel format; converted to RGB, alpha is not written. A `gray8` picture becomes a
  ///     grey PNG.
  ///   - format: PNG or JPEG.
  /// - Returns: The whole file.
  /// - Throws: ``LandmarkError`` with `invalidArgument` for a JPEG quality outside 1…100, `outputFailed` if the
  ///   format cannot hold the picture (JPEG: at most 65500 pixels a side) or there is not enough memory.
  public static func encode(_ image: Image, format: Format) throws(LandmarkError) -> [UInt8] {
    if case .jpeg(let quality) = format, !(1...100).contains(quality) {
      throw LandmarkError(.invalidArgument, "JPEG quality is \(quality).", remedy: "Pass 1…100.")
    }
    let isGrey = format == .png && image.format == .gray8
    let picture = isGrey ? image : try image.convertedToRGB()
    // Image accepts at most 2^31 − 1 pixels a side.
    let size = lmic_size(width: UInt32(picture.size.width), height: UInt32(picture.size.height))
    var report = lmic_report()
    var encoded: UnsafeMutablePointer<UInt8>?
    var count = 0
    let status = picture.withPixelView { view in
      switch format {
      case .png: lmic_png_encode(view.base, size, view.bytesPerRow, isGrey, &encoded, &count, &report)
      case .jpeg(let quality): lmic_jpeg_encode(view.base, size, Int32(quality), &encoded, &count, &report)
      }
    }
    guard status == LMIC_OK, let encoded else {
      throw LandmarkError(.outputFailed, "The picture cannot be encoded: \(PictureDecoder.text(of: report))")
    }
    defer { lmic_free(encoded) }
    return [UInt8](UnsafeBufferPointer(start: encoded, count: count))
  }
}
