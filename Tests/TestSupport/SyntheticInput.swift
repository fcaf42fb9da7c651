package import ModelFormat

/// The inputs of the golden network outputs, made again: the same integer arithmetic as in
/// `Scripts/dump-network-goldens.py`, so the values are the same to the last bit.
package enum SyntheticInput {
  /// Values for all inputs of the network `id`, in the order of its inputs. `input` is scene and seed, for example `head-8`.
  package static func values(for graph: Graph, id: String, input: String) throws -> [[Float]] {
    let parts = input.split(separator: "-").map(String.init)
    guard parts.count == 2, let seed = Int(parts[1]) else {
      throw GoldenError(description: "The golden input \(input) is unknown.")
    }
    let name = id.split(separator: "/").last.map(String.init) ?? id
    let shapes = graph.inputs.map { graph.tensors[$0].shape }
    if let scene = Scene(rawValue: parts[0]), shapes.count == 1, shapes[0].count == 4 {
      return [picture(scene, height: shapes[0][1], width: shapes[0][2], seed: seed, signed: signedPictures.contains(name))]
    }
    let patterns: [(Int, Int) -> Int]
    switch name {
    case "face_blendshapes": patterns = [facePoints]
    case "gesture_embedder": patterns = [handPoints, { 400 + $1 / 8 }, handPoints]
    case "canned_gesture_classifier": patterns = [{ ($1 - 2048) >> 2 }]
    default: throw GoldenError(description: "No synthetic inputs are known for network \(id).")
    }
    return zip(shapes, patterns).enumerated().map { index, pair in
      numbers(count: pair.0.reduce(1, *), seed: 100 * seed + index, pattern: pair.1)
    }
  }

  /// Networks whose pictures are in −1…1; all others take 0…1.
  private static let signedPictures: Set<String> = ["face_detector", "pose_detector"]

  /// What a synthetic picture shows.
  package enum Scene: String, Sendable {
    case head
    case body

    /// Bits of noise.
    fileprivate var noiseBits: Int { self == .head ? 5 : 7 }

    /// Discs drawn one over the other.
    fileprivate var discs: [Disc] {
      switch self {
      case .head:
        [
          Disc(32, 30, 20, [214, 168, 140]), Disc(24, 25, 3, [40, 30, 36]), Disc(40, 25, 3, [46, 34, 30]),
          Disc(32, 33, 3, [190, 140, 115]), Disc(32, 41, 6, [150, 40, 50]), Disc(32, 45, 4, [220, 110, 120]),
        ]
      case .body: Self.bodyDiscs
      }
    }

    private static var bodyDiscs: [Disc] {
      let (skin, shirt, trousers) = ([214, 168, 140], [60, 90, 150], [50, 50, 60])
      var discs = [Disc(32, 9, 4, skin), Disc(31, 8, 1, [40, 30, 30]), Disc(33, 8, 1, [40, 30, 30])]
      discs += stride(from: 16, through: 32, by: 2).map { Disc(32, $0, 6, shirt) }
      for k in 0..<8 {
        let color = k > 3 ? skin : shirt
        discs += [Disc(25 - k, 18 + 2 * k, 2, color), Disc(39 + k, 18 + 2 * k, 2, color)]
      }
      for k in 0..<12 {
        discs += [Disc(29 - k / 4, 36 + 2 * k, 3, trousers), Disc(35 + k / 4, 36 + 2 * k, 3, trousers)]
      }
      return discs
    }
  }

  /// Centre and radius in 1/64 of the picture, and a colour.
  fileprivate struct Disc {
    let x, y, radius: Int
    let color: [Int]

    init(_ x: Int, _ y: Int, _ radius: Int, _ color: [Int]) {
      (self.x, self.y, self.radius, self.color) = (x, y, radius, color)
    }
  }

  /// Gradients, discs and noise as 8-bit values, then scaled as the network expects.
  package static func picture(_ scene: Scene, height: Int, width: Int, seed: Int, signed: Bool) -> [Float] {
    var noise = SeededGenerator(seed: UInt64(seed))
    let discs = scene.discs
    let bits = scene.noiseBits
    var values: [Float] = []
    values.reserveCapacity(height * width * 3)
    for y in 0..<height {
      for x in 0..<width {
        let top = discs.last { disc in
          let (dx, dy) = (64 * x - disc.x * width, 64 * y - disc.y * height)
          return dx * dx + dy * dy < (disc.radius * width) * (disc.radius * width)
        }
        let gradient = (x * 160 / width + 20, y * 140 / height + 60, (x + y) * 120 / (width + height) + 40)
        let color = top.map { ($0.color[0], $0.color[1], $0.color[2]) } ?? gradient
        for channel in [color.0, color.1, color.2] {
          let value = Float(min(max(channel + Int(noise.next() >> UInt64(64 - bits)) - (1 << (bits - 1)), 0), 255))
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
