import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

/// Jitter and lag of the filters beside the original's numbers.
///
/// `swift test -c release --filter SteadinessTests` prints the tables that stand in DEVIATIONS.md.
@Suite(.serialized) struct SteadinessTests {
  /// Mean over landmarks of the standard deviation of place over frames, per mille of the subject's box.
  private static func jitter(_ frames: [[NormalizedPoint]], _ size: ImageSize) -> Float {
    guard let first = frames.first else { return .infinity }
    let side = longerSide(first.map { [$0.imagePoint(in: size).x, $0.imagePoint(in: size).y] })
    let count = Float(frames.count)
    let deviations = first.indices.map { index -> Float in
      let points = frames.map { $0[index].imagePoint(in: size) }
      let x = points.reduce(0) { $0 + $1.x } / count
      let y = points.reduce(0) { $0 + $1.y } / count
      return (points.reduce(0) { $0 + ($1.x - x) * ($1.x - x) + ($1.y - y) * ($1.y - y) } / count).squareRoot()
    }
    return deviations.reduce(0, +) / Float(deviations.count) / side * 1000
  }

  private static let settings: [(name: String, smoothing: Smoothing)] = [
    ("off", .off), ("mediaPipe", .mediaPipe), ("oneEuro 0.05, 80", .oneEuro(.init())),
    ("oneEuro 1, 10", .oneEuro(.init(minCutoff: 1, beta: 10))),
  ]

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: [Kind.hand, .face, .pose])
  func filtersSteadyAStillSubject(kind: Kind) throws {
    let still =
      switch kind {
      case .hand, .gesture: Pixels(try picture("hand_ok_sign.jpg"))
      case .face: Pixels(try picture("face_portrait_woman.jpg"))
      case .pose: Pixels(try Clip("dance").frames[0].image)
      }
    let size = ImageSize(width: still.width, height: still.height)
    var table: [String: Float] = [:]
    for setting in Self.settings {
      // The same noise for every setting.
      var random = SeededGenerator(seed: 20)
      let task = try AnyTask(kind, number: 1, stream: .init(smoothing: setting.smoothing))
      var frames: [[NormalizedPoint]] = []
      for frame in 0..<40 {
        let image = try still.noisy(deviation: 4, using: &random).image
        if setting.name == "off" { try Self.export(image, kind, frame) }
        let found = try #require(try task(image, at: 1 + frame * 33))
        let points = try #require(found.points.first, "seed 20, frame \(frame)")
        // A second to settle.
        if frame >= 10 { frames.append(points) }
      }
      table[setting.name] = Self.jitter(frames, size)
    }
    print("jitter \(kind), ‰ of the box: \(Self.settings.map { "\($0.name): \(table[$0.name] ?? 0)" }.joined(separator: "; "))")
    let off = try #require(table["off"])
    let original = try #require(table["mediaPipe"])
    #expect(try #require(table["oneEuro 0.05, 80"]) < off * 0.8)
    #expect(try #require(table["oneEuro 1, 10"]) < off * 0.8)
    #expect(kind == .hand ? original == off : original < off * 0.8)
  }

  /// Writes the frame to `$LANDMARKS_WRITE_FRAMES/KIND/`, where `Benchmarks/jitter.py` measures the original on the same
  /// pixels; does nothing without the variable.
  private static func export(_ image: Image, _ kind: Kind, _ frame: Int) throws {
    guard let root = ProcessInfo.processInfo.environment["LANDMARKS_WRITE_FRAMES"] else { return }
    let folder = "\(root)/\(kind)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try ImageFile.write(image, path: "\(folder)/\(String(1000 + frame).dropFirst()).png", format: .png)
  }

  /// How many frames `late` lies behind `reference`: the part of their distance that lies along the motion, by the
  /// motion of a frame. The motion is taken over two frames, so that the noise of this one has no part in it.
  private static func lag(_ late: [[NormalizedPoint]], behind reference: [[NormalizedPoint]]) -> Float {
    var (along, square): (Float, Float) = (0, 0)
    for frame in 1..<reference.count - 1 {
      for index in reference[frame].indices {
        let (a, b) = (reference[frame - 1][index], reference[frame + 1][index])
        let (vx, vy) = ((b.x - a.x) / 2, (b.y - a.y) / 2)
        along += (reference[frame][index].x - late[frame][index].x) * vx + (reference[frame][index].y - late[frame][index].y) * vy
        square += vx * vx + vy * vy
      }
    }
    return along / square
  }

  /// The second difference of place, which noise makes large and smooth motion small: ‰ of the box, mean over landmarks.
  private static func roughness(_ frames: [[NormalizedPoint]], _ size: ImageSize) -> Float {
    let side = longerSide((frames.first ?? []).map { [$0.imagePoint(in: size).x, $0.imagePoint(in: size).y] })
    var (sum, count): (Float, Float) = (0, 0)
    for frame in 1..<frames.count - 1 {
      for index in frames[frame].indices {
        let (a, b, c) = (frames[frame - 1][index], frames[frame][index], frames[frame + 1][index])
        let dx = (a.x - 2 * b.x + c.x) * Float(size.width)
        let dy = (a.y - 2 * b.y + c.y) * Float(size.height)
        sum += (dx * dx + dy * dy).squareRoot()
        count += 1
      }
    }
    return sum / count / side * 1000
  }

  @Test(
    .enabled(if: hasCorpus, needsCorpus),
    arguments: [
      ("hand", Kind.hand, "hand_landmarker_1", "hand_landmarks"), ("heads_two", .face, "face_landmarker_1", "face_landmarks"),
      ("dance", .pose, "pose_landmarker_full_1", "pose_landmarks"),
    ] as [(String, Kind, String, String)])
  func lagAndRoughnessAreThoseOfTheOriginal(clipName: String, kind: Kind, folder: String, key: String) throws {
    let clip = try Clip(clipName)
    let size = clip.frames[0].image.size
    func run(_ smoothing: Smoothing) throws -> [[NormalizedPoint]] {
      let task = try AnyTask(kind, number: 1, stream: .init(smoothing: smoothing), poseModel: "pose_landmarker_full")
      return try clip.frames.map { try #require(try task($0.image, at: $0.time)?.points.first) }
    }
    let raw = try run(.off)
    let original = try clip.goldenPoints(folder, key).map { frame in
      try #require(frame.first).map { NormalizedPoint(x: $0[0], y: $0[1]) }
    }
    var lags: [String: Float] = [:]
    var rough: [String: Float] = [:]
    for setting in Self.settings {
      let points = try run(setting.smoothing)
      lags[setting.name] = Self.lag(points, behind: raw)
      rough[setting.name] = Self.roughness(points, size)
    }
    let (theirLag, theirRoughness) = (Self.lag(original, behind: raw), Self.roughness(original, size))
    print(
      "\(clipName), \(kind), lag in frames, roughness in ‰: original \(theirLag), \(theirRoughness); "
        + Self.settings.map { "\($0.name): \(lags[$0.name] ?? 0), \(rough[$0.name] ?? 0)" }.joined(separator: "; "))
    let ours = try #require(lags["mediaPipe"])
    let oursRough = try #require(rough["mediaPipe"])
    // The same filter on almost the same numbers.
    #expect(abs(ours - theirLag) < 0.05)
    #expect(abs(oursRough / theirRoughness - 1) < 0.1)
    #expect(try #require(rough["oneEuro 1, 10"]) < (try #require(rough["off"])))
  }
}
