public import VisionBase

/// Lines of one colour between landmarks of a subject.
public struct OverlayConnections: Sendable {
  /// Colour of the lines.
  public var color: OverlayColor
  /// Places in the subject's list of points where each line starts and ends.
  public var pairs: [(start: Int, end: Int)]

  /// Makes a group; the places are checked when drawing.
  public init(color: OverlayColor = .skeleton, pairs: [(start: Int, end: Int)]) {
    self.color = color
    self.pairs = pairs
  }
}

/// One hand, face or person to be drawn.
public struct OverlaySubject: Sendable {
  /// Landmarks as fractions of the picture's width and height. Points outside the picture are drawn as far as they
  /// reach into it; points that are not finite are left out together with their lines.
  public var points: [NormalizedPoint]
  /// Groups of lines, drawn in this order.
  public var connections: [OverlayConnections]

  /// Makes a subject from its points and lines.
  public init(points: [NormalizedPoint], connections: [OverlayConnections]) {
    self.points = points
    self.connections = connections
  }
}
