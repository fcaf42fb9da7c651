// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if !canImport(CoreVideo)
  public import Foundation

  /// Stands for Core Video's buffer where that does not exist: pixels in memory that the object owns, of a size and format
  /// that never change. Like the original it is a place for pixels, not a value: whoever writes while another reads must
  /// keep order.
  public final class CVBuffer {
    /// One plane of pixels.
    struct Plane {
      let width: Int
      let height: Int
      let bytesPerRow: Int
      let offset: Int
    }

    let width: Int
    let height: Int
    let format: OSType
    let planes: [Plane]
    let byteCount: Int
    let memory: UnsafeMutableRawPointer
    private let release: (() -> Void)?

    init(width: Int, height: Int, format: OSType, layout: PixelLayout, memory: UnsafeMutableRawPointer, release: (() -> Void)?) {
      self.width = width
      self.height = height
      self.format = format
      planes = layout.planes
      byteCount = layout.byteCount
      self.memory = memory
      self.release = release
    }

    deinit {
      if let release { release() } else { free(memory) }
    }
  }

  /// A buffer with a picture in it.
  public typealias CVImageBuffer = CVBuffer
  /// A buffer with a picture in main memory.
  public typealias CVPixelBuffer = CVBuffer
  /// Result of a Core Video call, 0 for success.
  public typealias CVReturn = Int32
  /// A code of four characters.
  public typealias OSType = UInt32
  /// Attributes of a buffer; none is looked at.
  public typealias CFDictionary = NSDictionary

  /// Stands for Core Foundation's allocator, of which only the default is known.
  public final class CFAllocator: Sendable {
    private init() {}
  }

  /// The default allocator.
  public let kCFAllocatorDefault: CFAllocator? = nil

  /// The call succeeded.
  public let kCVReturnSuccess: CVReturn = 0
  /// An argument cannot be used.
  public let kCVReturnInvalidArgument: CVReturn = -6661
  /// There was no memory.
  public let kCVReturnAllocationFailed: CVReturn = -6662
  /// The pixel format is not one of those below.
  public let kCVReturnInvalidPixelFormat: CVReturn = -6680
  /// The width or height is not at least 1, or too large.
  public let kCVReturnInvalidSize: CVReturn = -6681

  /// 4 bytes per pixel: blue, green, red, alpha.
  public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241
  /// 4 bytes per pixel: red, green, blue, alpha.
  public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241
  /// 3 bytes per pixel: red, green, blue.
  public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018
  /// 1 byte per pixel.
  public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038
  /// 4 bytes per pixel: a Float32, used for masks.
  public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066
  /// A plane of luma (16…235) and one of interleaved Cb, Cr at half size.
  public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076
  /// A plane of luma (0…255) and one of interleaved Cb, Cr at half size.
  public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

  /// Whether a lock is for reading only.
  public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes a set from its bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The pixels are only read.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
  }

  /// Planes of a format and the bytes they take.
  struct PixelLayout {
    var planes: [CVBuffer.Plane]
    var byteCount: Int

    /// Rows begin at multiples of this, as a camera's do: callers must not count on rows without padding.
    static let rowAlignment = 64

    static func bytesPerPixel(_ format: OSType) -> Int? {
      switch format {
      case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA, kCVPixelFormatType_OneComponent32Float: 4
      case kCVPixelFormatType_24RGB: 3
      case kCVPixelFormatType_OneComponent8, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
        kCVPixelFormatType_420YpCbCr8BiPlanarFullRange:
        1
      default: nil
      }
    }

    /// The layout of an owned buffer; `nil` if it has more bytes than can be counted.
    init?(width: Int, height: Int, format: OSType, bytesPerPixel: Int, bytesPerRow: Int? = nil) {
      guard width > 0, height > 0, width <= Int(Int32.max), height <= Int(Int32.max) else { return nil }
      planes = []
      byteCount = 0
      let biplanar =
        format == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange || format == kCVPixelFormatType_420YpCbCr8BiPlanarFullRange
      guard append(width: width, height: height, bytesPerPixel: bytesPerPixel, bytesPerRow: bytesPerRow) else { return nil }
      if biplanar {
        guard append(width: (width + 1) / 2, height: (height + 1) / 2, bytesPerPixel: 2, bytesPerRow: bytesPerRow) else {
          return nil
        }
      }
    }

    private mutating func append(width: Int, height: Int, bytesPerPixel: Int, bytesPerRow: Int?) -> Bool {
      // At most 2^31 × 4 plus padding: no overflow.
      let rowBytes = width * bytesPerPixel
      let stride = bytesPerRow ?? (rowBytes + Self.rowAlignment - 1) / Self.rowAlignment * Self.rowAlignment
      let (size, overflow) = stride.multipliedReportingOverflow(by: height)
      let (total, overflow2) = byteCount.addingReportingOverflow(size)
      guard !overflow, !overflow2, stride >= rowBytes else { return false }
      planes.append(CVBuffer.Plane(width: width, height: height, bytesPerRow: stride, offset: byteCount))
      byteCount = total
      return true
    }
  }
#endif
