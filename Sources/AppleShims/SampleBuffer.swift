// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if !canImport(CoreMedia)
  import Foundation
  #if canImport(CoreVideo)
    public import CoreVideo
  #endif

  /// A time as a fraction, as in Core Media.
  public struct CMTime: Sendable, Hashable {
    /// Numerator.
    public var value: Int64
    /// Denominator: units per second; 0 for an invalid time.
    public var timescale: Int32

    /// The time `value / timescale` seconds.
    public init(value: Int64, timescale: Int32) {
      self.value = value
      self.timescale = timescale
    }

    /// A time of 0 seconds.
    public static let zero = CMTime(value: 0, timescale: 1)
    /// No time.
    public static let invalid = CMTime(value: 0, timescale: 0)

    /// Whether it is a time at all.
    public var isValid: Bool { timescale > 0 }
    /// Seconds; not-a-number if invalid.
    public var seconds: Double { isValid ? Double(value) / Double(timescale) : .nan }
  }

  /// Seconds of a time; not-a-number if invalid.
  public func CMTimeGetSeconds(_ time: CMTime) -> Double { time.seconds }

  /// When a sample is shown and for how long.
  public struct CMSampleTimingInfo: Sendable, Hashable {
    /// How long it is shown.
    public var duration: CMTime
    /// When it is shown.
    public var presentationTimeStamp: CMTime
    /// When it is decoded.
    public var decodeTimeStamp: CMTime

    /// Makes a timing from its parts.
    public init(duration: CMTime, presentationTimeStamp: CMTime, decodeTimeStamp: CMTime) {
      self.duration = duration
      self.presentationTimeStamp = presentationTimeStamp
      self.decodeTimeStamp = decodeTimeStamp
    }

    /// A timing without any time.
    public init() { self.init(duration: .invalid, presentationTimeStamp: .invalid, decodeTimeStamp: .invalid) }
  }

  /// What kind of pictures samples hold.
  public final class CMFormatDescription {
    let width: Int
    let height: Int

    /// Describes the pictures in a buffer.
    public init(imageBuffer: CVImageBuffer) throws {
      width = CVPixelBufferGetWidth(imageBuffer)
      height = CVPixelBufferGetHeight(imageBuffer)
    }
  }

  /// The description of a film's pictures.
  public typealias CMVideoFormatDescription = CMFormatDescription

  /// Stands for Core Media's sample where that does not exist: a picture of a film or camera with its time. Shares the
  /// buffer's pixels; whoever writes to them while another reads must keep order.
  public final class CMSampleBuffer {
    private let buffer: CVImageBuffer?
    private let timing: CMSampleTimingInfo
    private var isInvalidated = false

    /// Wraps a buffer.
    ///
    /// - Parameters:
    ///   - imageBuffer: The picture; shared, not copied.
    ///   - formatDescription: A description made from a buffer of the same size.
    ///   - sampleTiming: When the picture is shown.
    /// - Throws: A Cocoa error if the description is for another size.
    public init(imageBuffer: CVImageBuffer, formatDescription: CMVideoFormatDescription, sampleTiming: CMSampleTimingInfo) throws
    {
      guard formatDescription.width == CVPixelBufferGetWidth(imageBuffer),
        formatDescription.height == CVPixelBufferGetHeight(imageBuffer)
      else { throw CocoaError(.coderInvalidValue) }
      buffer = imageBuffer
      timing = sampleTiming
    }

    /// A sample that holds no picture, as a film's sound track has them.
    public init(sampleTiming: CMSampleTimingInfo) {
      buffer = nil
      timing = sampleTiming
    }

    /// Whether the sample may still be used.
    public var isValid: Bool { !isInvalidated }
    /// The picture, if the sample holds one and is valid.
    public var imageBuffer: CVImageBuffer? { isInvalidated ? nil : buffer }
    /// When the picture is shown.
    public var presentationTimeStamp: CMTime { timing.presentationTimeStamp }

    /// Gives the sample up: it is not valid afterwards.
    public func invalidate() throws { isInvalidated = true }
  }

  /// Whether a sample may still be used.
  public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

  /// The picture of a sample, if it holds one.
  public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

  /// When the picture is shown.
  public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.presentationTimeStamp }
#endif
