import ImageFiles
public import VisionBase

/// One frame as a camera delivered it. Its pixels are made when they are asked for, so that frames nobody looks at cost
/// a copy only.
public struct CameraFrame: Sendable {
  /// How the bytes are laid out.
  public enum Layout: Sendable, Hashable {
    /// A JPEG picture; without Huffman tables the usual ones hold.
    case jpeg
    /// Four bytes for two pixels: Y, Cb, Y, Cr, with BT.601 colours; `bytesPerRow` is the distance of two rows.
    case yuyv(bytesPerRow: Int, isFullRange: Bool)
    /// A plane of luma, then one of interleaved chroma with the same distance of rows.
    case nv12(bytesPerRow: Int, isFullRange: Bool)
  }

  /// Counts the camera's frames from 0, also those that it had to leave out: a gap is a loss.
  public var index: Int
  /// Time since the first frame, by the camera's clock.
  public var timestampInMilliseconds: Int
  /// Size of the picture; what a JPEG says itself counts more.
  public var size: ImageSize
  /// How the bytes are laid out.
  public var layout: Layout
  /// The bytes as they came.
  public var bytes: [UInt8]

  /// Makes a frame from its parts; they are checked when the picture is made.
  public init(index: Int, timestampInMilliseconds: Int, size: ImageSize, layout: Layout, bytes: [UInt8]) {
    self.index = index
    self.timestampInMilliseconds = timestampInMilliseconds
    self.size = size
    self.layout = layout
    self.bytes = bytes
  }

  /// The picture. Safe from any thread.
  ///
  /// - Throws: `LandmarkError` with `invalidImage` if there are fewer bytes than the layout asks for or the JPEG is damaged.
  public func image() throws(LandmarkError) -> Image {
    switch layout {
    case .jpeg:
      return try ImageFile.load(bytes: bytes, orientation: .asStored)
    case .nv12(let bytesPerRow, let isFullRange):
      return try checked { () throws(LandmarkError) in
        try Image(
          width: size.width, height: size.height, format: isFullRange ? .nv12FullRange : .nv12VideoRange,
          bytesPerRow: bytesPerRow, bytes: bytes)
      }
    case .yuyv(let bytesPerRow, let isFullRange):
      return try PackedYCbCr(size: size, bytesPerRow: bytesPerRow, isFullRange: isFullRange).image(bytes)
    }
  }

  private func checked(_ make: () throws(LandmarkError) -> Image) throws(LandmarkError) -> Image {
    do { return try make() } catch {
      throw LandmarkError(.invalidImage, "The camera's frame \(index) is not what it says to be: \(error.message)")
    }
  }
}
