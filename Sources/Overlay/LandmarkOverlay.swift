public import VisionBase

/// Draws landmarks and the lines between them onto pictures, in the manner of MediaPipe's sample apps.
public enum LandmarkOverlay {
  /// Draws subjects onto a copy of a picture. Safe from any thread.
  ///
  /// - Parameters:
  ///   - image: The picture in any pixel format; it is not changed.
  ///   - subjects: What to draw, first to last; later ones cover earlier ones.
  ///   - style: Sizes, dot colours and order.
  /// - Returns: The picture with the drawing as `rgb8`, of the same size.
  /// - Throws: `LandmarkError` with `invalidArgument` if a line names a point that does not exist, a length is outside
  ///   0…100, an opacity outside 0…1, or there are not as many depths as points, `outputFailed` if the drawing library reports a failure (memory).
  public static func draw(on image: Image, subjects: [OverlaySubject], style: OverlayStyle) throws(LandmarkError) -> Image {
    try check(style)
    for (index, subject) in subjects.enumerated() { try check(subject, index: index) }
    let rgb = try image.convertedToRGB()
    guard !subjects.isEmpty else { return rgb }
    let size = rgb.size
    var pixels = rgb.withPixelView { view in
      Array(UnsafeBufferPointer(start: view.base, count: size.width * size.height * 3))
    }
    var layout = CaptionLayout(size)
    let captions = subjects.compactMap { layout.place($0) }
    // Surfaces of the drawing library have at most 32767 pixels a side, pictures may have more: draw in tiles.
    for top in stride(from: 0, to: size.height, by: tileSide) {
      for left in stride(from: 0, to: size.width, by: tileSide) {
        let tile = Tile(left: left, top: top, width: min(tileSide, size.width - left), height: min(tileSide, size.height - top))
        let painter = Painter(tile: tile, imageSize: size, style: style)
        let canvas = try CairoCanvas(width: tile.width, height: tile.height)
        canvas.copyIn(pixels, rowPixels: size.width, left: left, top: top)
        for subject in subjects { painter.paint(subject, on: canvas) }
        for caption in captions { painter.paint(caption, on: canvas) }
        try canvas.finish()
        canvas.copyOut(to: &pixels, rowPixels: size.width, left: left, top: top)
      }
    }
    return try Image(width: size.width, height: size.height, format: .rgb8, bytes: pixels)
  }

  static let tileSide = 8192

  private static func check(_ style: OverlayStyle) throws(LandmarkError) {
    let lengths = [("lineWidth", style.lineWidth), ("dotDiameter", style.dotDiameter), ("dotRimWidth", style.dotRimWidth)]
    for (name, length) in lengths where !(0...100).contains(length) {
      throw LandmarkError(.invalidArgument, "\(name) of the overlay style is \(length).", remedy: "Pass 0…100.")
    }
  }

  private static func check(_ subject: OverlaySubject, index: Int) throws(LandmarkError) {
    guard subject.depths.isEmpty || subject.depths.count == subject.points.count else {
      throw LandmarkError(
        .invalidArgument, "Subject \(index) has \(subject.points.count) points, but \(subject.depths.count) depths.",
        remedy: "Pass one for every point, or none.")
    }
    for group in subject.connections {
      if let width = group.width, !(0...100).contains(width) {
        throw LandmarkError(.invalidArgument, "The width of a group of lines is \(width).", remedy: "Pass 0…100.")
      }
      guard (0...1).contains(group.opacity) else {
        throw LandmarkError(.invalidArgument, "The opacity of a group of lines is \(group.opacity).", remedy: "Pass 0…1.")
      }
      for pair in group.pairs where !(subject.points.indices.contains(pair.start) && subject.points.indices.contains(pair.end)) {
        throw LandmarkError(
          .invalidArgument, "Subject \(index) has \(subject.points.count) points, but a line from \(pair.start) to \(pair.end).",
          remedy: "Use connections that belong to these landmarks.")
      }
    }
  }
}

/// A part of the picture that is drawn at a time, in pixels.
struct Tile {
  let left: Int
  let top: Int
  let width: Int
  let height: Int
}
