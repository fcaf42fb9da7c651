package import VisionBase

extension ImageFile {
  /// The orientation that a camera wrote into the file (EXIF tag 0x0112); `up` without one or with broken EXIF data.
  ///
  /// - Throws: `LandmarkError` with `invalidImage` or `unsupportedImage` if the bytes are no picture that can be read here.
  package static func storedOrientation(bytes: [UInt8]) throws(LandmarkError) -> ImageOrientation {
    ExifOrientation.find(in: bytes, kind: try PictureKind.detect(in: bytes)) ?? .up
  }
}
