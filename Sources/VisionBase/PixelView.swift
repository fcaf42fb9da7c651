/// A picture in memory that somebody else owns: pointers, strides and format. Valid only inside the closure that
/// hands it out; never stored. Made by ``Image/withPixelView(_:)`` after the sizes were checked.
package struct PixelView {
  package let size: ImageSize
  package let format: PixelFormat
  /// First byte of row 0 of the first (or only) plane.
  package let base: UnsafePointer<UInt8>
  /// Distance of two rows of the first plane in bytes.
  package let bytesPerRow: Int
  /// First byte of the chroma plane (NV12 only).
  package let chromaBase: UnsafePointer<UInt8>?
  /// Distance of two rows of the chroma plane in bytes (NV12 only, else 0).
  package let chromaBytesPerRow: Int

  package init(
    size: ImageSize, format: PixelFormat, base: UnsafePointer<UInt8>, bytesPerRow: Int,
    chromaBase: UnsafePointer<UInt8>? = nil, chromaBytesPerRow: Int = 0
  ) {
    self.size = size
    self.format = format
    self.base = base
    self.bytesPerRow = bytesPerRow
    self.chromaBase = chromaBase
    self.chromaBytesPerRow = chromaBytesPerRow
  }
}
