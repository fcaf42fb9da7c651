// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if !canImport(CoreGraphics)
  public import Foundation

  /// Stands for Core Graphics' picture where that does not exist: rows of 8-bit samples. Immutable, safe from any thread.
  public final class CGImage: Sendable {
    /// Pixels per row.
    public let width: Int
    /// Rows.
    public let height: Int
    /// Always 8.
    public let bitsPerComponent: Int
    /// 8 (grey), 24 (red, green, blue) or 32 (with a byte of alpha or padding).
    public let bitsPerPixel: Int
    /// Distance of two rows in bytes.
    public let bytesPerRow: Int
    /// Place of alpha and order of the bytes.
    public let bitmapInfo: CGBitmapInfo
    /// The bytes from the top row on.
    public let dataProvider: CGDataProvider?

    /// Where alpha lies, as told by the low bits of ``bitmapInfo``.
    public var alphaInfo: CGImageAlphaInfo {
      CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue) ?? .none
    }

    /// Wraps samples in memory; the parameters are those of Core Graphics.
    ///
    /// - Parameters:
    ///   - width: Pixels per row, at least 1.
    ///   - height: Rows, at least 1.
    ///   - bitsPerComponent: Only 8 is known here.
    ///   - bitsPerPixel: 8 with a grey colour space and no alpha, 24 without alpha, or 32.
    ///   - bytesPerRow: Distance of two rows in bytes.
    ///   - space: Grey or RGB; values are taken as they are.
    ///   - bitmapInfo: Place of alpha and order of the bytes of 32-bit pixels.
    ///   - provider: The bytes; shared, not copied.
    ///   - decode: Not used.
    ///   - shouldInterpolate: Not used.
    ///   - intent: Not used.
    /// - Returns: `nil` for a layout that is not listed above or too few bytes.
    public init?(
      width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
      bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
      intent: CGColorRenderingIntent
    ) {
      guard width > 0, height > 0, bitsPerComponent == 8 else { return nil }
      let alpha = CGImageAlphaInfo(rawValue: bitmapInfo.rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
      switch (bitsPerPixel, space.model, alpha) {
      case (8, .monochrome, .some(.none)), (24, .rgb, .some(.none)): break
      case (32, .rgb, .some(let alpha)) where alpha != .none && alpha != .alphaOnly: break
      default: return nil
      }
      let (rowBytes, overflow) = width.multipliedReportingOverflow(by: bitsPerPixel / 8)
      let (rows, overflow2) = bytesPerRow.multipliedReportingOverflow(by: height - 1)
      let (needed, overflow3) = rows.addingReportingOverflow(rowBytes)
      guard !overflow, !overflow2, !overflow3, bytesPerRow >= rowBytes, provider.data?.count ?? 0 >= needed else { return nil }
      self.width = width
      self.height = height
      self.bitsPerComponent = bitsPerComponent
      self.bitsPerPixel = bitsPerPixel
      self.bytesPerRow = bytesPerRow
      self.bitmapInfo = bitmapInfo
      dataProvider = provider
    }
  }

  /// Stands for Core Graphics' source of bytes: a block of memory. Immutable, safe from any thread.
  public final class CGDataProvider: Sendable {
    /// The bytes.
    public let data: Data?

    /// Wraps bytes; `nil` for none.
    public init?(data: Data) {
      guard !data.isEmpty else { return nil }
      self.data = data
    }
  }

  /// Stands for Core Graphics' colour space: how many components a pixel has. Values are never converted.
  public final class CGColorSpace: Sendable {
    enum Model: Sendable {
      case monochrome
      case rgb
    }

    let model: Model

    init(model: Model) { self.model = model }
  }

  /// The colour space of grey samples.
  public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { CGColorSpace(model: .monochrome) }

  /// The colour space of red, green and blue samples.
  public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace(model: .rgb) }

  /// Where alpha lies in a pixel and whether colours are multiplied by it; raw values as in Core Graphics.
  public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha.
    case none = 0
    /// After the colours, which are multiplied by it.
    case premultipliedLast = 1
    /// Before the colours, which are multiplied by it.
    case premultipliedFirst = 2
    /// After the colours.
    case last = 3
    /// Before the colours.
    case first = 4
    /// A byte without meaning after the colours.
    case noneSkipLast = 5
    /// A byte without meaning before the colours.
    case noneSkipFirst = 6
    /// No colours at all.
    case alphaOnly = 7
  }

  /// Place of alpha and order of the bytes; raw values as in Core Graphics.
  public struct CGBitmapInfo: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits of `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
    /// The bits that tell the order of the bytes.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
    /// 32-bit pixels with their bytes from last to first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 0x2000)
    /// 32-bit pixels with their bytes from first to last, as without any of these bits.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 0x4000)
  }

  /// How colours outside the target's range are treated; known by name only.
  public enum CGColorRenderingIntent: Int32, Sendable {
    /// The only one that is known here.
    case defaultIntent = 0
  }
#endif
