// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if !canImport(CoreVideo)
  public import Foundation

  /// Makes a buffer whose bytes are all 0.
  ///
  /// - Parameters:
  ///   - allocator: Not used.
  ///   - width: Pixels per row, at least 1.
  ///   - height: Rows, at least 1.
  ///   - pixelFormatType: One of the `kCVPixelFormatType_…` constants.
  ///   - pixelBufferAttributes: Not used.
  ///   - pixelBufferOut: Where the buffer is put.
  /// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPixelFormat`, `kCVReturnInvalidSize` or `kCVReturnAllocationFailed`.
  @discardableResult
  public func CVPixelBufferCreate(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
  ) -> CVReturn {
    guard let bytesPerPixel = PixelLayout.bytesPerPixel(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard let layout = PixelLayout(width: width, height: height, format: pixelFormatType, bytesPerPixel: bytesPerPixel) else {
      return kCVReturnInvalidSize
    }
    guard let memory = calloc(layout.byteCount, 1) else { return kCVReturnAllocationFailed }
    pixelBufferOut.pointee = CVPixelBuffer(
      width: width, height: height, format: pixelFormatType, layout: layout, memory: memory, release: nil)
    return kCVReturnSuccess
  }

  /// What is called when a buffer made with `CVPixelBufferCreateWithBytes` goes away.
  public typealias CVPixelBufferReleaseBytesCallback =
    @convention(c) (_ releaseRefCon: UnsafeMutableRawPointer?, _ baseAddress: UnsafeRawPointer?) -> Void

  /// Makes a buffer around pixels of the caller, which must live until the callback; formats of one plane only.
  ///
  /// - Parameters:
  ///   - allocator: Not used.
  ///   - width: Pixels per row, at least 1.
  ///   - height: Rows, at least 1.
  ///   - pixelFormatType: One of the `kCVPixelFormatType_…` constants with one plane.
  ///   - baseAddress: First pixel of the top row.
  ///   - bytesPerRow: Distance of two rows in bytes, at least those of a row.
  ///   - releaseCallback: Called once when the buffer goes away.
  ///   - releaseRefCon: Handed to the callback.
  ///   - pixelBufferAttributes: Not used.
  ///   - pixelBufferOut: Where the buffer is put.
  /// - Returns: `kCVReturnSuccess`, `kCVReturnInvalidPixelFormat` or `kCVReturnInvalidSize`.
  @discardableResult
  public func CVPixelBufferCreateWithBytes(
    _ allocator: CFAllocator?, _ width: Int, _ height: Int, _ pixelFormatType: OSType, _ baseAddress: UnsafeMutableRawPointer,
    _ bytesPerRow: Int, _ releaseCallback: CVPixelBufferReleaseBytesCallback?, _ releaseRefCon: UnsafeMutableRawPointer?,
    _ pixelBufferAttributes: CFDictionary?, _ pixelBufferOut: UnsafeMutablePointer<CVPixelBuffer?>
  ) -> CVReturn {
    guard let bytesPerPixel = PixelLayout.bytesPerPixel(pixelFormatType) else { return kCVReturnInvalidPixelFormat }
    guard
      let layout = PixelLayout(
        width: width, height: height, format: pixelFormatType, bytesPerPixel: bytesPerPixel, bytesPerRow: bytesPerRow)
    else { return kCVReturnInvalidSize }
    guard layout.planes.count == 1 else { return kCVReturnInvalidPixelFormat }
    pixelBufferOut.pointee = CVPixelBuffer(
      width: width, height: height, format: pixelFormatType, layout: layout, memory: baseAddress
    ) { releaseCallback?(releaseRefCon, baseAddress) }
    return kCVReturnSuccess
  }

  /// Pixels per row.
  public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.width }

  /// Rows.
  public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.height }

  /// The format, one of the `kCVPixelFormatType_…` constants.
  public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType { pixelBuffer.format }

  /// Distance of two rows of the first plane in bytes.
  public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planes[0].bytesPerRow }

  /// Bytes of all planes.
  public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.byteCount }

  /// Whether there are several planes.
  public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planes.count > 1 }

  /// Number of planes, 0 for a format that is not planar.
  public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int {
    CVPixelBufferIsPlanar(pixelBuffer) ? pixelBuffer.planes.count : 0
  }

  /// Announces use of the pixels' address. Memory here never moves: it always succeeds.
  @discardableResult
  public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn {
    kCVReturnSuccess
  }

  /// Ends use of the pixels' address.
  @discardableResult
  public func CVPixelBufferUnlockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags) -> CVReturn {
    kCVReturnSuccess
  }

  /// First byte of the first plane; valid as long as the buffer lives.
  public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? { pixelBuffer.memory }

  /// First byte of a plane; `nil` if there is none of that number.
  public func CVPixelBufferGetBaseAddressOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> UnsafeMutableRawPointer? {
    guard pixelBuffer.planes.indices.contains(planeIndex) else { return nil }
    return pixelBuffer.memory + pixelBuffer.planes[planeIndex].offset
  }

  /// Distance of two rows of a plane in bytes; 0 if there is none of that number.
  public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].bytesPerRow : 0
  }

  /// Samples per row of a plane; 0 if there is none of that number.
  public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].width : 0
  }

  /// Rows of a plane; 0 if there is none of that number.
  public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.planes.indices.contains(planeIndex) ? pixelBuffer.planes[planeIndex].height : 0
  }
#endif
