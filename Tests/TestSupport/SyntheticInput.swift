package import ModelFormat

/// The inputs of the golden network outputs, made again: the same integer arithmetic as in
/// `Scripts/dump-network-goldens.py`, so the values are the same to the last bit.
package enum SyntheticInput {
  /// Values for all inputs of the network `id`, in the order of its inputs. `input` is `scene-1` or `scene-2`.
  package static func values(for graph: Graph, id: String, input: String) throws -> [[Float]] {
    guard input.hasPrefix("scene-"), let seed = Int(input.dropFirst(6)) else {
      throw GoldenError(description: "The golden input \(input) is unknown.")
    }
    let name = id.split(separator: "/").last.map(String.init) ?? id
    let shapes = graph.inputs.map { graph.tensors[$0].shape }
    if shapes.count == 1, shapes[0].count == 4 {
      return [picture(height: shapes[0][1], width: shapes[0][2], seed: seed, signed: signedPictures.contains(name))]
    }
    let patterns: [(Int, Int) -> Int]
    switch name {
    case "face_blendshapes": patterns = [facePoints]
    case "gesture_embedder": patterns = [handPoints, { 400 + $1 / 8 }, handPoints]
    case "canned_gesture_classifier": patterns = [{ $1 - 2048 }]
    default: throw GoldenError(description: "No synthetic inputs are known for network \(id).")
    }
    return zip(shapes, patterns).enumerated().map { index, pair in
      numbers(count: pair.0.reduce(1, *), seed: 100 * seed + index, pattern: pair.1)
    }
  }

  /// Networks whose pictures are in −1…1; all others take 0…1.
  private static let signedPictures: Set<String> = ["face_detector", "pose_detector"]

  private struct Disc {
    let x, y, radius: Int
    let color: [Int]
  }

  /// Centre and radius in 1/64 of the width and height: a head with eyes and a mouth, and a hand beside it.
  private static let discs = [
    Disc(x: 26, y: 24, radius: 17, color: [214, 168, 140]), Disc(x: 20, y: 20, radius: 3, color: [40, 30, 36]),
    Disc(x: 32, y: 20, radius: 3, color: [46, 34, 30]), Disc(x: 26, y: 32, radius: 5, color: [170, 70, 74]),
    Disc(x: 52, y: 46, radius: 9, color: [200, 150, 126]), Disc(x: 46, y: 36, radius: 3, color: [206, 160, 130]),
    Disc(x: 52, y: 34, radius: 3, color: [208, 158, 134]), Disc(x: 58, y: 36, radius: 3, color: [204, 154, 128]),
  ]

  /// Gradients, discs and noise as 8-bit values, then scaled as the network expects.
  package static func picture(height: Int, width: Int, seed: Int, signed: Bool) -> [Float] {
    var noise = SeededGenerator(seed: UInt64(seed))
    var values: [Float] = []
    values.reserveCapacity(height * width * 3)
    let shift = 7 * (seed - 1)
    for y in 0..<height {
      for x in 0..<width {
        var color = [x * 160 / width + 20, y * 140 / height + 60, (x + y) * 120 / (width + height) + 40]
        for disc in discs {
          let dx = 64 * x - (disc.x + shift) * width
          let dy = 64 * y - disc.y * height
          if dx * dx + dy * dy < (disc.radius * width) * (disc.radius * width) { color = disc.color }
        }
        for channel in 0..<3 {
          let value = Float(min(max(color[channel] + Int(noise.next() >> 59) - 16, 0), 255))
          values.append(signed ? (value - 127.5) / 127.5 : value / 255)
        }
      }
    }
    return values
  }

  /// `pattern` gives the numerator of each value from its index and a 12-bit random number; the divisor is 1024.
  private static func numbers(count: Int, seed: Int, pattern: (Int, Int) -> Int) -> [Float] {
    var noise = SeededGenerator(seed: UInt64(seed))
    return (0..<count).map { Float(pattern($0, Int(noise.next() >> 52))) / 1024 }
  }

  /// Pixel coordinates on a 12-wide grid with jitter.
  private static func facePoints(_ index: Int, _ random: Int) -> Int {
    let (point, axis) = index.quotientAndRemainder(dividingBy: 2)
    let place = axis == 0 ? point % 12 : point / 12
    return (100 + 30 * place) * 1024 + 8 * random
  }

  /// Fingers spread along x, joints along y, little depth.
  private static func handPoints(_ index: Int, _ random: Int) -> Int {
    let (point, axis) = index.quotientAndRemainder(dividingBy: 3)
    let (finger, joint) = (point + 3).quotientAndRemainder(dividingBy: 4)
    let base = [(finger - 3) * 300, (joint - 2) * 400, -50 * joint][axis]
    return base + random / 16 - 128
  }
}
