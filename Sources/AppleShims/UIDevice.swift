#if !canImport(UIKit)
  public import Foundation

  /// How a device is held; raw values as in UIKit.
  public enum UIDeviceOrientation: Int, Sendable {
    /// Not known.
    case unknown = 0
    /// Upright, the home button or its place at the bottom.
    case portrait = 1
    /// Upright, the home button or its place at the top.
    case portraitUpsideDown = 2
    /// On its side, the home button or its place on the right.
    case landscapeLeft = 3
    /// On its side, the home button or its place on the left.
    case landscapeRight = 4
    /// Lying with the screen up.
    case faceUp = 5
    /// Lying with the screen down.
    case faceDown = 6
  }

  /// Stands for UIKit's device where that does not exist. Safe from any thread.
  public final class UIDevice: NSObject, @unchecked Sendable {
    // Sendable because the stored orientation is only touched with the lock held.
    private let lock = NSLock()
    private var storedOrientation = UIDeviceOrientation.portrait

    private override init() { super.init() }

    /// This device.
    public static let current = UIDevice()

    /// How the device is held. There is no sensor to ask: it is `portrait` until somebody sets it.
    public var orientation: UIDeviceOrientation {
      get { lock.withLock { storedOrientation } }
      set { lock.withLock { storedOrientation = newValue } }
    }
  }
#endif
