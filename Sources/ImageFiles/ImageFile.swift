public import VisionBase

/// Picture files: JPEG, PNG, WebP and BMP to pixels, pixels to PNG and JPEG.
///
/// The format is told by the first bytes, never by the name. Pixels come as `rgb8` without padding: alpha is dropped
/// (colours stay as stored), 16-bit samples keep their high byte, palettes are expanded, CMYK is converted, embedded
/// colour profiles and gamma are not applied. All calls are safe from any thread.
public enum ImageFile {
  /// What happens with the orientation that a camera wrote into the file (EXIF tag 0x0112).
  public enum OrientationPolicy: Sendable, Hashable {
    /// Turns the pixels upright. A file without orientation, or with broken EXIF data, is taken as stored.
    case fromFile
    /// Leaves the pixels as they are stored.
    case asStored
  }

  /// Reads a picture file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - orientation: Whether to turn the pixels upright.
  ///   - pixelLimit: Most pixels (width × height) to accept, at least 1; checked before memory for them is asked for.
  /// - Returns: The picture as `rgb8`, owned by the caller.
  /// - Throws: `LandmarkError` with `fileNotFound` if the file is missing, a folder or not readable,
  ///   `invalidImage` if its bytes are damaged, end early or are no picture, `unsupportedImage` if the kind of
  ///   picture cannot be read here or it has too many pixels, `invalidArgument` for a limit below 1.
  public static func load(
    path: String, orientation: OrientationPolicy = .fromFile, pixelLimit: Int = Image.defaultPixelLimit
  ) throws(LandmarkError) -> Image {
    do {
      let bytes = try FileBytes.read(path: path, byteLimit: byteLimit(forPixels: pixelLimit))
      return try load(bytes: bytes, orientation: orientation, pixelLimit: pixelLimit)
    } catch {
      throw error.located(in: path)
    }
  }

  /// Decodes a picture file that is already in memory.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - orientation: Whether to turn the pixels upright.
  ///   - pixelLimit: Most pixels (width × height) to accept, at least 1; checked before memory for them is asked for.
  /// - Returns: The picture as `rgb8`, owned by the caller.
  /// - Throws: `LandmarkError` as ``load(path:orientation:pixelLimit:)`` does, except `fileNotFound`.
  public static func load(
    bytes: [UInt8], orientation: OrientationPolicy = .fromFile, pixelLimit: Int = Image.defaultPixelLimit
  ) throws(LandmarkError) -> Image {
    guard pixelLimit > 0 else {
      throw LandmarkError(.invalidArgument, "pixelLimit is \(pixelLimit).", remedy: "Pass at least 1.")
    }
    let kind = try PictureKind.detect(in: bytes)
    let stored = try PictureDecoder.decode(bytes, kind: kind, pixelLimit: pixelLimit)
    guard orientation == .fromFile, let turn = ExifOrientation.find(in: bytes, kind: kind) else { return stored }
    return try stored.turnedUpright(from: turn)
  }

  /// No picture within the pixel limit needs a larger file: 8 bytes per pixel (16-bit RGBA) plus room for metadata.
  private static func byteLimit(forPixels pixelLimit: Int) -> Int {
    let (pixels, overflow) = max(pixelLimit, 1).multipliedReportingOverflow(by: 8)
    let (total, overflow2) = pixels.addingReportingOverflow(64 << 20)
    return overflow || overflow2 ? Int.max : total
  }
}
