import ImageFiles
import Landmarks
import TestSupport
import Testing

@Suite struct TaskBehaviourTests {
  private func hands(_ number: Int = 2) throws -> HandLandmarker {
    try HandLandmarker(model: try model("hand_landmarker"), options: HandLandmarkerOptions(numHands: number))
  }

  private func faces(_ number: Int = 3) throws -> FaceLandmarker {
    try FaceLandmarker(model: try model("face_landmarker"), options: FaceLandmarkerOptions(numFaces: number))
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func nothingIsRememberedBetweenPictures() throws {
    let (a, b) = (try picture("hand_thumbs_up.jpg"), try picture("hand_ok_sign.jpg"))
    let task = try hands()
    let first = try task.detect(a)
    let other = try task.detect(b)
    #expect(!first.landmarks.isEmpty && first != other)
    #expect(try task.detect(a) == first)
    let (c, d) = (try picture("face_grace_hopper.jpg"), try picture("face_sergey.png"))
    let faceTask = try faces()
    let firstFaces = try faceTask.detect(c)
    #expect(!firstFaces.faceLandmarks.isEmpty)
    #expect(try faceTask.detect(d) != firstFaces)
    #expect(try faceTask.detect(c) == firstFaces)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["geo_three_hands.jpg", "hand_many_grid.jpg", "body_couple.jpg"])
  func handsForASmallerNumberAreTheFirstOnes(name: String) throws {
    let image = try picture(name)
    var previous: [[NormalizedLandmark]] = []
    for number in 1...4 {
      let found = try hands(number).detect(image).landmarks
      #expect(found.count <= number)
      #expect(Array(found.prefix(previous.count)) == previous)
      previous = found
    }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["geo_faces_four.jpg", "face_two_children.jpg", "face_two_people.jpg"])
  func facesForASmallerNumberAreTheFirstOnes(name: String) throws {
    let image = try picture(name)
    var previous: [[NormalizedLandmark]] = []
    for number in 1...5 {
      let found = try faces(number).detect(image).faceLandmarks
      #expect(found.count <= number)
      #expect(Array(found.prefix(previous.count)) == previous)
      previous = found
    }
    #expect(previous.count > 1)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ["neg_clock.jpg", "geo_black.png", "geo_1x1.png"])
  func emptyScenesGiveEmptyArrays(name: String) throws {
    let image = try picture(name)
    #expect(try hands().detect(image) == HandLandmarkerResult())
    #expect(try faces().detect(image) == FaceLandmarkerResult())
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func callsFromManyThreadsGiveTheSameBits() async throws {
    let names = ["hand_thumbs_up.jpg", "hand_ok_sign.jpg", "hand_pointing_up.jpg"]
    let images = try names.map(picture)
    let task = try hands()
    let expected = try images.map { try task.detect($0) }
    #expect(expected.allSatisfy { !$0.landmarks.isEmpty })
    try await withThrowingTaskGroup(of: (Int, HandLandmarkerResult).self) { group in
      for round in 0..<12 {
        group.addTask { (round % 3, try task.detect(images[round % 3])) }
      }
      for try await (index, result) in group { #expect(result == expected[index]) }
    }
  }

  /// The same picture in other bytes.
  private func repacked(_ image: Image, as format: PixelFormat, padding: Int) throws -> Image {
    let size = image.size
    let stride = size.width * format.bytesPerPixel + padding
    var bytes = [UInt8](repeating: 201, count: stride * size.height)
    image.withPixelView { view in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let pixel = view.base + y * view.bytesPerRow + 3 * x
          let t = y * stride + x * format.bytesPerPixel
          let isBlueFirst = format == .bgra8
          bytes[t] = pixel[isBlueFirst ? 2 : 0]
          bytes[t + 1] = pixel[1]
          bytes[t + 2] = pixel[isBlueFirst ? 0 : 2]
        }
      }
    }
    return try Image(width: size.width, height: size.height, format: format, bytesPerRow: stride, bytes: bytes)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: [PixelFormat.rgb8, .rgba8, .bgra8])
  func formatAndPaddingDoNotMatter(format: PixelFormat) throws {
    let image = try picture("hand_thumbs_up.jpg")
    let task = try hands(1)
    let expected = try task.detect(image)
    #expect(expected.landmarks.count == 1)
    #expect(try task.detect(try repacked(image, as: format, padding: 7)) == expected)
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: [PixelFormat.nv12FullRange, .nv12VideoRange])
  func twoPlanePicturesAreAccepted(format: PixelFormat) throws {
    // A grey face needs no chroma: 128 in both.
    let source = try picture("fmt_gray.png")
    let size = source.size
    var bytes = source.withPixelView { view in
      (0..<size.width * size.height).map { i -> UInt8 in
        let level = Int(view.base[(i / size.width) * view.bytesPerRow + 3 * (i % size.width)])
        return format == .nv12FullRange ? UInt8(level) : UInt8(16 + level * 219 / 255)
      }
    }
    bytes += [UInt8](repeating: 128, count: (size.width + 1) / 2 * 2 * ((size.height + 1) / 2))
    let image = try Image(width: size.width, height: size.height, format: format, bytes: bytes)
    let (plain, planes) = (try faces(1).detect(source), try faces(1).detect(image))
    let (plainHands, planeHands) = (try hands(1).detect(source), try hands(1).detect(image))
    #expect(plain.faceLandmarks.count + plainHands.landmarks.count > 0, "the picture shows nobody")
    #expect(planes.faceLandmarks.count == plain.faceLandmarks.count)
    #expect(planeHands.landmarks.count == plainHands.landmarks.count)
    for (a, b) in zip(
      (plain.faceLandmarks + plainHands.landmarks).joined(), (planes.faceLandmarks + planeHands.landmarks).joined())
    {
      // Video range keeps 220 levels of 256.
      #expect(abs(a.x - b.x) < 5e-3 && abs(a.y - b.y) < 5e-3)
    }
    if format == .nv12FullRange { #expect(planes == plain && planeHands == plainHands) }
  }

  /// The picture turned clockwise by quarter turns.
  private func turned(_ image: Image, quarterTurns: Int) throws -> Image {
    var (width, height) = (image.size.width, image.size.height)
    var bytes = image.withPixelView { view in
      (0..<height).flatMap { y in (0..<width * 3).map { view.base[y * view.bytesPerRow + $0] } }
    }
    for _ in 0..<quarterTurns {
      var next = [UInt8](repeating: 0, count: bytes.count)
      for y in 0..<height {
        for x in 0..<width {
          for c in 0..<3 { next[(x * height + height - 1 - y) * 3 + c] = bytes[(y * width + x) * 3 + c] }
        }
      }
      (bytes, width, height) = (next, height, width)
    }
    return try Image(width: width, height: height, format: .rgb8, bytes: bytes)
  }

  /// Where a point of the upright picture lies after clockwise quarter turns.
  private func turned(_ point: NormalizedPoint, quarterTurns: Int) -> NormalizedPoint {
    (0..<quarterTurns).reduce(point) { p, _ in NormalizedPoint(x: 1 - p.y, y: p.x) }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: [1, 2, 3])
  func aTurnedPictureWithItsRotationGivesTheSamePoints(quarterTurns: Int) throws {
    let names = ("hand_thumbs_up.jpg", "face_grace_hopper.jpg")
    let (hand, face) = (try picture(names.0), try picture(names.1))
    let back = try #require(ImageOrientation(clockwiseDegrees: 360 - 90 * quarterTurns))
    let uprightHand = try #require(try hands(1).detect(hand).landmarks.first)
    let uprightFace = try #require(try faces(1).detect(face).faceLandmarks.first)
    let turnedHand = try #require(
      try hands(1).detect(try turned(hand, quarterTurns: quarterTurns), .init(orientation: back)).landmarks.first)
    let turnedFace = try #require(
      try faces(1).detect(try turned(face, quarterTurns: quarterTurns), .init(orientation: back)).faceLandmarks.first)
    for (upright, stored) in [(uprightHand, turnedHand), (uprightFace, turnedFace)] {
      let side = longerSide(upright.map { [$0.x, $0.y] })
      let worst =
        zip(upright, stored).map { a, b in
          let expected = turned(a.point, quarterTurns: quarterTurns)
          return max(abs(expected.x - b.x), abs(expected.y - b.y)) / side
        }.max() ?? .infinity
      print("turned by \(quarterTurns): worst \(worst) of the box")
      // Sampling has no half-pixel shift, so a turned picture is seen one pixel off: that moves points by up to about
      // two hundredths of a subject of this size.
      #expect(worst < 0.02)
    }
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func aMirroredHandIsTheOtherHand() throws {
    let plain = try hands(1).detect(try picture("hand_thumbs_up.jpg")).handedness
    let image = try picture("hand_thumbs_up.jpg")
    let (width, height) = (image.size.width, image.size.height)
    let bytes = image.withPixelView { view in
      (0..<height).flatMap { y in
        (0..<width).flatMap { x in (0..<3).map { view.base[y * view.bytesPerRow + (width - 1 - x) * 3 + $0] } }
      }
    }
    let mirrored = try hands(1).detect(try Image(width: width, height: height, format: .rgb8, bytes: bytes)).handedness
    let names = [try #require(plain.first?.first).categoryName, try #require(mirrored.first?.first).categoryName]
    #expect(Set(names) == ["Left", "Right"])
  }

  @Test(arguments: [1, 45, -30, 359])
  func turnsThatAreNoQuarterTurnsHaveNoOrientation(degrees: Int) {
    #expect(ImageOrientation(clockwiseDegrees: degrees) == nil)
  }

  @Test(arguments: ImageOrientation.allCases)
  func anOrientationIsItsTurnAndItsMirroring(orientation: ImageOrientation) {
    for turns in [-360, 0, 720] {
      let degrees = orientation.clockwiseDegrees + turns
      #expect(ImageOrientation(clockwiseDegrees: degrees, isMirrored: orientation.isMirrored) == orientation)
    }
  }
}
