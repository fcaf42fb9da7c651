import Landmarks
import TestSupport
import Testing

/// Live streams: every frame is answered once, in order, whatever the speed of producer and consumer.
@Suite(.serialized, .enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct LiveStreamTests {
  private func task(_ policy: TimestampPolicy = .strict) throws -> HandLandmarker {
    try HandLandmarker(
      model: .path(TestNetwork.path(ofBundle: "hand_landmarker.task")),
      options: .init(stream: StreamOptions(timestampPolicy: policy), threads: 1))
  }

  private func frame(_ time: Int) throws -> StreamFrame {
    StreamFrame(
      image: try Image(width: 32, height: 32, format: .gray8, bytes: [UInt8](repeating: 90, count: 32 * 32)),
      timestampInMilliseconds: time)
  }

  private struct Tally {
    var results: [Int] = []
    var dropped = 0
    var reasons: Set<DropReason> = []
    var longestReport = 0

    mutating func add(_ event: StreamEvent<HandLandmarkerResult>) {
      switch event {
      case .result(let result): results.append(result.timestampInMilliseconds)
      case .dropped(let report):
        dropped += report.count
        reasons.insert(report.reason)
        longestReport = max(longestReport, report.count)
      }
    }
  }

  @Test func everyFrameEndsInOneEventAndTimesGrow() async throws {
    let frames = AsyncStream<StreamFrame>.makeStream()
    let events = try task().events(of: frames.stream)
    for time in 1...500 { frames.continuation.yield(try frame(time)) }
    frames.continuation.finish()
    var tally = Tally()
    for await event in events { tally.add(event) }
    #expect(tally.results.count + tally.dropped == 500)
    #expect(!tally.results.isEmpty)
    #expect(zip(tally.results, tally.results.dropFirst()).allSatisfy { $0 < $1 })
    // The newest frame wins: the last one is never dropped.
    #expect(tally.results.last == 500)
    #expect(tally.reasons.isSubset(of: [.newerFrame]))
  }

  @Test func aProducerThatWaitsLosesNothing() async throws {
    let frames = AsyncStream<StreamFrame>.makeStream()
    let events = try task().events(of: frames.stream)
    let iterator = events.makeAsyncIterator()
    for time in 1...20 {
      frames.continuation.yield(try frame(time))
      guard case .result(let result)? = await iterator.next() else {
        Issue.record("frame \(time) was not answered with a result")
        return
      }
      #expect(result.timestampInMilliseconds == time)
    }
    frames.continuation.finish()
    #expect(await iterator.next() == nil)
  }

  @Test func aSlowConsumerNeitherStopsTheProducerNorPilesUpReports() async throws {
    let frames = AsyncStream<StreamFrame>.makeStream(bufferingPolicy: .unbounded)
    let events = try task().events(of: frames.stream)
    let producer = Task {
      for time in 1...3000 {
        frames.continuation.yield(try frame(time))
        if time.isMultiple(of: 100) { try await Task.sleep(for: .milliseconds(5)) }
      }
      frames.continuation.finish()
    }
    var tally = Tally()
    var count = 0
    for await event in events {
      tally.add(event)
      count += 1
      if count <= 10 { try await Task.sleep(for: .milliseconds(60)) }
    }
    try await producer.value
    #expect(tally.results.count + tally.dropped == 3000)
    #expect(tally.longestReport > 1, "drops are added up for a consumer that does not keep up")
  }

  @Test func reportsOfChangingReasonsDoNotPileUpEither() async throws {
    let frames = AsyncStream<StreamFrame>.makeStream(bufferingPolicy: .unbounded)
    let events = try task(.drop).events(of: frames.stream)
    let iterator = events.makeAsyncIterator()
    frames.continuation.yield(try frame(10))
    guard case .result? = await iterator.next() else {
      Issue.record("the first frame was not answered with a result")
      return
    }
    // Then nobody listens, and no result stops the work: every frame is too old for the stream or was overtaken.
    for index in 1...2000 {
      frames.continuation.yield(try frame(5))
      if index.isMultiple(of: 10) { try await Task.sleep(for: .milliseconds(1)) }
    }
    frames.continuation.finish()
    try await Task.sleep(for: .milliseconds(100))
    var tally = Tally()
    var count = 0
    while let event = await iterator.next() {
      tally.add(event)
      count += 1
    }
    #expect(tally.results.isEmpty && tally.dropped == 2000)
    #expect(tally.reasons.contains(.timestamp))
    #expect(count < 20, "\(count) events waited for a consumer that was not there")
  }

  @Test func badTimesAreReportedByPolicyAndTheStreamGoesOn() async throws {
    for (policy, expected) in [(TimestampPolicy.drop, "timestamp"), (.strict, "failed"), (.adjust, "none")] {
      let frames = AsyncStream<StreamFrame>.makeStream()
      let iterator = try task(policy).events(of: frames.stream).makeAsyncIterator()
      var seen: [String] = []
      for time in [10, 10, 11, 50] {
        frames.continuation.yield(try frame(time))
        switch await iterator.next() {
        case .result?: seen.append("result")
        case .dropped(let report)?:
          switch report.reason {
          case .timestamp: seen.append("timestamp")
          case .failed(let error): seen.append(error.code == .timestampNotIncreasing ? "failed" : "other")
          case .newerFrame: seen.append("newer")
          }
        case nil: seen.append("end")
        }
      }
      #expect(seen == (expected == "none" ? Array(repeating: "result", count: 4) : ["result", expected, "result", "result"]))
      frames.continuation.finish()
      #expect(await iterator.next() == nil)
    }
  }

  @Test func aClosedTaskAnswersWithTheErrorAndCancellingEndsTheStream() async throws {
    let closed = try task()
    closed.close()
    let frames = AsyncStream<StreamFrame>.makeStream()
    let iterator = closed.events(of: frames.stream).makeAsyncIterator()
    frames.continuation.yield(try frame(1))
    guard case .dropped(let report)? = await iterator.next(), case .failed(let error) = report.reason else {
      Issue.record("a closed task must answer with its error")
      return
    }
    #expect(error.code == .closed)

    let endless = AsyncStream<StreamFrame>.makeStream()
    let events = try task().events(of: endless.stream)
    let consumer = Task {
      var count = 0
      for await _ in events { count += 1 }
      return count
    }
    endless.continuation.yield(try frame(1))
    try await Task.sleep(for: .milliseconds(50))
    consumer.cancel()
    #expect(await consumer.value <= 1)
  }

  @Test func severalProducersAtOnceAreAllAnswered() async throws {
    let frames = AsyncStream<StreamFrame>.makeStream()
    let events = try task(.drop).events(of: frames.stream)
    let picture = try frame(0)
    await withTaskGroup(of: Void.self) { group in
      for producer in 0..<8 {
        group.addTask {
          for index in 0..<100 {
            var next = picture
            next.timestampInMilliseconds = index * 8 + producer
            frames.continuation.yield(next)
          }
        }
      }
    }
    frames.continuation.finish()
    var tally = Tally()
    for await event in events { tally.add(event) }
    #expect(tally.results.count + tally.dropped == 800)
  }
}
