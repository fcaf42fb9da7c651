// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CoreVideo

public struct CMTime: Sendable {}

public final class CMSampleBuffer {}

public func CMTimeGetSeconds(_ time: CMTime) -> Double { 0 }
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { true }
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { nil }
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { CMTime() }
