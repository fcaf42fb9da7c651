#if !canImport(AVFoundation)
  /// Stands for AVFoundation's camera where that does not exist: only the name of its position.
  public enum AVCaptureDevice {
    /// On which side of the device a camera sits; raw values as in AVFoundation.
    public enum Position: Int, Sendable {
      /// Not known, for example an external camera.
      case unspecified = 0
      /// On the back.
      case back = 1
      /// On the side of the screen.
      case front = 2
    }
  }
#endif
