import Foundation
import ImageFiles
import Landmarks
import TestSupport
import Testing

let hasModels = TestFiles.models != nil
let hasCorpus = TestFiles.models != nil && TestFiles.corpus != nil
let needsModels: Comment = "needs Models/ (Scripts/fetch-models)"
let needsCorpus: Comment = "needs Models/ and ../shared/corpus"

func model(_ name: String) throws -> ModelSource {
  .path(try #require(TestFiles.models).appendingPathComponent(name + ".task").path)
}

/// A picture of the corpus as the reference results saw it: not turned upright.
func picture(_ name: String) throws -> Image {
  let path = try #require(TestFiles.corpus).appendingPathComponent("images/\(name)").path
  return try ImageFile.load(path: path, orientation: .asStored)
}

/// A reference result of a task for one picture.
struct Golden {
  let name: String
  let result: JSONValue

  static func all(_ task: String) throws -> [Golden] {
    let folder = try #require(TestFiles.corpus).appendingPathComponent("goldens/\(task)")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return try files.filter { $0.hasSuffix(".json") && !$0.hasPrefix("clip_") && !$0.hasSuffix(".exif_applied.json") }
      .map { file in
        let json = try JSONValue(contentsOf: folder.appendingPathComponent(file))
        return Golden(name: try json.at("name").text, result: try json.at("result"))
      }
  }

  func points(_ key: String) throws -> [[[Float]]] { try result.at(key).elements.map { try $0.rows } }
}

/// Length of the longer side of the box around points.
func longerSide(_ points: [[Float]]) -> Float {
  let xs = points.map { $0[0] }
  let ys = points.map { $0[1] }
  guard let x0 = xs.min(), let x1 = xs.max(), let y0 = ys.min(), let y1 = ys.max() else { return 1e-6 }
  return max(x1 - x0, y1 - y0, 1e-6)
}

/// Value at share `q` of the sorted values, the way the comparison tool takes it.
func percentile(_ values: [Float], _ q: Double) -> Float {
  values.isEmpty ? 0 : values.sorted()[min(values.count - 1, Int(q * Double(values.count)))]
}

/// What the comparison tool reports for one task: gaps relative to the subject's box.
struct Figures {
  var gaps: [Float] = []
  var depths: [Float] = []
  var worlds: [Float] = []
  var worstScore: Float = 0
  var pictures = 0
  var subjects = 0
  var identicalBits = 0
  var problems: [String] = []

  /// Adds one picture; subjects are compared in order.
  mutating func add(
    _ name: String, expected: [[[Float]]], found: [[NormalizedLandmark]], expectedWorld: [[[Float]]] = [],
    foundWorld: [[WorldLandmark]] = []
  ) {
    pictures += 1
    guard expected.count == found.count else {
      problems.append("\(name): \(found.count) subjects, expected \(expected.count)")
      return
    }
    var (gap, depth, world) = (Float(0), Float(0), Float(0))
    for (reference, ours) in zip(expected, found) {
      subjects += 1
      guard reference.count == ours.count else {
        problems.append("\(name): \(ours.count) landmarks, expected \(reference.count)")
        return
      }
      let side = longerSide(reference)
      for (a, b) in zip(reference, ours) {
        gap = max(gap, abs(a[0] - b.x) / side, abs(a[1] - b.y) / side)
        depth = max(depth, abs(a[2] - b.z) / side)
        if !(b.x.isFinite && b.y.isFinite && b.z.isFinite) { problems.append("\(name): not finite") }
      }
      if zip(reference, ours).allSatisfy({ $0[0] == $1.x && $0[1] == $1.y }) { identicalBits += 1 }
    }
    for (reference, ours) in zip(expectedWorld, foundWorld) {
      for (a, b) in zip(reference, ours) { world = max(world, abs(a[0] - b.x), abs(a[1] - b.y), abs(a[2] - b.z)) }
    }
    if !expected.isEmpty { gaps.append(gap) }
    depths.append(depth)
    worlds.append(world)
  }

  var summary: String {
    "\(pictures) pictures, \(subjects) subjects, \(identicalBits) with the same bits; median \(percentile(gaps, 0.5)), "
      + "p99 \(percentile(gaps, 0.99)), worst \(gaps.max() ?? 0), depth \(percentile(depths, 0.99)), "
      + "world \(percentile(worlds, 0.99)), scores \(worstScore)"
  }
}
