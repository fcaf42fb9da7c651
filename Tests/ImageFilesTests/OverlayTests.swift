import ImageFiles
import Overlay
import TestSupport
import Testing
import VisionBase

@Suite("Overlay")
struct OverlayTests {
  private static let background: [UInt8] = [10, 20, 30]

  private func blank(width: Int, height: Int) throws -> Image {
    let bytes = (0..<width * height).flatMap { _ in Self.background }
    return try Image(width: width, height: height, format: .rgb8, bytes: bytes)
  }

  private func pixel(_ image: Image, x: Int, y: Int) -> [UInt8] {
    image.withPixelView { view in (0..<3).map { view.base[y * view.bytesPerRow + 3 * x + $0] } }
  }

  private func colour(_ colour: OverlayColor) -> [UInt8] { [colour.red, colour.green, colour.blue] }

  private func line(from start: NormalizedPoint, to end: NormalizedPoint, color: OverlayColor = .skeleton) -> OverlaySubject {
    OverlaySubject(points: [start, end], connections: [OverlayConnections(color: color, pairs: [(start: 0, end: 1)])])
  }

  /// Lines only, so that nothing covers their ends.
  private let linesOnly = OverlayStyle(dotDiameter: 0)

  @Test("dots lie where the landmarks are, in the sample apps' colours")
  func dots() throws {
    let image = try LandmarkOverlay.draw(
      on: blank(width: 400, height: 800),
      subjects: [OverlaySubject(points: [NormalizedPoint(x: 0.25, y: 0.75)], connections: [])], style: .hand)
    #expect(image.format == .rgb8)
    #expect(image.size == ImageSize(width: 400, height: 800))
    // Centre (100, 600), radius 2.5, rim 1 wide: red where the whole pixel lies within 2, nothing beyond 3.
    for (x, y) in [(99, 599), (100, 600), (100, 599), (99, 600)] { #expect(pixel(image, x: x, y: y) == [255, 0, 0]) }
    #expect(pixel(image, x: 102, y: 600) != Self.background)
    let rim = pixel(image, x: 102, y: 599)
    #expect(rim[0] > 200 && rim[1] > 150 && rim[2] < 20, "rim is yellow: \(rim)")
    var touched = 0
    for y in 0..<800 {
      for x in 0..<400 where pixel(image, x: x, y: y) != Self.background {
        touched += 1
        #expect(abs(x - 100) <= 3 && abs(y - 600) <= 3)
      }
    }
    #expect((28...45).contains(touched), "\(touched) pixels")  // π · 3² = 28.3, and the pixels its edge cuts
  }

  @Test("lines run between their landmarks with the style's width and colour")
  func lines() throws {
    let subject = line(from: NormalizedPoint(x: 0.1, y: 0.5), to: NormalizedPoint(x: 0.9, y: 0.5), color: .lips)
    let image = try LandmarkOverlay.draw(on: blank(width: 400, height: 400), subjects: [subject], style: linesOnly)
    // From (40, 200) to (360, 200), 2 pixels wide: rows 199 and 200.
    for x in [40, 41, 200, 359] {
      #expect(pixel(image, x: x, y: 199) == colour(.lips))
      #expect(pixel(image, x: x, y: 200) == colour(.lips))
      #expect(pixel(image, x: x, y: 198) == Self.background)
      #expect(pixel(image, x: x, y: 201) == Self.background)
    }
    #expect(pixel(image, x: 37, y: 200) == Self.background)
    #expect(pixel(image, x: 362, y: 200) == Self.background)
  }

  @Test("the style says what covers what, and later subjects cover earlier ones")
  func order() throws {
    let subject = line(from: NormalizedPoint(x: 0.5, y: 0.5), to: NormalizedPoint(x: 1, y: 0.5))
    var style = OverlayStyle(lineWidth: 4, dotDiameter: 20, order: .linesThenDots)
    #expect(
      pixel(try LandmarkOverlay.draw(on: blank(width: 400, height: 400), subjects: [subject], style: style), x: 204, y: 200) == [
        255, 0, 0,
      ])
    style.order = .dotsThenLines
    let covered = try LandmarkOverlay.draw(on: blank(width: 400, height: 400), subjects: [subject], style: style)
    #expect(pixel(covered, x: 204, y: 200) == colour(.skeleton))
    let second = line(from: NormalizedPoint(x: 0.5, y: 0), to: NormalizedPoint(x: 0.5, y: 1), color: .eyes)
    let crossing = try LandmarkOverlay.draw(on: blank(width: 400, height: 400), subjects: [subject, second], style: linesOnly)
    #expect(pixel(crossing, x: 200, y: 200) == colour(.eyes))
  }

  @Test(
    "sizes follow the picture's shorter side and never vanish",
    arguments: [(16, 16, 0.5), (64, 64, 0.5), (400, 900, 1), (4000, 3000, 7.5)])
  func scales(width: Int, height: Int, scale: Double) throws {
    let subject = line(from: NormalizedPoint(x: 0.1, y: 0.5), to: NormalizedPoint(x: 0.9, y: 0.5))
    let image = try LandmarkOverlay.draw(
      on: blank(width: width, height: height), subjects: [subject], style: OverlayStyle(lineWidth: 4, dotDiameter: 0))
    let touched = (0..<height).filter { pixel(image, x: width / 2, y: $0) != Self.background }
    #expect(Double(touched.count) >= 4 * scale && Double(touched.count) <= 4 * scale + 2, "\(touched.count) rows")
  }

  @Test("points outside the picture, absurdly far or not finite are harmless")
  func outside() throws {
    let points: [(Float, Float)] = [
      (-0.5, 0.5), (1.5, 0.5), (.nan, 0.5), (0.5, .infinity), (3e38, -3e38), (-3e38, 3e38), (1e9, 0.5), (-1e9, 0.5),
    ]
    let subject = OverlaySubject(
      points: points.map { NormalizedPoint(x: $0.0, y: $0.1) },
      connections: [OverlayConnections(pairs: (0..<points.count).flatMap { a in (0..<points.count).map { (start: a, end: $0) } })]
    )
    let image = try LandmarkOverlay.draw(on: blank(width: 100, height: 80), subjects: [subject], style: .hand)
    // The line through the middle crosses the whole picture.
    for x in [0, 50, 99] { #expect(pixel(image, x: x, y: 40) != Self.background) }
    let invisible = OverlaySubject(points: [NormalizedPoint(x: .nan, y: 0.5), NormalizedPoint(x: 2, y: 2)], connections: [])
    let untouched = try blank(width: 100, height: 80)
    #expect(rgbBytes(try LandmarkOverlay.draw(on: untouched, subjects: [invisible], style: .hand)) == rgbBytes(untouched))
  }

  @Test("pictures wider than the drawing library's surfaces are drawn without seams")
  func tiles() throws {
    let subject = line(from: NormalizedPoint(x: 0, y: 0.5), to: NormalizedPoint(x: 1, y: 0.5))
    let image = try LandmarkOverlay.draw(
      on: blank(width: 40_000, height: 12), subjects: [subject], style: OverlayStyle(lineWidth: 8, dotDiameter: 0))
    for y in [4, 5, 6, 7] {
      #expect((0..<40_000).allSatisfy { pixel(image, x: $0, y: y) == colour(.skeleton) }, "row \(y)")
    }
    #expect((0..<40_000).allSatisfy { pixel(image, x: $0, y: 2) == Self.background })
  }

  @Test("any pixel format comes in, and without subjects the picture comes back as it was")
  func formats() throws {
    let gray = try Image(width: 8, height: 8, format: .gray8, bytesPerRow: 11, bytes: (0..<88).map { UInt8($0) })
    let image = try LandmarkOverlay.draw(on: gray, subjects: [], style: .pose)
    #expect(rgbBytes(image) == rgbBytes(try gray.convertedToRGB()))
  }

  @Test("mistakes are told")
  func mistakes() throws {
    let image = try blank(width: 8, height: 8)
    let wrong = OverlaySubject(
      points: [NormalizedPoint(x: 0, y: 0)], connections: [OverlayConnections(pairs: [(start: 0, end: 1)])])
    let error = try #require(throws: LandmarkError.self) { try LandmarkOverlay.draw(on: image, subjects: [wrong], style: .hand) }
    #expect(error.code == .invalidArgument)
    for length in [-1, 101, Double.nan, .infinity] {
      let error = try #require(throws: LandmarkError.self) {
        try LandmarkOverlay.draw(on: image, subjects: [], style: OverlayStyle(lineWidth: length, dotDiameter: 1))
      }
      #expect(error.code == .invalidArgument)
    }
  }
}
