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
  private var last: [Int: (place: ImagePoint, size: Float, frame: Int)] = [:]
  private var frame = 0
  private(set) var used: Set<Int> = []
  /// Times that a number jumped by more than its subject's size from one frame to the next, or changed its place with
  /// another number.
  private(set) var switches = 0

  mutating func add(_ seen: Seen, in size: ImageSize) {
    frame += 1
    var now: [Int: (place: ImagePoint, size: Float, frame: Int)] = [:]
    for (points, id) in zip(seen.points, seen.trackIDs) {
      let inPixels = points.map { $0.imagePoint(in: size) }
      let x = inPixels.reduce(Float(0)) { $0 + $1.x } / Float(points.count)
      let y = inPixels.reduce(Float(0)) { $0 + $1.y } / Float(points.count)
      now[id] = (ImagePoint(x: x, y: y), longerSide(inPixels.map { [$0.x, $0.y] }), frame)
    }
    func distance(_ a: ImagePoint, _ b: ImagePoint) -> Float {
      ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
    }
    for (id, sight) in now {
      guard let before = last[id], before.frame == frame - 1 else { continue }
      let moved = distance(before.place, sight.place)
      if moved > max(before.size, sight.size) { switches += 1 }
      // Both nearer to the other's last place than to their own.
      for (other, otherSight) in now where other > id {
        guard let otherBefore = last[other], otherBefore.frame == frame - 1 else { continue }
        if distance(otherBefore.place, sight.place) < moved,
          distance(before.place, otherSight.place) < distance(otherBefore.place, otherSight.place)
        {
          switches += 1
        }
      }
    }
    used.formUnion(now.keys)
    last.merge(now) { $1 }
  }
}
