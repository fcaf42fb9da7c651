public import VisionBase

/// Lines of one colour between landmarks of a subject.
public struct OverlayConnections: Sendable {
  /// Colour of the lines.
  public var color: OverlayColor
  /// Places in the subject's list of points where each line starts and ends.
  public var pairs: [(start: Int, end: Int)]
  /// Width of these lines in the style's units, 0…100; `nil` means the style's own.
  public var width: Double?
  /// 0 is invisible, 1 covers what lies below.
  public var opacity: Double

  /// Makes a group; the places are checked when drawing.
  public init(
    color: OverlayColor = .skeleton, pairs: [(start: Int, end: Int)], width: Double? = nil, opacity: Double = 1
  ) {
    self.color = color
    self.pairs = pairs
    self.width = width
    self.opacity = opacity
  }
}

/// A line of text beside a subject.
public struct OverlayCaption: Sendable, Hashable {
  /// What is written, in any script that the machine has a font for.
  public var text: String
  /// Colour of the plate behind the text.
  public var color: OverlayColor

  /// Makes a caption from its parts.
  public init(text: String, color: OverlayColor = .skeleton) {
    self.text = text
    self.color = color
  }

  /// Whether this machine has a font to write with. Without one captions are left out.
  public static var isAvailable: Bool { CaptionLayout.hasFonts }
}

/// One hand, face or person to be drawn.
public struct OverlaySubject: Sendable {
  /// Landmarks as fractions of the picture's width and height. Points outside the picture are drawn as far as they
  /// reach into it; points that are not finite are left out together with their lines.
  public var points: [NormalizedPoint]
  /// Groups of lines, drawn in this order.
  public var connections: [OverlayConnections]
  /// How far each point is away, in about the scale of x, smaller is nearer; as many as points, or none. With them lines
  /// go from red (near) to blue (far) instead of their group's colour, the near ones on top.
  public var depths: [Float]
  /// What is written beside it.
  public var caption: OverlayCaption?

  /// Makes a subject from its points and lines.
  public init(
    points: [NormalizedPoint], connections: [OverlayConnections], depths: [Float] = [], caption: OverlayCaption? = nil
  ) {
    self.points = points
    self.connections = connections
    self.depths = depths
    self.caption = caption
  }
}
