import Overlay
import TestSupport
import Testing
import VisionBase

/// Text, depth and groups of their own width.
@Suite struct OverlayCaptionTests {
  private static let background: [UInt8] = [90, 90, 90]

  private func blank(_ width: Int, _ height: Int) throws -> Image {
    try Image(
      width: width, height: height, format: .rgb8, bytes: (0..<width * height).flatMap { _ in Self.background })
  }

  /// The box of all pixels that differ from the background, and how many there are.
  private func touched(_ image: Image) -> (left: Int, top: Int, right: Int, bottom: Int, count: Int) {
    var box = (left: Int.max, top: Int.max, right: -1, bottom: -1, count: 0)
    image.withPixelView { view in
      for y in 0..<view.size.height {
        for x in 0..<view.size.width where view.base[y * view.bytesPerRow + 3 * x] != 90 {
          box = (min(box.left, x), min(box.top, y), max(box.right, x), max(box.bottom, y), box.count + 1)
        }
      }
    }
    return box
  }

  private func subject(_ box: (Float, Float, Float, Float), _ text: String) -> OverlaySubject {
    OverlaySubject(
      points: [NormalizedPoint(x: box.0, y: box.1), NormalizedPoint(x: box.2, y: box.3)], connections: [],
      caption: OverlayCaption(text: text, color: OverlayColor(red: 0, green: 0, blue: 0)))
  }

  /// Nothing but captions.
  private let bare = OverlayStyle(lineWidth: 0, dotDiameter: 0)
  private static let needsFont: ConditionTrait = .enabled(if: OverlayCaption.isAvailable, "needs a font")

  @Test(needsFont) func captionsStandAboveTheirSubject() throws {
    let image = try LandmarkOverlay.draw(
      on: blank(600, 400), subjects: [subject((0.5, 0.5, 0.7, 0.9), "#1 Right 0.98")], style: bare)
    let box = touched(image)
    #expect(box.left >= 299 && box.bottom < 200 && box.top > 170 && box.right > 380 && box.right < 480)
  }

  @Test(needsFont, arguments: [(64, 48), (180, 320), (1920, 1080), (9000, 40)])
  func captionsStayInThePictureAndCanBeRead(_ width: Int, _ height: Int) throws {
    for corner: (Float, Float, Float, Float) in [(-0.2, -0.2, 0.1, 0.1), (0.95, 0.9, 1.4, 1.4), (0, 0, 1, 1)] {
      let image = try LandmarkOverlay.draw(
        on: blank(width, height), subjects: [subject(corner, "#12 Left")], style: bare)
      let box = touched(image)
      #expect(box.count > 0 && box.left >= 0 && box.right < width)
      // At least 8 pixels from top to bottom, letters of about a thirtieth of the shorter side above that.
      let side = Double(min(width, height))
      #expect(box.bottom - box.top + 1 >= min(8, height) && Double(box.bottom - box.top) < max(24, side / 12))
    }
  }

  @Test(needsFont) func captionsOfNeighboursDoNotCover() throws {
    let one = subject((0.3, 0.5, 0.5, 0.8), "#1 Right 0.98")
    let two = subject((0.31, 0.5, 0.5, 0.8), "#2 Left 0.97")
    let alone = touched(try LandmarkOverlay.draw(on: blank(600, 400), subjects: [one], style: bare)).count
    let other = touched(try LandmarkOverlay.draw(on: blank(600, 400), subjects: [two], style: bare)).count
    let both = touched(try LandmarkOverlay.draw(on: blank(600, 400), subjects: [one, two], style: bare)).count
    // Plates at other places between the pixels have other edges.
    #expect(abs(both - alone - other) <= 10)
  }

  @Test(needsFont) func anyTextIsTaken() throws {
    for text in ["", " ", "\u{0}\u{7}\n", "手 グー ✌️", "שלום", String(repeating: "W", count: 5000), "e\u{301}\u{301}"] {
      let image = try LandmarkOverlay.draw(on: blank(300, 200), subjects: [subject((0.2, 0.5, 0.5, 0.8), text)], style: bare)
      #expect(image.size == ImageSize(width: 300, height: 200))
      if text.isEmpty { #expect(touched(image).count == 0) }
    }
  }

  @Test func depthGoesFromRedToBlueWithTheNearOnTop() throws {
    func draw(_ depths: [Float]) throws -> Image {
      // Two lines that cross in the middle.
      let points = [(0.1, 0.5), (0.9, 0.5), (0.5, 0.1), (0.5, 0.9)].map { NormalizedPoint(x: $0.0, y: $0.1) }
      let subject = OverlaySubject(
        points: points, connections: [OverlayConnections(pairs: [(0, 1), (2, 3)], width: 8)], depths: depths)
      return try LandmarkOverlay.draw(on: blank(400, 400), subjects: [subject], style: bare)
    }
    func pixel(_ image: Image, _ x: Int, _ y: Int) -> [Int] {
      image.withPixelView { view in (0..<3).map { Int(view.base[y * view.bytesPerRow + 3 * x + $0]) } }
    }
    for (depths, isFirstNear) in [([-1, -1, 1, 1] as [Float], true), ([1, 1, -1, -1], false)] {
      let image = try draw(depths)
      let (across, down, crossing) = (pixel(image, 100, 200), pixel(image, 200, 100), pixel(image, 200, 200))
      let (near, far) = isFirstNear ? (across, down) : (down, across)
      #expect(near[0] > 200 && near[2] < 80 && far[2] > 200 && far[0] < 80)
      #expect(crossing == near)
    }
    // From end to end.
    let image = try draw([-1, 1, 0, 0])
    #expect(pixel(image, 50, 200)[0] > 240 && pixel(image, 350, 200)[2] > 240)
    _ = try draw([.nan, .infinity, -.infinity, 0])
  }

  @Test func wrongPartsAreNamed() throws {
    func code(_ subject: OverlaySubject) throws -> LandmarkError.Code? {
      let image = try blank(20, 20)
      do { _ = try LandmarkOverlay.draw(on: image, subjects: [subject], style: .hand) } catch { return error.code }
      return nil
    }
    let points = [NormalizedPoint(x: 0, y: 0), NormalizedPoint(x: 1, y: 1)]
    func group(_ width: Double?, _ opacity: Double) -> OverlayConnections {
      OverlayConnections(pairs: [(0, 1)], width: width, opacity: opacity)
    }
    #expect(try code(OverlaySubject(points: points, connections: [group(1, 1)])) == nil)
    #expect(try code(OverlaySubject(points: points, connections: [group(-1, 1)])) == .invalidArgument)
    #expect(try code(OverlaySubject(points: points, connections: [group(nil, 1.5)])) == .invalidArgument)
    #expect(try code(OverlaySubject(points: points, connections: [group(nil, .nan)])) == .invalidArgument)
    #expect(try code(OverlaySubject(points: points, connections: [], depths: [1])) == .invalidArgument)
  }
}
