import CAllocationCounter
import Foundation
import Landmarks
import TestSupport
import Testing

/// Memory over long streams, of frames one after the other and of live ones with a consumer that does not keep up.
///
/// `LANDMARKS_LONG_TESTS=1 swift test -c release --filter LongStreamTests` runs 20,000 frames per task and prints what it
/// measured; without the variable the streams are short.
@Suite(.serialized) struct LongStreamTests {
  /// Resident bytes of this process.
  private static func residentBytes() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
    return (Int(text.split(separator: " ")[1]) ?? 0) * 4096
  }

  /// `LANDMARKS_LONG_TESTS=1` runs 20,000 frames per task instead of 600.
  private static let isLong = ProcessInfo.processInfo.environment["LANDMARKS_LONG_TESTS"] != nil

  private static let canMeasure = hasCorpus && FileManager.default.fileExists(atPath: "/proc/self/statm")
  private static let needs: Comment = "needs Models/, ../shared/corpus, Linux"

  // Each in a process of its own: other tests allocate at the same time.
  @Test(.enabled(if: canMeasure, needs)) func memoryOfHandsStaysFlat() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try LongStreamTests.runLongStream(.hand)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func memoryOfGesturesStaysFlat() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try LongStreamTests.runLongStream(.gesture)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func memoryOfFacesStaysFlat() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try LongStreamTests.runLongStream(.face)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func memoryOfPosesStaysFlat() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try LongStreamTests.runLongStream(.pose)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func slowConsumersOfHandsNeitherLoseNorPileUpFrames() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await LongStreamTests.runSlowConsumer(.hand)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func slowConsumersOfGesturesNeitherLoseNorPileUpFrames() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await LongStreamTests.runSlowConsumer(.gesture)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func slowConsumersOfFacesNeitherLoseNorPileUpFrames() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await LongStreamTests.runSlowConsumer(.face)
    }
    LongStreamTests.report(run)
  }

  @Test(.enabled(if: canMeasure, needs)) func slowConsumersOfPosesNeitherLoseNorPileUpFrames() async {
    let run = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await LongStreamTests.runSlowConsumer(.pose)
    }
    LongStreamTests.report(run)
  }

  private static func report(_ run: ExitTest.Result?) {
    let text = String(decoding: run?.standardOutputContent ?? [], as: UTF8.self)
    for line in text.split(separator: "\n") where line.contains("resident memory") { print(line) }
  }

  private static func runLongStream(_ kind: Kind) throws {
    let images = try frames(of: kind)
    let task = try AnyTask(
      kind, number: 2, stream: .init(timestampPolicy: .drop, smoothing: .oneEuro(.init())), extras: kind == .face)
    let frames = isLong ? 20_000 : 600
    func run(_ range: Range<Int>) throws {
      for frame in range { _ = try task(images[frame % 5 == 0 ? 0 : 1], at: (frame - frame % 97 / 96) * 40) }
    }
    try run(0..<frames / 4)
    let start = try residentBytes()
    try run(frames / 4..<frames)
    let growth = try residentBytes() - start
    let s = task.statistics()
    print("\(kind): \(frames) frames, resident memory grew by \(growth) bytes, \(s)")
    #expect(s.framesReceived == frames && s.results + s.framesDropped == frames && s.framesFailed == 0)
    #expect(growth < growthLimit(frames: frames - frames / 4))
  }

  /// A picture of somebody and an empty one.
  private static func frames(of kind: Kind) throws -> [Image] {
    let subject = try MovingPictures.cutOut(kind, kind.pictures.0, side: 100, margin: 0.4).0
    return [try subject.image, try Pixels(width: subject.width, height: subject.height, level: 120).image]
  }

  /// The slope must be below 1 KB per 1,000 frames. A short run cannot tell it from the pages that the allocator takes
  /// and gives back: there it only catches what grows with every frame by more than 2 KB.
  private static func growthLimit(frames: Int) -> Int { isLong ? frames * 1024 / 1000 : 1024 * 1024 }

  /// A camera of thousands of frames a second and a consumer that takes at most 200 events a second.
  ///
  /// The system's task scheduler keeps the records of past wake-ups for the next ones, up to a limit; 1,200 results fill
  /// it. Before that it takes about 160 bytes per result, with a task that does nothing as well. So the long run measures
  /// the last 20,000 of 80,000 frames. Resident memory moves in steps of the allocator, one for each of the threads that
  /// make and free results: what is held to the promise is the memory in use.
  private static func runSlowConsumer(_ kind: Kind) async throws {
    let images = try frames(of: kind)
    let task = try AnyTask(kind, number: 2, stream: .init(smoothing: .oneEuro(.init())), extras: kind == .face)
    // Threads take memory when they first look at subjects side by side, which may be late.
    try task.warmUp()
    let (unmeasured, measured) = isLong ? (60_000, 20_000) : (300, 600)
    let total = unmeasured + measured
    let source = AsyncStream<StreamFrame>.makeStream(bufferingPolicy: .unbounded)
    let producer = Task.detached {
      for frame in 0..<total {
        source.continuation.yield(StreamFrame(image: images[frame % 5 == 0 ? 0 : 1], timestampInMilliseconds: frame))
        try await Task.sleep(for: .microseconds(250))
      }
      source.continuation.finish()
    }
    var (results, dropped, lastResult, lastDrop) = (0, 0, -1, -1)
    var start: (resident: Int, inUse: Int)?
    var end = (resident: 0, inUse: 0)
    var isInOrder = true
    try await task.follow(source.stream) { event in
      switch event {
      case .result(let time):
        results += 1
        isInOrder = isInOrder && time > lastResult
        lastResult = time
      case .dropped(let report):
        dropped += report.count
        isInOrder = isInOrder && report.reason == .newerFrame && report.firstTimestampInMilliseconds > lastDrop
        lastDrop = report.lastTimestampInMilliseconds
      }
      // While results are on their way, at both ends: what the stream itself holds is gone after the loop.
      end = (try residentBytes(), lk_heap_bytes_in_use())
      if start == nil, results + dropped >= unmeasured { start = end }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await producer.value
    let before = try #require(start)
    let resident = end.resident - before.resident
    let inUse = end.inUse - before.inUse
    print(
      "\(kind), slow consumer: \(total) frames, over the last \(measured) memory in use grew by \(inUse) bytes, "
        + "resident memory by \(resident), "
        + "\(results) results + \(dropped) drops")
    #expect(isInOrder && results + dropped == total)
    #expect(results > 4 && dropped > total / 2, "the consumer was not slow")
    #expect(inUse < growthLimit(frames: measured))
    #expect(resident < 1024 * 1024)
  }
}
