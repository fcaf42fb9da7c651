import CLibCairo
import CTextRenderer
import VisionBase

/// A Cairo surface of opaque 32-bit pixels with its drawing context; frees both.
struct CairoCanvas: ~Copyable {
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let pixels: UnsafeMutablePointer<UInt8>
  private let bytesPerRow: Int
  private let width: Int
  private let height: Int

  /// Both sides are 1…32767.
  init(width: Int, height: Int) throws(LandmarkError) {
    // Cairo answers failures with objects in an error state, never with nil from these two.
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height)) else {
      throw Self.failure(CAIRO_STATUS_NO_MEMORY)
    }
    let surfaceStatus = cairo_surface_status(surface)
    guard surfaceStatus == CAIRO_STATUS_SUCCESS, let pixels = cairo_image_surface_get_data(surface) else {
      cairo_surface_destroy(surface)
      throw Self.failure(surfaceStatus == CAIRO_STATUS_SUCCESS ? CAIRO_STATUS_NO_MEMORY : surfaceStatus)
    }
    guard let context = cairo_create(surface) else {
      cairo_surface_destroy(surface)
      throw Self.failure(CAIRO_STATUS_NO_MEMORY)
    }
    let contextStatus = cairo_status(context)
    guard contextStatus == CAIRO_STATUS_SUCCESS else {
      cairo_destroy(context)
      cairo_surface_destroy(surface)
      throw Self.failure(contextStatus)
    }
    cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    self.surface = surface
    self.context = context
    self.pixels = pixels
    self.bytesPerRow = Int(cairo_image_surface_get_stride(surface))
    self.width = width
    self.height = height
  }

  deinit {
    cairo_destroy(context)
    cairo_surface_destroy(surface)
  }

  /// Takes the pixels of the tile at (`left`, `top`) out of `rgb`, rows of `rowPixels` × 3 bytes.
  func copyIn(_ rgb: [UInt8], rowPixels: Int, left: Int, top: Int) {
    cairo_surface_flush(surface)
    rgb.withUnsafeBufferPointer { rgb in
      for y in 0..<height {
        let source = ((top + y) * rowPixels + left) * 3
        // A pixel is one 32-bit number of the machine's byte order, 0x00RRGGBB; rows are aligned to 4 bytes.
        let row = UnsafeMutableRawPointer(pixels + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
          let high = UInt32(rgb[source + 3 * x]) << 16 | UInt32(rgb[source + 3 * x + 1]) << 8
          row[x] = high | UInt32(rgb[source + 3 * x + 2])
        }
      }
    }
    cairo_surface_mark_dirty(surface)
  }

  /// Puts the pixels back where ``copyIn(_:rowPixels:left:top:)`` took them.
  func copyOut(to rgb: inout [UInt8], rowPixels: Int, left: Int, top: Int) {
    rgb.withUnsafeMutableBufferPointer { rgb in
      for y in 0..<height {
        let target = ((top + y) * rowPixels + left) * 3
        let row = UnsafeRawPointer(pixels + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width {
          rgb[target + 3 * x] = UInt8(truncatingIfNeeded: row[x] >> 16)
          rgb[target + 3 * x + 1] = UInt8(truncatingIfNeeded: row[x] >> 8)
          rgb[target + 3 * x + 2] = UInt8(truncatingIfNeeded: row[x])
        }
      }
    }
  }

  /// Adds a line to the path that ``strokeLines(width:color:)`` draws.
  func addSegment(from start: TilePoint, to end: TilePoint) {
    cairo_move_to(context, start.x, start.y)
    cairo_line_to(context, end.x, end.y)
  }

  /// Draws the lines added since the last call, `width` in pixels.
  func strokeLines(width: Double, color: OverlayColor, opacity: Double = 1) {
    cairo_set_line_width(context, width)
    use(color, opacity: opacity)
    cairo_stroke(context)
  }

  /// Draws one line whose colour changes from end to end, on a dark edge that keeps it apart from the picture.
  func strokeGradient(
    from start: TilePoint, _ startColor: OverlayColor, to end: TilePoint, _ endColor: OverlayColor, width: Double
  ) {
    addSegment(from: start, to: end)
    cairo_set_line_width(context, width * 1.6)
    cairo_set_source_rgba(context, 0, 0, 0, 0.55)
    cairo_stroke_preserve(context)
    cairo_set_line_width(context, width)
    let gradient = cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    for (place, color) in [(0.0, startColor), (1.0, endColor)] {
      cairo_pattern_add_color_stop_rgb(
        gradient, place, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255)
    }
    cairo_set_source(context, gradient)
    cairo_pattern_destroy(gradient)
    cairo_stroke(context)
  }

  /// A plate with round corners and a line of text on it; lengths in pixels from the tile's corner.
  func paintCaption(_ caption: PlacedCaption, left: Double, top: Double) {
    let radius = caption.padding
    let (right, bottom) = (left + caption.plate.width, top + caption.plate.height)
    cairo_new_path(context)
    cairo_arc(context, right - radius, top + radius, radius, -Double.pi / 2, 0)
    cairo_arc(context, right - radius, bottom - radius, radius, 0, Double.pi / 2)
    cairo_arc(context, left + radius, bottom - radius, radius, Double.pi / 2, Double.pi)
    cairo_arc(context, left + radius, top + radius, radius, Double.pi, Double.pi * 1.5)
    cairo_close_path(context)
    use(caption.color, opacity: 0.88)
    cairo_fill(context)
    // Whichever of black and white stands out from the plate (luma of BT.601).
    let light = 0.299 * Double(caption.color.red) + 0.587 * Double(caption.color.green) + 0.114 * Double(caption.color.blue)
    use(light > 150 ? OverlayColor(red: 0, green: 0, blue: 0) : OverlayColor(red: 255, green: 255, blue: 255))
    _ = lmt_draw(
      UnsafeMutableRawPointer(context), caption.text, caption.letterPixels, left + caption.padding, top + caption.padding / 2)
  }

  /// A filled circle with a rim centred on its edge; lengths in pixels.
  func paintDisc(at center: TilePoint, radius: Double, fill: OverlayColor, rimWidth: Double, rim: OverlayColor) {
    cairo_new_path(context)
    cairo_arc(context, center.x, center.y, radius, 0, 2 * Double.pi)
    cairo_close_path(context)
    use(fill)
    cairo_fill_preserve(context)
    if rimWidth > 0 {
      cairo_set_line_width(context, rimWidth)
      use(rim)
      cairo_stroke_preserve(context)
    }
    cairo_new_path(context)
  }

  /// Ends drawing and reports what went wrong in any call since the canvas was made: Cairo keeps the first failure.
  func finish() throws(LandmarkError) {
    cairo_surface_flush(surface)
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS {
      throw Self.failure(status)
    }
  }

  private func use(_ color: OverlayColor, opacity: Double = 1) {
    cairo_set_source_rgba(context, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255, opacity)
  }

  private static func failure(_ status: cairo_status_t) -> LandmarkError {
    let reason = cairo_status_to_string(status).map { String(cString: $0) } ?? "status \(status.rawValue)"
    return LandmarkError(.outputFailed, "The overlay cannot be drawn (\(reason)).", remedy: "Try a smaller picture.")
  }
}
