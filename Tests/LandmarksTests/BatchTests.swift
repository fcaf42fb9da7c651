import ImageFiles
import Landmarks
import TestSupport
import Testing

/// Batches over the processors, and warming up.
@Suite(.serialized) struct BatchTests {
  private static let names = [
    "hand_thumbs_up.jpg", "geo_three_hands.jpg", "face_grace_hopper.jpg", "face_two_people.jpg", "body_yoga_sit.jpg",
    "body_couple.jpg", "neg_clock.jpg", "geo_1x1.png", "hand_ok_sign.jpg",
  ]

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases, [1, 2, 3])
  func aBatchGivesWhatItsPicturesGiveOneByOne(kind: Kind, threads: Int) throws {
    let pictures = try Self.names.map { try picture($0) }
    let task = try AnyTask(kind, extras: true, threads: threads)
    let alone = try pictures.map { try task($0) }
    #expect(try task.seeBatch(pictures, .init()) == alone)
    // Again, with the copies that are there now, and other pictures for each.
    #expect(try task.seeBatch(pictures.reversed(), .init()) == alone.reversed())
    #expect(try task.seeBatch([], .init()) == [])
    let statistics = task.statistics()
    #expect(statistics.framesReceived == 3 * pictures.count && statistics.results == 3 * pictures.count)
    task.close()
    #expect(task.statistics() == statistics, "closing must not forget what was done")
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func aBatchNamesThePictureThatFailsAndAClosedTaskTakesNone(kind: Kind) throws {
    let good = try picture(kind.pictures.0)
    let task = try AnyTask(kind)
    // A region that reaches out of the picture.
    let outside = ImageProcessingOptions(regionOfInterest: .init(x: 0.5, y: 0.5, width: 0.9, height: 0.2))
    let error = #expect(throws: LandmarkError.self) { _ = try task.seeBatch([good, good], outside) }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("picture 0 of the batch") == true, "\(error?.description ?? "")")
    #expect(try task.seeBatch([good], .init()).count == 1, "a failed batch must not spoil the next")
    task.close()
    let closed = #expect(throws: LandmarkError.self) { _ = try task.seeBatch([good], .init()) }
    #expect(closed?.code == .closed)
    let warm = #expect(throws: LandmarkError.self) { try task.warmUp() }
    #expect(warm?.code == .closed)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func warmingUpChangesNoResultAndCountsNothing(kind: Kind) throws {
    let image = try picture(kind.pictures.0)
    let cold = try AnyTask(kind, extras: true)
    let warm = try AnyTask(kind, extras: true)
    try warm.warmUp()
    #expect(warm.statistics() == TaskStatistics())
    #expect(try warm(image) == cold(image))
  }
}
