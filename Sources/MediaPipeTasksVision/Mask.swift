public import Foundation

/// How the pixels of a ``Mask`` were given; raw values as in MediaPipe.
public enum MaskDataType: UInt, Sendable {
  /// A byte per pixel, 0…255.
  case uInt8 = 0
  /// A Float32 per pixel, 0…1.
  case float32 = 1
}

/// A picture of numbers: for each pixel, how likely it belongs to the subject. Row 0 is the top, rows have no padding.
///
/// The pixels can be read as bytes and as Float32; the other kind is made when it is first asked for and kept. Pointers are
/// valid as long as the mask lives. Reading is safe from any thread.
open class Mask: NSObject, NSCopying {
  /// Pixels per row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// How the pixels were given.
  public let dataType: MaskDataType

  private let storage: MaskStorage

  /// Makes a mask from bytes.
  ///
  /// - Parameters:
  ///   - uInt8Data: `width` × `height` bytes from the top row on.
  ///   - width: Pixels per row, at least 1.
  ///   - height: Rows, at least 1.
  ///   - shouldCopy: Whether the pixels are copied; otherwise they must stay valid and unchanged as long as the mask lives.
  /// - Returns: `nil` for a width or height below 1 or more pixels than can be counted.
  public init?(uInt8Data: UnsafePointer<UInt8>, width: Int, height: Int, shouldCopy: Bool) {
    guard let count = MaskStorage.pixelCount(width: width, height: height) else { return nil }
    self.width = width
    self.height = height
    dataType = .uInt8
    storage = MaskStorage(bytes: uInt8Data, count: count, shouldCopy: shouldCopy)
    super.init()
  }

  /// Makes a mask from Float32 values; the parameters are those of the other initializer.
  ///
  /// - Returns: `nil` for a width or height below 1 or more pixels than can be counted.
  public init?(float32Data: UnsafePointer<Float>, width: Int, height: Int, shouldCopy: Bool) {
    guard let count = MaskStorage.pixelCount(width: width, height: height) else { return nil }
    self.width = width
    self.height = height
    dataType = .float32
    storage = MaskStorage(floats: float32Data, count: count, shouldCopy: shouldCopy)
    super.init()
  }

  /// The pixels as bytes. From Float32 values they are those times 255, cut to whole numbers and limited to 0…255.
  open var uint8Data: UnsafePointer<UInt8> { storage.bytes() }

  /// The pixels as Float32. From bytes they are those divided by 255.
  open var float32Data: UnsafePointer<Float> { storage.floats() }

  /// A mask with its own copy of the pixels.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy =
      switch dataType {
      case .uInt8: Mask(uInt8Data: uint8Data, width: width, height: height, shouldCopy: true)
      case .float32: Mask(float32Data: float32Data, width: width, height: height, shouldCopy: true)
      }
    // The sizes are those of a mask that exists, so there is a copy; the object itself is as good, being immutable.
    return copy ?? self
  }
}

/// The pixels of a mask in one or both kinds.
final class MaskStorage: @unchecked Sendable {
  // Sendable because the pointers are only exchanged with the lock held and what they point to does not change.
  private let lock = NSLock()
  private let count: Int
  private var bytePixels: UnsafePointer<UInt8>?
  private var floatPixels: UnsafePointer<Float>?
  private let ownsBytes: Bool
  private let ownsFloats: Bool

  static func pixelCount(width: Int, height: Int) -> Int? {
    guard width > 0, height > 0 else { return nil }
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    let (_, overflow2) = count.multipliedReportingOverflow(by: MemoryLayout<Float>.stride)
    return overflow || overflow2 ? nil : count
  }

  init(bytes: UnsafePointer<UInt8>, count: Int, shouldCopy: Bool) {
    self.count = count
    bytePixels = shouldCopy ? Self.duplicate(bytes, count: count) : bytes
    ownsBytes = shouldCopy
    ownsFloats = true
  }

  init(floats: UnsafePointer<Float>, count: Int, shouldCopy: Bool) {
    self.count = count
    floatPixels = shouldCopy ? Self.duplicate(floats, count: count) : floats
    ownsBytes = true
    ownsFloats = shouldCopy
  }

  deinit {
    if ownsBytes { bytePixels?.deallocate() }
    if ownsFloats { floatPixels?.deallocate() }
  }

  func bytes() -> UnsafePointer<UInt8> {
    lock.withLock {
      if let bytePixels { return bytePixels }
      let made = UnsafeMutablePointer<UInt8>.allocate(capacity: count)
      for i in 0..<count {
        // Not-a-number and values out of range would trap in a plain conversion.
        let scaled = (floatPixels?[i] ?? 0) * 255
        made[i] = scaled >= 255 ? 255 : scaled > 0 ? UInt8(scaled) : 0
      }
      bytePixels = UnsafePointer(made)
      return UnsafePointer(made)
    }
  }

  func floats() -> UnsafePointer<Float> {
    lock.withLock {
      if let floatPixels { return floatPixels }
      let made = UnsafeMutablePointer<Float>.allocate(capacity: count)
      for i in 0..<count { made[i] = Float(bytePixels?[i] ?? 0) / 255 }
      floatPixels = UnsafePointer(made)
      return UnsafePointer(made)
    }
  }

  private static func duplicate<Pixel>(_ pixels: UnsafePointer<Pixel>, count: Int) -> UnsafePointer<Pixel> {
    let copy = UnsafeMutablePointer<Pixel>.allocate(capacity: count)
    copy.initialize(from: pixels, count: count)
    return UnsafePointer(copy)
  }
}
