// Names are Apple's.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported public import CoreMedia
public import Dispatch
public import Foundation

public struct AVMediaType: Sendable {
  public static let video = AVMediaType()
}

open class AVCaptureDevice: NSObject {
  public enum Position: Int, Sendable {
    case unspecified, back, front
  }

  public struct DeviceType: Sendable {
    public static let builtInWideAngleCamera = DeviceType()
  }

  open class func requestAccess(for mediaType: AVMediaType) async -> Bool { false }
  open class func `default`(_ type: DeviceType, for mediaType: AVMediaType?, position: Position) -> AVCaptureDevice? { nil }
}

open class AVCaptureInput: NSObject {}

open class AVCaptureDeviceInput: AVCaptureInput {
  public init(device: AVCaptureDevice) throws {}
}

open class AVCaptureOutput: NSObject {}

open class AVCaptureConnection: NSObject {}

public protocol AVCaptureVideoDataOutputSampleBufferDelegate: NSObjectProtocol {
  func captureOutput(_ output: AVCaptureOutput, didOutput buffer: CMSampleBuffer, from connection: AVCaptureConnection)
}

open class AVCaptureVideoDataOutput: AVCaptureOutput {
  public var videoSettings: [String: Any]!
  public var alwaysDiscardsLateVideoFrames = true
  public func setSampleBufferDelegate(
    _ delegate: (any AVCaptureVideoDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
  ) {}
}

open class AVCaptureSession: NSObject {
  open func beginConfiguration() {}
  open func commitConfiguration() {}
  open func canAddInput(_ input: AVCaptureInput) -> Bool { false }
  open func addInput(_ input: AVCaptureInput) {}
  open func canAddOutput(_ output: AVCaptureOutput) -> Bool { false }
  open func addOutput(_ output: AVCaptureOutput) {}
  open func startRunning() {}
  open func stopRunning() {}
}
