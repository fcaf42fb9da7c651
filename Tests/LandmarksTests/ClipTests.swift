import Landmarks
import TestSupport
import Testing

/// Streams against the original's answers for the same frames, with the limits of the comparison tool for clips.
@Suite(.serialized) struct ClipTests {
  @Test func theLedgerSeesSwapsAndJumpsAndNothingElse() {
    let size = ImageSize(width: 100, height: 100)
    func body(_ x: Float, _ y: Float, upright: Bool = true) -> [NormalizedPoint] {
      (0..<5).map { NormalizedPoint(x: x, y: y + (upright ? 0.05 : -0.05) * Float($0 - 2)) }
    }
    func switches(_ frames: [([[NormalizedPoint]], [Int])]) -> Int {
      var ledger = IdentityLedger()
      for (bodies, ids) in frames { ledger.add(bodies, ids, in: size) }
      return ledger.switches
    }
    let (a, b) = (body(0.3, 0.5), body(0.5, 0.5))
    #expect(switches([([a, b], [1, 2]), ([a, b], [1, 2])]) == 0)
    #expect(switches([([a, b], [1, 2]), ([b, a], [2, 1])]) == 0)
    #expect(switches([([a, b], [1, 2]), ([a, b], [2, 1])]) == 1)
    #expect(switches([([a], [1]), ([body(0.9, 0.5)], [1])]) == 1)
    // On top of each other, one head up and one head down: told apart, and a swap of their numbers is seen.
    let (up, down) = (body(0.4, 0.5), body(0.4, 0.5, upright: false))
    #expect(switches([([up, down], [1, 2]), ([body(0.41, 0.5), body(0.4, 0.5, upright: false)], [1, 2])]) == 0)
    #expect(switches([([up, down], [1, 2]), ([up, down], [2, 1])]) == 1)
  }

  struct Task: CustomTestStringConvertible, Sendable {
    let folder: String
    let kind: Kind
    let number: Int
    let model: String
    /// Median and p99 of landmarks, p99 of depth, p99 of metres, worst score, worst matrix, share of other counts.
    let limits: [Float]
    var testDescription: String { folder }
  }

  static let tasks: [Task] = [
    Task(folder: "hand_landmarker", kind: .hand, number: 2, model: "", limits: [1.5e-3, 2e-2, 1e-2, 5e-3, 3e-2, 0, 0]),
    Task(folder: "hand_landmarker_1", kind: .hand, number: 1, model: "", limits: [1.5e-3, 2e-2, 1e-2, 5e-3, 3e-2, 0, 0]),
    Task(folder: "gesture_recognizer", kind: .gesture, number: 2, model: "", limits: [1.5e-3, 2e-2, 1e-2, 5e-3, 3e-2, 0, 0]),
    Task(folder: "face_landmarker", kind: .face, number: 3, model: "", limits: [1e-4, 5e-4, 2e-3, 0, 6e-3, 5e-4, 0]),
    Task(folder: "face_landmarker_1", kind: .face, number: 1, model: "", limits: [2.5e-3, 1e-2, 2e-2, 0, 6e-2, 1e-2, 0]),
    Task(
      folder: "pose_landmarker_full", kind: .pose, number: 2, model: "pose_landmarker_full",
      limits: [3e-4, 0.5, 2, 1, 1, 0, 0.05]),
    Task(
      folder: "pose_landmarker_full_1", kind: .pose, number: 1, model: "pose_landmarker_full",
      limits: [5e-2, 1, 9, 2, 1, 0, 0.05]),
    Task(
      folder: "pose_landmarker_lite", kind: .pose, number: 2, model: "pose_landmarker_lite",
      limits: [3e-4, 0.5, 2, 1, 1, 0, 0.05]),
  ]

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: tasks)
  func clipsAgreeWithTheOriginalAndNobodyIsRenamed(_ entry: Task) throws {
    let task = try AnyTask(entry.kind, number: entry.number, extras: entry.kind == .face, poseModel: entry.model)
    let key = entry.kind == .gesture || entry.kind == .hand ? "hand" : entry.kind.rawValue
    var figures = Figures()
    var (otherCounts, wrongLabels, matrix, frames) = (0, 0, Float(0), 0)
    var lines: [String] = []
    for name in Clip.names {
      let clip = try Clip(name)
      task.reset()
      var ledger = IdentityLedger()
      var sides: [Int: Bool] = [:]
      for (frame, golden) in zip(clip.frames, try clip.goldens(entry.folder)) {
        let found = try #require(try task(frame.image, at: frame.time))
        frames += 1
        #expect(found.time == frame.time && found.trackIDs.count == found.landmarks.count)
        #expect(Set(found.trackIDs).count == found.trackIDs.count)
        ledger.add(found, in: frame.image.size)
        if name == "heads_two" {
          // One head stays left, the other right.
          for (points, id) in zip(found.points, found.trackIDs) {
            let isLeft = points.reduce(0) { $0 + $1.x } / Float(points.count) < 0.5
            #expect(sides.updateValue(isLeft, forKey: id) ?? isLeft == isLeft, "track \(id) at \(frame.time) ms")
          }
        }
        let expected = try golden.at("\(key)_landmarks").elements.map { try $0.rows }
        guard expected.count == found.landmarks.count else {
          otherCounts += 1
          continue
        }
        figures.add(
          "\(name) at \(frame.time)", expected: expected, found: found.landmarks,
          expectedWorld: key == "face" ? [] : try golden.at("\(key)_world_landmarks").elements.map { try $0.rows },
          foundWorld: found.world)
        for (key, ours) in [("handedness", found.handedness), ("gestures", found.gestures)] where golden.has(key) {
          for (reference, list) in zip(try golden.at(key).elements, ours) {
            let best = try #require(try reference.elements.first).elements
            if try best[2].text != list.first?.categoryName { wrongLabels += 1 }
            figures.worstScore = max(figures.worstScore, abs(try best[1].float - (list.first?.score ?? .infinity)))
          }
        }
        if entry.kind == .face {
          for (reference, ours) in zip(try golden.at("face_blendshapes").elements, found.blendshapes) {
            for (a, b) in zip(try reference.elements.map { try $0.elements[1].float }, ours.categories) {
              figures.worstScore = max(figures.worstScore, abs(a - b.score))
            }
          }
          for (reference, ours) in zip(try golden.at("facial_transformation_matrixes").elements, found.matrices) {
            matrix = max(matrix, FaceTests.matrixGap(try reference.rows, ours))
          }
        }
        if entry.kind == .pose {
          for (a, b) in zip(expected.joined(), found.landmarks.joined()) {
            figures.worstScore = max(figures.worstScore, abs(a[3] - (b.visibility ?? .infinity)))
          }
        }
      }
      lines.append("\(name): \(ledger.used.count) tracks, \(ledger.switches) switches")
      #expect(ledger.switches == 0, "\(name)")
      // In "hand" the pose networks see bodies that are not there, which come and go.
      let subjects = ["dance": 1, "hand": 1, "heads_two": 2][name] ?? 0
      if !(entry.kind == .pose && name == "hand") { #expect(ledger.used.count <= subjects, "\(name)") }
    }
    let s = task.statistics()
    print("\(entry.folder): \(figures.summary); matrices \(matrix), other counts \(otherCounts) of \(frames); \(lines); \(s)")
    #expect(figures.problems.isEmpty && wrongLabels == 0)
    #expect(s.framesReceived == frames && s.results == frames && s.framesDropped == 0 && s.framesFailed == 0)
    let limits = entry.limits
    #expect(percentile(figures.gaps, 0.5) <= limits[0])
    #expect(percentile(figures.gaps, 0.99) <= limits[1])
    #expect(percentile(figures.depths, 0.99) <= limits[2])
    if entry.kind != .face { #expect(percentile(figures.worlds, 0.99) <= limits[3]) }
    #expect(figures.worstScore <= limits[4])
    #expect(matrix <= limits[5])
    #expect(Float(otherCounts) <= limits[6] * Float(frames))
  }
}
