import VisionBase

/// Turns subjects into strokes and discs on the canvas of one tile.
struct Painter {
  private let tile: Tile
  private let imageSize: ImageSize
  private let style: OverlayStyle
  /// Pixels per unit of the style.
  private let scale: Double

  init(tile: Tile, imageSize: ImageSize, style: OverlayStyle) {
    self.tile = tile
    self.imageSize = imageSize
    self.style = style
    scale = Self.pixelsPerUnit(in: imageSize)
  }

  /// 1/400 of the shorter side, but at least half a pixel: thinner lines fade to nothing on thumbnails.
  static func pixelsPerUnit(in size: ImageSize) -> Double {
    max(0.5, Double(min(size.width, size.height)) / 400)
  }

  func paint(_ subject: OverlaySubject, on canvas: borrowing CairoCanvas) {
    let points = subject.points.map(place)
    let depths = DepthColors(subject, imageSize: imageSize)
    if style.order == .dotsThenLines { paintDots(points, on: canvas) }
    if let depths {
      paintLines(subject.connections, points, depths, on: canvas)
    } else {
      paintLines(subject.connections, points, on: canvas)
    }
    if style.order == .linesThenDots { paintDots(points, on: canvas) }
  }

  /// Draws a caption as far as it reaches into the tile.
  func paint(_ caption: PlacedCaption, on canvas: borrowing CairoCanvas) {
    let (left, top) = (caption.plate.left - Double(tile.left), caption.plate.top - Double(tile.top))
    guard left < Double(tile.width), top < Double(tile.height), left + caption.plate.width > 0, top + caption.plate.height > 0
    else { return }
    canvas.paintCaption(caption, left: left, top: top)
  }

  /// A landmark in pixels from the tile's corner; `nil` if it is not finite.
  private func place(_ point: NormalizedPoint) -> TilePoint? {
    guard point.x.isFinite, point.y.isFinite else { return nil }
    return TilePoint(
      x: Double(point.x) * Double(imageSize.width) - Double(tile.left),
      y: Double(point.y) * Double(imageSize.height) - Double(tile.top))
  }

  private func paintLines(_ groups: [OverlayConnections], _ points: [TilePoint?], on canvas: borrowing CairoCanvas) {
    for group in groups {
      let width = (group.width ?? style.lineWidth) * scale
      guard width > 0 else { continue }
      // Round ends reach half a line width; a point outside this frame leaves no trace in the tile.
      let frame = ClipFrame(tile, margin: width + 2)
      for pair in group.pairs {
        guard let start = points[pair.start], let end = points[pair.end], let segment = frame.clip(start, end) else { continue }
        canvas.addSegment(from: segment.start, to: segment.end)
      }
      canvas.strokeLines(width: width, color: group.color, opacity: group.opacity)
    }
  }

  /// Lines coloured by distance, the far ones first.
  private func paintLines(
    _ groups: [OverlayConnections], _ points: [TilePoint?], _ depths: DepthColors, on canvas: borrowing CairoCanvas
  ) {
    let lines = groups.flatMap { group in group.pairs.map { (pair: $0, width: (group.width ?? style.lineWidth) * scale) } }
    for line in lines.sorted(by: { depths.distance($0.pair) > depths.distance($1.pair) }) where line.width > 0 {
      // A gradient needs both true ends; a line that reaches far beyond the tile is cut and has the colours of its ends.
      let frame = ClipFrame(tile, margin: 2 * line.width + 2)
      guard let start = points[line.pair.start], let end = points[line.pair.end], let segment = frame.clip(start, end) else {
        continue
      }
      canvas.strokeGradient(
        from: segment.start, depths.color(at: line.pair.start), to: segment.end, depths.color(at: line.pair.end),
        width: line.width)
    }
  }

  private func paintDots(_ points: [TilePoint?], on canvas: borrowing CairoCanvas) {
    let radius = style.dotDiameter * scale / 2
    guard radius > 0 else { return }
    let rimWidth = style.dotRimWidth * scale
    let frame = ClipFrame(tile, margin: radius + rimWidth + 2)
    for case let point? in points where frame.contains(point) {
      canvas.paintDisc(at: point, radius: radius, fill: style.dotFill, rimWidth: rimWidth, rim: style.dotRim)
    }
  }
}

/// A point in pixels from the corner of a tile.
struct TilePoint {
  var x: Double
  var y: Double
}

/// The tile and a margin around it. Lines are cut to it, because the drawing library's fixed-point coordinates reach
/// only 2^23 pixels far.
struct ClipFrame {
  private let minX: Double
  private let minY: Double
  private let maxX: Double
  private let maxY: Double

  init(_ tile: Tile, margin: Double) {
    minX = -margin
    minY = -margin
    maxX = Double(tile.width) + margin
    maxY = Double(tile.height) + margin
  }

  func contains(_ point: TilePoint) -> Bool {
    point.x >= minX && point.x <= maxX && point.y >= minY && point.y <= maxY
  }

  /// The part of a segment inside the frame (Liang and Barsky's method), unchanged if both ends are inside.
  func clip(_ start: TilePoint, _ end: TilePoint) -> (start: TilePoint, end: TilePoint)? {
    if contains(start), contains(end) { return (start, end) }
    let dx = end.x - start.x
    let dy = end.y - start.y
    var enter = 0.0
    var leave = 1.0
    // Along each side: the direction towards it, and the distance to it.
    let sides = [(-dx, start.x - minX), (dx, maxX - start.x), (-dy, start.y - minY), (dy, maxY - start.y)]
    for (direction, distance) in sides {
      if direction == 0 {
        if distance < 0 { return nil }
      } else if direction < 0 {
        enter = max(enter, distance / direction)
      } else {
        leave = min(leave, distance / direction)
      }
    }
    guard enter <= leave else { return nil }
    return (inside(start.x + enter * dx, start.y + enter * dy), inside(start.x + leave * dx, start.y + leave * dy))
  }

  /// Rounding may have left the frame, by a lot if the ends were absurdly far away.
  private func inside(_ x: Double, _ y: Double) -> TilePoint {
    TilePoint(x: min(max(x, minX), maxX), y: min(max(y, minY), maxY))
  }
}
