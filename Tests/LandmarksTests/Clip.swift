import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

/// A clip of the corpus.
struct Clip {
  static let names = ["dance", "hand", "heads_two"]

  let name: String
  let frames: [(time: Int, image: Image)]

  init(_ name: String) throws {
    let folder = try #require(TestFiles.corpus).appendingPathComponent("clips/\(name)")
    let list = try JSONValue(contentsOf: folder.appendingPathComponent("clip.json")).at("frames").elements
    self.name = name
    frames = try list.map { frame in
      let path = folder.appendingPathComponent("frames/\(try frame.at("file").text)").path
      return (try frame.at("timestamp_ms").int, try ImageFile.load(path: path))
    }
  }

  /// The original's results for the frames.
  func goldens(_ task: String) throws -> [JSONValue] {
    let url = try #require(TestFiles.corpus).appendingPathComponent("goldens/\(task)/clip_\(name).png.json")
    return try JSONValue(contentsOf: url).at("frames").elements.map { try $0.at("result") }
  }

  /// The original's landmarks, frame by frame, subject by subject, as x, y, z …
  func goldenPoints(_ task: String, _ key: String) throws -> [[[[Float]]]] {
    try goldens(task).map { try $0.at(key).elements.map { try $0.rows } }
  }
}

/// Follows track numbers through a stream and counts what must not happen.
struct IdentityLedger {
  private struct Sight {
    let points: [ImagePoint]
    let size: Float
    let frame: Int

    /// Mean distance of the landmarks. Not of their middles: two bodies that lie across each other share theirs.
    func distance(to other: Sight) -> Float {
      zip(points, other.points).reduce(0) { sum, pair in
        let (dx, dy) = (pair.0.x - pair.1.x, pair.0.y - pair.1.y)
        return sum + (dx * dx + dy * dy).squareRoot()
      } / Float(points.count)
    }
  }

  private var last: [Int: Sight] = [:]
  private var frame = 0
  private(set) var used: Set<Int> = []
  /// Times that a number jumped by more than its subject's size from one frame to the next, or changed its place with
  /// another number.
  private(set) var switches = 0

  mutating func add(_ seen: Seen, in size: ImageSize) { add(seen.points, seen.trackIDs, in: size) }

  mutating func add(_ subjects: [[NormalizedPoint]], _ trackIDs: [Int], in size: ImageSize) {
    frame += 1
    var now: [Int: Sight] = [:]
    for (points, id) in zip(subjects, trackIDs) {
      let inPixels = points.map { $0.imagePoint(in: size) }
      now[id] = Sight(points: inPixels, size: longerSide(inPixels.map { [$0.x, $0.y] }), frame: frame)
    }
    for (id, sight) in now {
      guard let before = last[id], before.frame == frame - 1 else { continue }
      let moved = before.distance(to: sight)
      if moved > max(before.size, sight.size) { switches += 1 }
      // Both nearer to the other's last place than to their own.
      for (other, otherSight) in now where other > id {
        guard let otherBefore = last[other], otherBefore.frame == frame - 1 else { continue }
        if otherBefore.distance(to: sight) < moved,
          before.distance(to: otherSight) < otherBefore.distance(to: otherSight)
        {
          switches += 1
        }
      }
    }
    used.formUnion(now.keys)
    last.merge(now) { $1 }
  }
}
