@_exported public import CoreMedia
public import Foundation

open class AVCaptureDevice: NSObject {
  public enum Position: Int, Sendable {
    case unspecified, back, front
  }
}
