import CTextRenderer
import VisionBase

/// A caption with its place in the picture.
struct PlacedCaption {
  var text: String
  var color: OverlayColor
  /// Height of the letters in pixels.
  var letterPixels: Double
  /// The plate, in pixels of the picture.
  var plate: PixelBox
  /// From the plate's edge to the text.
  var padding: Double
}

/// An upright box in pixels of the picture.
struct PixelBox {
  var left: Double
  var top: Double
  var width: Double
  var height: Double

  var right: Double { left + width }
  var bottom: Double { top + height }

  func overlaps(_ other: PixelBox) -> Bool {
    left < other.right && other.left < right && top < other.bottom && other.top < bottom
  }
}

/// Finds places for captions: beside their subject, inside the picture, not on one another.
struct CaptionLayout {
  private let size: ImageSize
  private var taken: [PixelBox] = []

  init(_ size: ImageSize) { self.size = size }

  static var hasFonts: Bool { lmt_has_fonts() }

  /// Letters of a thirtieth of the shorter side; never smaller than what can be read, unless the picture has no room.
  private var letterPixels: Double { max(11, Double(min(size.width, size.height)) / 30) }

  /// `nil` if there is nothing to write, no font, or the picture is too small for any letter.
  mutating func place(_ subject: OverlaySubject) -> PlacedCaption? {
    guard let caption = subject.caption, !caption.text.isEmpty, let box = box(of: subject) else { return nil }
    let text = Self.printable(caption.text)
    var letters = letterPixels
    guard var extent = Self.measure(text, letters) else { return nil }
    let room = Double(size.width) - letters
    if extent.width > room, room > 0 {
      letters = max(letters * room / extent.width, 5)
      guard let smaller = Self.measure(text, letters) else { return nil }
      extent = smaller
    }
    let padding = (letters * 0.3).rounded(.up)
    let plate = free(
      width: extent.width + 2 * padding, height: extent.height + padding, beside: box, gap: padding)
    taken.append(plate)
    return PlacedCaption(text: text, color: caption.color, letterPixels: letters, plate: plate, padding: padding)
  }

  /// Above the subject, else below it, else in its upper edge; each moved into the picture. Where all are taken, above.
  private func free(width: Double, height: Double, beside box: PixelBox, gap: Double) -> PixelBox {
    let left = min(max(box.left, 0), max(Double(size.width) - width, 0))
    let lowest = max(Double(size.height) - height, 0)
    let tops = [box.top - height - gap, box.bottom + gap, box.top + gap].map { min(max($0, 0), lowest) }
    let places = tops.map { PixelBox(left: left, top: $0, width: width, height: height) }
    let inView = zip(places, [box.top - height - gap, box.bottom + gap, box.top + gap]).filter { $0.top == $1 }.map(\.0)
    return (inView + places).first { place in !taken.contains { $0.overlaps(place) } } ?? places[0]
  }

  /// The part of the subject's box that lies in the picture.
  private func box(of subject: OverlaySubject) -> PixelBox? {
    let points = subject.points.filter { $0.x.isFinite && $0.y.isFinite }
    func limited(_ value: Float?, _ side: Int) -> Double { Double(min(max(value ?? 0, 0), 1)) * Double(side) }
    guard !points.isEmpty else { return nil }
    let left = limited(points.map(\.x).min(), size.width)
    let top = limited(points.map(\.y).min(), size.height)
    return PixelBox(
      left: left, top: top, width: limited(points.map(\.x).max(), size.width) - left,
      height: limited(points.map(\.y).max(), size.height) - top)
  }

  /// Control characters have no picture, and a zero would end the text.
  private static func printable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.prefix(200).map { $0.value < 32 || $0.value == 127 ? " " : $0 }))
  }

  private static func measure(_ text: String, _ letterPixels: Double) -> (width: Double, height: Double)? {
    var width = 0.0
    var height = 0.0
    return lmt_measure(text, letterPixels, &width, &height) ? (width, height) : nil
  }
}
