import VisionBase

/// Colours of points by their distance: red is near, blue is far, pale in between.
struct DepthColors {
  private let depths: [Float]
  private let scale: Float

  /// `nil` unless every point has a depth.
  init?(_ subject: OverlaySubject, imageSize: ImageSize) {
    guard !subject.depths.isEmpty, subject.depths.count == subject.points.count else { return nil }
    depths = subject.depths
    let points = subject.points.filter { $0.x.isFinite && $0.y.isFinite }
    let xs = points.map(\.x)
    let ys = points.map(\.y)
    // Depth has the scale of x, so that heights are taken in widths of the picture. An arm stretched out to the front is
    // about as far in front of the hip as it would be beside it.
    let tall = Float(imageSize.height) / Float(max(imageSize.width, 1))
    let width = (xs.max() ?? 0) - (xs.min() ?? 0)
    let height = ((ys.max() ?? 0) - (ys.min() ?? 0)) * tall
    scale = max(width, height, 1e-3) * 0.4
  }

  /// The colour at a point; out-of-range depths have that of the end.
  func color(at index: Int) -> OverlayColor {
    let depth = depths[index].isFinite ? depths[index] : 0
    return Self.color(at: min(max(depth / scale, -1), 1))
  }

  /// Mean distance of a line, for the order of drawing.
  func distance(_ pair: (start: Int, end: Int)) -> Float { (depths[pair.start] + depths[pair.end]) / 2 }

  private static let near = OverlayColor(red: 255, green: 48, blue: 32)
  private static let middle = OverlayColor(red: 255, green: 236, blue: 190)
  private static let far = OverlayColor(red: 40, green: 96, blue: 255)

  /// -1 is near, 1 is far.
  static func color(at place: Float) -> OverlayColor {
    let end = place < 0 ? near : far
    let share = abs(place)
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(min(max(Float(a) + (Float(b) - Float(a)) * share, 0), 255)) }
    return OverlayColor(
      red: mix(middle.red, end.red), green: mix(middle.green, end.green), blue: mix(middle.blue, end.blue))
  }
}
