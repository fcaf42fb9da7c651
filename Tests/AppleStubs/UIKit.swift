public import CoreGraphics
@_exported public import Foundation

open class UIImage: NSObject, @unchecked Sendable {
  public enum Orientation: Int, Sendable {
    case up, down, left, right, upMirrored, downMirrored, leftMirrored, rightMirrored
  }

  open var cgImage: CGImage? { nil }
  open var size: CGSize { .zero }
  open var scale: CGFloat { 1 }
  open var imageOrientation: Orientation { .up }
}

public enum UIDeviceOrientation: Int, Sendable {
  case unknown, portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

@MainActor
open class UIDevice: NSObject {
  open class var current: UIDevice { UIDevice() }
  open var orientation: UIDeviceOrientation { .unknown }
}
