import ImageFiles
import Landmarks
import TestSupport
import Testing

/// Results and counters do not depend on the number of threads, whichever way the work is divided: every step shared, one
/// subject per thread, or the detector beside followed subjects.
@Suite(.serialized) struct ThreadTests {
  private static let pictures = [
    "geo_three_hands.jpg", "hand_many_grid.jpg", "geo_faces_four.jpg", "face_two_people.jpg", "body_two_sitting.jpg",
    "neg_clock.jpg",
  ]

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases, [1, 2, 5])
  func picturesWithSeveralSubjects(kind: Kind, number: Int) throws {
    let pictures = try Self.pictures.map { try picture($0) }
    let alone = try AnyTask(kind, number: number, extras: true, threads: 1)
    let expected = try pictures.map { try alone($0) }
    if number > 1 { #expect(expected.contains { $0.landmarks.count > 1 }, "nothing to divide") }
    for threads in 2...4 {
      let task = try AnyTask(kind, number: number, extras: true, threads: threads)
      for (name, (picture, expected)) in zip(Self.pictures, zip(pictures, expected)) {
        #expect(try task(picture) == expected, "\(name), \(threads) threads")
      }
      #expect(task.statistics() == alone.statistics())
    }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases, [1, 2, 4])
  func streams(kind: Kind, number: Int) throws {
    for name in Clip.names {
      let frames = try Clip(name).frames.prefix(25)
      let alone = try AnyTask(kind, number: number, threads: 1)
      let expected = try frames.map { try alone($0.image, at: $0.time) }
      for threads in 2...3 {
        let task = try AnyTask(kind, number: number, threads: threads)
        for (index, frame) in frames.enumerated() {
          #expect(try task(frame.image, at: frame.time) == expected[index], "\(name), frame \(index), \(threads) threads")
        }
        #expect(task.statistics() == alone.statistics(), "\(name), \(threads) threads")
      }
    }
  }
}
