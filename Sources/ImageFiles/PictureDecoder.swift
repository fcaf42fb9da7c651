import CImageCodecs
import VisionBase

/// Runs the C codecs: first the header, then the limit, then memory and pixels.
enum PictureDecoder {
  /// Decodes into `rgb8` rows without padding, as stored (no orientation).
  static func decode(_ bytes: [UInt8], kind: PictureKind, pixelLimit: Int) throws(LandmarkError) -> Image {
    let size = try readSize(bytes, kind: kind)
    try check(size, kind: kind, pixelLimit: pixelLimit)
    let width = Int(size.width)
    let height = Int(size.height)
    var report = lmic_report()
    var status = LMIC_INVALID
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 3) { buffer, initializedCount in
      // The capacity is at least 3 because both sides are, so there is a base address.
      guard let target = buffer.baseAddress else { return }
      status = bytes.withUnsafeBufferPointer { source in
        switch kind {
        case .jpeg: lmic_jpeg_decode(source.baseAddress, source.count, size, target, &report)
        case .png: lmic_png_decode(source.baseAddress, source.count, size, target, &report)
        case .webp: lmic_webp_decode(source.baseAddress, source.count, size, target, &report)
        case .bmp: lmic_bmp_decode(source.baseAddress, source.count, size, target, &report)
        }
      }
      // After a failure nothing of the memory is read: the array stays empty.
      initializedCount = status == LMIC_OK ? width * height * 3 : 0
    }
    guard status == LMIC_OK else { throw failure(status, report, kind: kind) }
    return try Image(width: width, height: height, format: .rgb8, bytes: pixels)
  }

  private static func readSize(_ bytes: [UInt8], kind: PictureKind) throws(LandmarkError) -> lmic_size {
    var size = lmic_size()
    var report = lmic_report()
    let status: lmic_status
    switch kind {
    case .jpeg: status = lmic_jpeg_read_size(bytes, bytes.count, &size, &report)
    case .png: status = lmic_png_read_size(bytes, bytes.count, &size, &report)
    case .webp:
      try checkContainerLength(bytes)
      status = lmic_webp_read_size(bytes, bytes.count, &size, &report)
    case .bmp:
      let header = try BitmapHeader(bytes)
      return lmic_size(width: UInt32(header.width), height: UInt32(header.height))
    }
    guard status == LMIC_OK else { throw failure(status, report, kind: kind) }
    return size
  }

  private static func check(_ size: lmic_size, kind: PictureKind, pixelLimit: Int) throws(LandmarkError) {
    guard size.width > 0, size.height > 0 else {
      throw LandmarkError(.invalidImage, "The \(kind.rawValue) picture has no pixels (\(size.width)×\(size.height)).")
    }
    // Two 32-bit factors fit into 64 bits.
    guard UInt64(size.width) * UInt64(size.height) <= UInt64(pixelLimit) else {
      throw LandmarkError(
        .unsupportedImage,
        "The \(kind.rawValue) picture has \(size.width)×\(size.height) pixels, more than the limit of \(pixelLimit).",
        remedy: "Scale it down, or raise pixelLimit if the file can be trusted.")
    }
  }

  /// A RIFF file says how long it is; libwebp decodes a shortened lossy picture in some cases all the same.
  private static func checkContainerLength(_ bytes: [UInt8]) throws(LandmarkError) {
    guard let length = ByteReader(bytes, order: .little).uint32(at: 4), Int(length) <= bytes.count - 8 else {
      throw LandmarkError(.invalidImage, "The WebP picture ends early (\(bytes.count) bytes).", remedy: remedyForDamage)
    }
  }

  private static func failure(_ status: lmic_status, _ report: lmic_report, kind: PictureKind) -> LandmarkError {
    let reason = text(of: report)
    switch status {
    case LMIC_UNSUPPORTED:
      return LandmarkError(
        .unsupportedImage, "This kind of \(kind.rawValue) picture cannot be read: \(reason)",
        remedy: "Convert it to an ordinary JPEG or PNG.")
    case LMIC_OUT_OF_MEMORY:
      return LandmarkError(
        .unsupportedImage, "There is not enough memory for the \(kind.rawValue) picture.", remedy: "Scale it down.")
    default:
      return LandmarkError(.invalidImage, "The \(kind.rawValue) picture is damaged: \(reason)", remedy: remedyForDamage)
    }
  }

  static let remedyForDamage = "Check that the file was copied completely."

  /// The library's sentence with a full stop at its end.
  static func text(of report: lmic_report) -> String {
    let sentence = withUnsafeBytes(of: report.message) { raw in
      String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
    }
    if sentence.isEmpty { return "no reason was given." }
    return sentence.hasSuffix(".") ? sentence : sentence + "."
  }
}
