import Landmarks
import TestSupport
import Testing

/// How streams behave at their edges: times, reset, close, counters, filters.
@Suite(.serialized) struct StreamTests {
  private func blank(_ width: Int = 48, _ height: Int = 32) throws -> Image {
    try Pixels(width: width, height: height, level: 120).image
  }

  @Test(.enabled(if: hasModels, needsModels), arguments: Kind.allCases)
  func timestampPoliciesAndCountersAddUp(kind: Kind) throws {
    let image = try blank()
    let strict = try AnyTask(kind)
    #expect(try strict(image, at: -10)?.time == -10)
    for bad in [-10, -11, Int.min, Int.max] {
      let error = #expect(throws: LandmarkError.self) { try strict(image, at: bad) }
      #expect(error?.code == (bad.magnitude > 100 ? .invalidArgument : .timestampNotIncreasing))
    }
    #expect(try strict(image, at: 0)?.time == 0)
    let drop = try AnyTask(kind, stream: .init(timestampPolicy: .drop))
    #expect(try [5, 5, 4, 6].map { try drop(image, at: $0)?.time } == [5, nil, nil, 6])
    let adjust = try AnyTask(kind, stream: .init(timestampPolicy: .adjust))
    #expect(try [5, 5, 4, 6, 20].map { try adjust(image, at: $0)?.time } == [5, 6, 7, 8, 20])
    for (task, results, dropped, failed) in [(strict, 2, 0, 4), (drop, 2, 2, 0), (adjust, 5, 0, 0)] {
      let s = task.statistics()
      #expect(s.results == results && s.framesDropped == dropped && s.framesFailed == failed)
      #expect(s.framesReceived == s.results + s.framesDropped + s.framesFailed)
      #expect(s.detectorRuns == results && s.landmarkRuns == 0 && s.lostTracks == 0)
    }
    strict.reset()
    #expect(try strict(image, at: -100)?.time == -100)
  }

  @Test(.enabled(if: hasModels, needsModels), arguments: Kind.allCases)
  func afterCloseEveryCallThrowsAndClosingTwiceIsFine(kind: Kind) throws {
    let image = try blank()
    let task = try AnyTask(kind)
    _ = try task(image, at: 1)
    let before = task.statistics()
    task.close()
    task.close()
    task.reset()
    let single = #expect(throws: LandmarkError.self) { try task(image) }
    let frame = #expect(throws: LandmarkError.self) { try task(image, at: 2) }
    #expect(single?.code == .closed && frame?.code == .closed)
    #expect(task.statistics() == before)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func closingDuringWorkLetsTheFrameInWorkEnd(kind: Kind) async throws {
    let image = try picture(kind.pictures.0)
    let expected = try AnyTask(kind, number: 1)(image)
    let task = try AnyTask(kind, number: 1)
    let answers = await withTaskGroup(of: Result<Seen, any Error>.self) { group in
      for _ in 0..<4 { group.addTask { Result { try task(image) } } }
      group.addTask {
        task.close()
        return Result { try task(image) }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers.count == 5)
    for answer in answers {
      switch answer {
      case .success(let seen): #expect(seen == expected)
      case .failure(let error): #expect((error as? LandmarkError)?.code == .closed)
      }
    }
    let s = task.statistics()
    #expect(s.results == answers.count { (try? $0.get()) != nil } && s.framesReceived == s.results)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func resetStartsTheStreamAnew(kind: Kind) throws {
    let clip = try Clip(kind == .face ? "heads_two" : kind == .pose ? "dance" : "hand")
    let task = try AnyTask(kind, number: 1)
    let frames = clip.frames.suffix(6)
    func run() throws -> [Seen?] { try frames.map { try task($0.image, at: $0.time) } }
    let first = try run()
    #expect(first.contains { $0?.landmarks.isEmpty == false })
    task.reset()
    #expect(try run() == first)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func anotherSizeOrPartLosesThePlacesButNeverReusesANumber() throws {
    let small = Pixels(try picture("hand_thumbs_up.jpg"))
    let large = try small.padded(left: 40, top: 10, right: 0, bottom: 30, level: 99).image
    let task = try AnyTask(.hand, number: 1)
    #expect(try task(try small.image, at: 1)?.trackIDs == [1])
    #expect(try task(try small.image, at: 2)?.trackIDs == [1])
    #expect(task.statistics().detectorRuns == 1)
    #expect(try task(large, at: 3)?.trackIDs == [2])
    let part = ImageProcessingOptions(regionOfInterest: .init(x: 0, y: 0, width: 1, height: 0.9))
    #expect(try task(large, at: 4, part)?.trackIDs == [3])
    let s = task.statistics()
    #expect(s.detectorRuns == 3 && s.landmarkRuns == 4 && s.lostTracks == 2)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func theDetectorRunsOnlyWhenItMust(kind: Kind) throws {
    let image = try picture(kind.pictures.0)
    func runs(_ number: Int, period: Int, frames: Int) throws -> Int {
      let task = try AnyTask(kind, number: number, stream: .init(redetectionPeriod: period))
      for time in 0..<frames { #expect(try task(image, at: time * 33)?.landmarks.count == 1) }
      return task.statistics().detectorRuns
    }
    #expect(try runs(1, period: 1, frames: 7) == 1)
    #expect(try runs(4, period: 1, frames: 7) == 7)
    #expect(try runs(4, period: 3, frames: 7) == 3)
    #expect(try runs(4, period: 100, frames: 7) == 1)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func aLostSubjectIsCountedAndTheDetectorComesBack(kind: Kind) throws {
    let image = try picture(kind.pictures.0)
    let empty = try Pixels(width: image.size.width, height: image.size.height, level: 128).image
    let task = try AnyTask(kind, number: 1)
    let found = try [image, image, empty, empty, image].enumerated().map { try task($1, at: $0 * 33)?.trackIDs }
    #expect(found == [[1], [1], [], [], [1]])
    let s = task.statistics()
    #expect(s.lostTracks == 1)
    // First frame, then the two frames after the loss.
    #expect(s.detectorRuns == 3)
  }

  // MARK: Filters

  /// What one frame of a clip gives without filters.
  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func smoothingOffGivesTheNetworksNumbersAndOneEuroWithOpenFiltersTheSame(kind: Kind) throws {
    let clip = try Clip(kind == .face ? "heads_two" : kind == .pose ? "dance" : "hand")
    let frames = clip.frames.prefix(8)
    func run(_ smoothing: Smoothing, _ number: Int) throws -> [Seen] {
      let task = try AnyTask(kind, number: number, stream: .init(smoothing: smoothing))
      return try frames.map { try #require(try task($0.image, at: $0.time)) }
    }
    let off = try run(.off, 1)
    #expect(off.contains { !$0.landmarks.isEmpty })
    // The first sight passes every filter as it is, and the regions never see the filters: so presence scores agree.
    for other in [try run(.mediaPipe, 1), try run(.oneEuro(.init(minCutoff: 0.5, beta: 1)), 1)] {
      #expect(other.map(\.presence) == off.map(\.presence) && other.map(\.trackIDs) == off.map(\.trackIDs))
    }
    let open = try run(.oneEuro(.init(minCutoff: 1e9, beta: 0)), 1)
    let closed = try run(.oneEuro(.init(minCutoff: 1e-6, beta: 0)), 1)
    for ((a, b), frame) in zip(zip(off, open), frames) {
      for (p, q) in zip(a.points, b.points) { #expect(worstGap(p, q, in: frame.image.size) < 1e-4) }
    }
    // A filter that lets nothing through repeats the first sight.
    let sights = closed.filter { !$0.landmarks.isEmpty && $0.trackIDs == closed.first { !$0.landmarks.isEmpty }?.trackIDs }
    let first = try #require(sights.first)
    for seen in sights { #expect(worstGap(first.points[0], seen.points[0], in: frames[0].image.size) < 1e-2) }
    // As the original: hands are never filtered, faces and poses only when one is asked for.
    let original = try run(.mediaPipe, 1)
    #expect((original.map(\.landmarks) == off.map(\.landmarks)) == (kind == .hand || kind == .gesture))
    #expect(try run(.mediaPipe, 2).map(\.landmarks) == run(.off, 2).map(\.landmarks))
    #expect(try run(.oneEuro(.init()), 2).map(\.landmarks) != run(.off, 2).map(\.landmarks))
  }

  @Test func badFilterConstantsAreRefused() {
    for constants in [
      OneEuroParameters(minCutoff: 0), OneEuroParameters(minCutoff: .nan), OneEuroParameters(beta: -1),
      OneEuroParameters(beta: .infinity), OneEuroParameters(derivativeCutoff: 0), OneEuroParameters(derivativeCutoff: -.infinity),
    ] {
      let error = #expect(throws: LandmarkError.self) {
        try HandLandmarker(model: .bytes([]), options: .init(stream: .init(smoothing: .oneEuro(constants))))
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("One-Euro") == true)
    }
    for period in [0, -1, .min] {
      let error = #expect(throws: LandmarkError.self) {
        try PoseLandmarker(model: .bytes([]), options: .init(stream: .init(redetectionPeriod: period)))
      }
      #expect(error?.code == .invalidArgument && error?.message.contains("redetectionPeriod") == true)
    }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func theSideOfAHandIsAveragedOverItsTrackIfAskedFor() throws {
    let clip = try Clip("hand")
    let options = HandLandmarkerOptions(stream: .init(smoothsHandedness: true))
    let task = try HandLandmarker(model: try model("hand_landmarker"), options: options)
    var sums: [Int: (Float, Float)] = [:]
    for frame in clip.frames.prefix(30) {
      let found = try #require(try task.detect(videoFrame: frame.image, timestampInMilliseconds: frame.time))
      for (id, (raw, steady)) in zip(found.trackIDs, zip(found.rawHandedness, found.handedness)) {
        let single = try #require(raw.first)
        let mean = try #require(steady.first)
        let right = single.categoryName == "Right" ? single.score : 1 - single.score
        let sum = ((sums[id]?.0 ?? 0) + right, (sums[id]?.1 ?? 0) + 1)
        sums[id] = sum
        let expected = sum.0 / sum.1
        #expect(abs((mean.categoryName == "Right" ? mean.score : 1 - mean.score) - expected) < 1e-4)
      }
    }
    #expect(sums.values.contains { $0.1 > 20 })
  }
}
