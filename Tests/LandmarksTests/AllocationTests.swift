import CAllocationCounter
import Landmarks
import Testing

/// What a frame takes from the heap once a task has seen a few: the arrays of its result, and nothing else. Networks and
/// preparation have tests of their own; here it is detections, regions, identities, filters and decoding as well.
///
/// The arrays of a result, where an empty one takes no memory (so a single picture has no `trackIDs`):
///
/// | task | once | per subject |
/// |---|---|---|
/// | hand | `landmarks`, `worldLandmarks`, `handedness`, `presenceScores`, `trackIDs` | landmarks, world landmarks, side |
/// | a stream with sides averaged | `rawHandedness`, which is else the memory of `handedness` | raw side |
/// | gesture | as hand, and `gestures` | as hand, and the gesture |
/// | face | `faceLandmarks`, `presenceScores`, `trackIDs` | landmarks |
/// | with blendshapes | `faceBlendshapes` | scores |
/// | with matrices | `facialTransformationMatrixes` | numbers |
/// | pose | `landmarks`, `worldLandmarks`, `presenceScores`, `trackIDs` | landmarks, world landmarks |
/// | with masks | `segmentationMasks` | pixels |
@Suite(.serialized, .enabled(if: hasCorpus && lk_allocation_counting_available(), "needs Models/, ../shared/corpus, glibc"))
struct AllocationTests {
  /// A task, and how many arrays its result of a frame of a stream has by the table.
  struct Setup: CustomTestStringConvertible {
    let kind: Kind
    var number = 1
    var stream = StreamOptions()
    var precision = Precision.mediaPipe
    var extras = false
    var threads: Int? = 1
    let once: Int
    let perSubject: Int

    var testDescription: String {
      "\(kind) \(number) \(precision) \(stream.smoothing)\(extras ? " extras" : "")\(stream.smoothsHandedness ? " averaged" : "")"
    }

    var task: AnyTask {
      get throws {
        try AnyTask(kind, number: number, precision: precision, stream: stream, extras: extras, threads: threads)
      }
    }

    /// Arrays of the result of a frame of a stream.
    func arrays(inStreamWith subjects: Int) -> Int { subjects == 0 ? 0 : once + subjects * perSubject }

    /// Arrays of the result of a picture on its own.
    func arrays(with subjects: Int) -> Int {
      let averaged = stream.smoothsHandedness ? 1 : 0
      return subjects == 0 ? 0 : once - 1 - averaged + subjects * (perSubject - averaged)
    }

    var pictures: [String] {
      switch kind {
      case .hand, .gesture: ["hand_thumbs_up.jpg", "geo_three_hands.jpg", "hand_ok_sign.jpg", "geo_black.png"]
      case .face: ["face_grace_hopper.jpg", "face_two_people.jpg", "geo_faces_three.jpg", "geo_black.png"]
      case .pose: ["body_yoga_sit.jpg", "body_couple.jpg", "body_two_sitting.jpg", "geo_black.png"]
      }
    }

    var clip: String {
      switch kind {
      case .hand, .gesture: "hand"
      case .face: "heads_two"
      case .pose: "dance"
      }
    }
  }

  private static let steady = StreamOptions(smoothing: .oneEuro(.init()))
  private static let steadyAndAveraged = StreamOptions(smoothing: .oneEuro(.init()), smoothsHandedness: true)

  static let setups = [
    Setup(kind: .hand, once: 5, perSubject: 3),
    // With fewer subjects in view than the limit the detector runs on every frame.
    Setup(kind: .hand, number: 2, threads: nil, once: 5, perSubject: 3),
    Setup(kind: .hand, number: 4, stream: steadyAndAveraged, precision: .corrected, once: 6, perSubject: 4),
    Setup(kind: .gesture, once: 6, perSubject: 4),
    Setup(kind: .gesture, number: 4, stream: steadyAndAveraged, precision: .corrected, once: 7, perSubject: 5),
    Setup(kind: .face, extras: true, once: 5, perSubject: 3),
    Setup(kind: .face, number: 4, extras: true, threads: nil, once: 5, perSubject: 3),
    Setup(kind: .face, number: 4, stream: steady, precision: .corrected, once: 3, perSubject: 1),
    Setup(kind: .pose, once: 4, perSubject: 2),
    Setup(kind: .pose, extras: true, once: 5, perSubject: 3),
    Setup(kind: .pose, number: 4, stream: steady, precision: .corrected, extras: true, threads: nil, once: 5, perSubject: 3),
  ]

  /// What `body` answers, and how often this thread took memory meanwhile.
  private func counting<Answer>(_ body: () throws -> Answer) rethrows -> (Answer, allocations: Int) {
    let before = lk_allocation_count()
    let answer = try body()
    return (answer, lk_allocation_count() - before)
  }

  @Test(arguments: setups) func aPictureTakesTheMemoryOfItsResultOnly(setup: Setup) throws {
    let pictures = try setup.pictures.map { try picture($0) }
    let task = try setup.task
    for image in pictures + pictures { _ = try task(image) }
    var subjects: [Int] = []
    for (name, image) in zip(setup.pictures, pictures) {
      let (seen, allocations) = try counting { try task(image) }
      let count = seen.landmarks.count
      subjects.append(count)
      #expect(allocations == setup.arrays(with: count), "\(name) with \(count)")
    }
    #expect(subjects[0] == 1 && subjects[3] == 0)
    if setup.number > 1 { #expect(subjects[1] > 1) }
  }

  @Test(arguments: setups) func aFrameOfASteadyStreamTakesTheMemoryOfItsResultOnly(setup: Setup) throws {
    let frames = try Clip(setup.clip).frames
    let duration = try #require(frames.last).time + 33
    let task = try setup.task
    // Lists grow to their size, also to that of somebody new beside somebody who is only remembered.
    for round in 0..<2 { for frame in frames { _ = try task(frame.image, at: frame.time + round * duration) } }
    var known: Set<Int> = []
    var (counted, mostSubjects, most) = (0, 0, 0)
    for (index, frame) in frames.enumerated() {
      let (found, allocations) = try counting { try task(frame.image, at: frame.time + 2 * duration) }
      let seen = try #require(found)
      defer { known = Set(seen.trackIDs) }
      // Somebody new gets filters of his own.
      guard known.isSuperset(of: seen.trackIDs) else { continue }
      let count = seen.landmarks.count
      (counted, mostSubjects, most) = (counted + 1, max(mostSubjects, count), max(most, allocations))
      #expect(allocations == setup.arrays(inStreamWith: count), "frame \(index) with \(count)")
    }
    print("\(setup.testDescription): at most \(mostSubjects) subjects and \(most) allocations in \(counted) frames")
    #expect(counted > frames.count * 2 / 3 && mostSubjects > 0)
  }

  /// Parts of a picture, and pictures that have to be converted or mirrored before they can be sampled.
  @Test(arguments: setups.filter { $0.number == 1 }, [PixelFormat.rgb8, .bgra8, .nv12FullRange])
  func everyKindOfPictureTakesTheMemoryOfItsResultOnly(setup: Setup, format: PixelFormat) throws {
    let image = try converted(try picture(setup.pictures[0]), to: format)
    let viewpoints = [
      ImageProcessingOptions(), ImageProcessingOptions(orientation: .upMirrored),
      ImageProcessingOptions(regionOfInterest: NormalizedRectangle(x: 0, y: 0, width: 1, height: 0.95)),
      ImageProcessingOptions(
        orientation: .upMirrored, regionOfInterest: NormalizedRectangle(x: 0, y: 0, width: 0.98, height: 1)),
    ]
    for processing in viewpoints {
      let task = try setup.task
      for frame in 0..<5 { _ = try task(image, at: frame * 33, processing) }
      for frame in 5..<8 {
        let (found, allocations) = try counting { try task(image, at: frame * 33, processing) }
        let count = try #require(found).landmarks.count
        #expect(count > 0 && allocations == setup.arrays(inStreamWith: count), "\(processing)")
      }
    }
  }

  private func converted(_ image: Image, to format: PixelFormat) throws -> Image {
    let rgb = Pixels(image)
    let count = rgb.width * rgb.height
    var bytes: [UInt8] = []
    switch format {
    case .bgra8: for i in 0..<count { bytes += [rgb.bytes[3 * i + 2], rgb.bytes[3 * i + 1], rgb.bytes[3 * i], 255] }
    case .nv12FullRange:
      // Green stands for the light, without colours.
      bytes = (0..<count).map { rgb.bytes[3 * $0 + 1] }
      bytes += Array(repeating: 128, count: (rgb.width + 1) / 2 * 2 * ((rgb.height + 1) / 2))
    default: return image
    }
    return try Image(width: rgb.width, height: rgb.height, format: format, bytes: bytes)
  }
}
