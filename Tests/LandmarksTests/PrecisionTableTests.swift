import Foundation
import Landmarks
import TestSupport
import Testing

/// How well landmarks agree with themselves when the picture is changed in ways that move things by a known rule, in both
/// precisions side by side.
///
/// `LANDMARKS_LONG_TESTS=1 swift test -c release --filter PrecisionTableTests` prints the table of DEVIATIONS.md, over the
/// whole corpus; without the variable every tenth picture is looked at.
@Suite(.serialized) struct PrecisionTableTests {
  private enum Change: String, CaseIterable {
    case turnedTold = "turned by 90°, 180°, 270°, orientation given"
    case turned = "turned by 90°, 180°, 270°, nothing said"
    case mirrored = "mirrored, nothing said"
    case halved = "half as large"
    case doubled = "twice as large"
    case padded = "padded by a quarter with grey"
  }

  /// A changed picture, how to look at it, and where points of the plain one lie in it.
  private struct Variant {
    let pixels: Pixels
    var processing = ImageProcessingOptions()
    let place: (NormalizedPoint) -> NormalizedPoint
  }

  private static func variants(_ change: Change, of plain: Pixels) -> [Variant] {
    switch change {
    case .turned, .turnedTold:
      return [ImageOrientation.right, .down, .left].map { orientation in
        Variant(
          pixels: plain.stored(for: orientation), processing: .init(orientation: change == .turnedTold ? orientation : .up)
        ) { stored($0, for: orientation) }
      }
    case .mirrored: return [Variant(pixels: plain.mirrored) { NormalizedPoint(x: 1 - $0.x, y: $0.y) }]
    case .halved:
      // An odd last row or column is lost.
      let (w, h) = (Float(plain.width) / Float(plain.width / 2 * 2), Float(plain.height) / Float(plain.height / 2 * 2))
      return [Variant(pixels: plain.halved) { NormalizedPoint(x: $0.x * w, y: $0.y * h) }]
    case .doubled: return [Variant(pixels: plain.doubled) { $0 }]
    case .padded:
      let (x, y) = (plain.width / 4, plain.height / 8)
      let changed = plain.padded(left: x, top: y, right: plain.width / 8, bottom: plain.height / 4, level: 128)
      return [
        Variant(pixels: changed) {
          NormalizedPoint(
            x: ($0.x * Float(plain.width) + Float(x)) / Float(changed.width),
            y: ($0.y * Float(plain.height) + Float(y)) / Float(changed.height))
        }
      ]
    }
  }

  /// Landmarks that can be compared in a mirrored picture: (index, index of its mirror image).
  private static func mirrorPairs(_ kind: Kind, count: Int) -> [(Int, Int)] {
    switch kind {
    case .hand, .gesture: return (0..<count).map { ($0, $0) }
    case .face:
      // The middle of the face, corners of eyes and mouth, irises.
      let middle = [0, 1, 2, 4, 5, 6, 8, 9, 10, 13, 14, 17, 152, 168, 195, 197].map { ($0, $0) }
      return middle + [(33, 263), (263, 33), (133, 362), (362, 133), (61, 291), (291, 61), (468, 473), (473, 468)]
    case .pose:
      // 0 is the nose; eyes come in threes, the others in pairs.
      return (0..<count).map { index in
        switch index {
        case 0: (0, 0)
        case 1...3: (index, index + 3)
        case 4...6: (index, index - 3)
        default: (index, index % 2 == 1 ? index + 1 : index - 1)
        }
      }
    }
  }

  private struct Row {
    var worst: [Float] = []
    var lost = 0
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: [Kind.hand, .face, .pose])
  func correctedLandmarksAgreeBetterWithThemselves(kind: Kind) throws {
    let all = ProcessInfo.processInfo.environment["LANDMARKS_LONG_TESTS"] != nil
    let folder = ["hand": "hand_landmarker", "face": "face_landmarker", "pose": "pose_landmarker_lite"][kind.rawValue] ?? ""
    let names = try Golden.all(folder).filter { try $0.result.at("\(kind)_landmarks").elements.count == 1 }.map(\.name)
    var table: [Change: [Precision: Row]] = [:]
    for (number, name) in names.enumerated() where all || number % 10 == 3 {
      let plain = Pixels(try picture(name))
      // Twice as large must not take for ever.
      guard plain.width * plain.height <= 900_000 else { continue }
      for precision in Precision.allCases {
        let task = try AnyTask(kind, number: 1, precision: precision)
        guard let reference = try task(try plain.image).points.first else { continue }
        for change in Change.allCases {
          for variant in Self.variants(change, of: plain) {
            let found = try task(try variant.pixels.image, variant.processing)
            guard let points = found.points.first else {
              table[change, default: [:]][precision, default: Row()].lost += 1
              continue
            }
            let pairs = change == .mirrored ? Self.mirrorPairs(kind, count: points.count) : points.indices.map { ($0, $0) }
            let size = ImageSize(width: variant.pixels.width, height: variant.pixels.height)
            let gap = worstGap(pairs.map { variant.place(reference[$0.0]) }, pairs.map { points[$0.1] }, in: size)
            table[change, default: [:]][precision, default: Row()].worst.append(gap)
          }
        }
      }
    }
    func figure(_ change: Change, _ precision: Precision, _ q: Double) -> Float {
      percentile(table[change]?[precision]?.worst ?? [], q)
    }
    func text(_ value: Float) -> String { String(format: "%.4f", Double(value)) }
    print(
      "| \(kind): worst landmark by the box | mediaPipe: median, p95, lost | corrected: median, p95, lost | pictures |\n|---|---|---|---|"
    )
    for change in Change.allCases {
      let cells = Precision.allCases.map { precision in
        "\(text(figure(change, precision, 0.5))), \(text(figure(change, precision, 0.95))), \(table[change]?[precision]?.lost ?? 0)"
      }
      print("| \(change.rawValue) | \(cells.joined(separator: " | ")) | \(table[change]?[.corrected]?.worst.count ?? 0) |")
    }
    #expect((table[.turnedTold]?[.corrected]?.worst.count ?? 0) >= 9)
    #expect(figure(.turnedTold, .corrected, 0.5) < figure(.turnedTold, .mediaPipe, 0.5) / 4)
    // What rounding leaves, see ViewpointTests.
    #expect(figure(.turnedTold, .corrected, 0.5) < (kind == .pose ? 1e-2 : 1e-3))
    // The other changes differ from picture to picture: only the whole corpus says something.
    guard all else { return }
    // A pose in a picture half as large is as uncertain in both: the detail is gone.
    let scaled = kind == .pose ? [Change.doubled] : [.halved, .doubled]
    for change in scaled { #expect(figure(change, .corrected, 0.5) <= figure(change, .mediaPipe, 0.5)) }
    if kind == .hand { #expect(figure(.mirrored, .corrected, 0.5) < figure(.mirrored, .mediaPipe, 0.5)) }
  }
}
