/// An opaque colour, 8 bits per channel.
public struct OverlayColor: Sendable, Hashable {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8

  /// Makes a colour from its channels.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  // Source of the named colours: MediaPipe's iOS sample apps (hand, face and pose landmarker), drawing constants.

  /// Lines of hands and poses, and the oval of faces.
  public static let skeleton = OverlayColor(red: 0, green: 127, blue: 139)
  /// Lines of the eyebrows.
  public static let eyebrows = OverlayColor(red: 18, green: 181, blue: 203)
  /// Lines of the eyes. The sample app writes a red of 279, which is shown as 255.
  public static let eyes = OverlayColor(red: 255, green: 171, blue: 0)
  /// Lines of the lips.
  public static let lips = OverlayColor(red: 176, green: 0, blue: 32)
  /// Filling of the dots.
  public static let dotFill = OverlayColor(red: 255, green: 0, blue: 0)
  /// Rim of the dots.
  public static let dotRim = OverlayColor(red: 255, green: 255, blue: 0)
}

/// How landmarks are drawn. Lengths are in units of 1/400 of the picture's shorter side (about a phone's screen point),
/// never less than half a pixel, so that a drawing looks alike on small and large pictures.
public struct OverlayStyle: Sendable, Hashable {
  /// What is drawn first and may be covered.
  public enum Order: Sendable, Hashable {
    /// Dots lie on the lines.
    case linesThenDots
    /// Lines lie on the dots.
    case dotsThenLines
  }

  /// Width of lines, 0…100 units; 0 draws none.
  public var lineWidth: Double
  /// Diameter of dots without their rim, 0…100 units; 0 draws none.
  public var dotDiameter: Double
  /// Width of the rim around dots, centred on their edge, 0…100 units; 0 draws none.
  public var dotRimWidth: Double
  /// Filling of the dots.
  public var dotFill: OverlayColor
  /// Rim of the dots.
  public var dotRim: OverlayColor
  /// What is drawn first.
  public var order: Order

  /// Makes a style; lengths are checked when drawing.
  public init(
    lineWidth: Double = 2, dotDiameter: Double, dotRimWidth: Double = 1, dotFill: OverlayColor = .dotFill,
    dotRim: OverlayColor = .dotRim, order: Order = .linesThenDots
  ) {
    self.lineWidth = lineWidth
    self.dotDiameter = dotDiameter
    self.dotRimWidth = dotRimWidth
    self.dotFill = dotFill
    self.dotRim = dotRim
    self.order = order
  }

  // Source of the presets: MediaPipe's iOS sample apps, drawing constants.

  /// Hands and gestures.
  public static let hand = OverlayStyle(dotDiameter: 5)
  /// Poses.
  public static let pose = OverlayStyle(dotDiameter: 2)
  /// Faces: the lines lie on the dots.
  public static let face = OverlayStyle(dotDiameter: 2, order: .dotsThenLines)
}
