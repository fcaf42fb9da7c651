import VisionBase

/// The picture formats that can be read, told by their first bytes.
enum PictureKind: String, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case webp = "WebP"
  case bmp = "BMP"

  /// Looks at the first bytes only.
  static func detect(in bytes: [UInt8]) throws(LandmarkError) -> PictureKind {
    guard !bytes.isEmpty else {
      throw LandmarkError(.invalidImage, "The picture is empty (0 bytes).", remedy: "Check that the file was copied completely.")
    }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if bytes.hasASCII("RIFF", at: 0), bytes.hasASCII("WEBP", at: 8) { return .webp }
    if bytes.hasASCII("BM", at: 0), BitmapHeader.looksLikeHeader(bytes) { return .bmp }
    if let name = nameOfUnsupportedKind(bytes) {
      throw LandmarkError(
        .unsupportedImage, "The picture is \(name), which cannot be read.", remedy: "Convert it to JPEG, PNG, WebP or BMP.")
    }
    throw LandmarkError(
      .invalidImage, "The file does not start like a picture.", remedy: "JPEG, PNG, WebP and BMP files can be read.")
  }

  /// Names common formats, so that the message says what the file is rather than only what it is not.
  private static func nameOfUnsupportedKind(_ bytes: [UInt8]) -> String? {
    if bytes.hasASCII("GIF8", at: 0) { return "a GIF" }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0x00]) || bytes.starts(with: [0x4D, 0x4D, 0x00, 0x2A]) {
      return "a TIFF or raw photo"
    }
    if bytes.starts(with: [0xFF, 0x0A]) || bytes.hasASCII("JXL ", at: 4) { return "a JPEG XL" }
    if bytes.hasASCII("jP  ", at: 4) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) { return "a JPEG 2000" }
    if bytes.hasASCII("ftyp", at: 4) {
      if bytes.hasASCII("avif", at: 8) || bytes.hasASCII("avis", at: 8) { return "an AVIF" }
      if ["heic", "heix", "heim", "heis", "hevc", "mif1", "msf1"].contains(where: { bytes.hasASCII($0, at: 8) }) {
        return "a HEIC"
      }
      return "a film"
    }
    if bytes.hasASCII("%PDF", at: 0) { return "a PDF" }
    return nil
  }
}

extension [UInt8] {
  /// Whether the ASCII characters of `text` stand at `offset`; false beyond the end.
  func hasASCII(_ text: String, at offset: Int) -> Bool {
    offset >= 0 && offset <= count && self[offset...].starts(with: text.utf8)
  }
}
