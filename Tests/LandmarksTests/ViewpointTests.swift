import Landmarks
import TestSupport
import Testing

/// Regions of interest and orientations of all tasks.
@Suite(.serialized) struct ViewpointTests {
  // MARK: Regions

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases, [Precision.mediaPipe, .corrected])
  func aRegionGivesTheResultOfTheCutOutPictureMappedBack(kind: Kind, precision: Precision) throws {
    let image = try picture(kind.pictures.0)
    let whole = Pixels(image)
    let task = try AnyTask(kind, number: 1, precision: precision, extras: true)
    // Pixels of the stored picture; fractions of them come back to the same whole numbers.
    let (x, y, width, height) = (whole.width / 16, whole.height / 25, whole.width * 13 / 16, whole.height * 9 / 10)
    let region = NormalizedRectangle(
      x: Float(x) / Float(whole.width), y: Float(y) / Float(whole.height), width: Float(width) / Float(whole.width),
      height: Float(height) / Float(whole.height))
    for orientation in [ImageOrientation.up, .right, .down, .upMirrored] {
      // Turned pictures of the same content, so that there is always somebody to be found.
      let stored = whole.stored(for: orientation)
      let isTurned = orientation == .right
      let (sx, sy, sw, sh) = isTurned ? (y, x, height, width) : (x, y, width, height)
      let place =
        isTurned ? NormalizedRectangle(x: region.y, y: region.x, width: region.height, height: region.width) : region
      let inside = try task(try stored.image, .init(orientation: orientation, regionOfInterest: place))
      let alone = try task(try stored.cropped(x: sx, y: sy, width: sw, height: sh).image, .init(orientation: orientation))
      #expect(alone.landmarks.count == 1, "\(orientation)")
      let (w, h) = (Float(stored.width), Float(stored.height))
      for (a, b) in zip(alone.landmarks.joined(), inside.landmarks.joined()) {
        let expected = NormalizedLandmark(
          x: (a.x * Float(sw) + Float(sx)) / w, y: (a.y * Float(sh) + Float(sy)) / h, z: a.z * Float(sw) / w,
          visibility: a.visibility, presence: a.presence)
        if orientation.isMirrored {
          // Counted from the other side: one rounding more.
          #expect(abs(expected.x - b.x) < 5e-7 && expected.y == b.y && expected.z == b.z)
        } else {
          #expect(expected == b)
        }
      }
      #expect(inside.landmarks.count == alone.landmarks.count && inside.world == alone.world)
      #expect(inside.presence == alone.presence && inside.handedness == alone.handedness)
      #expect(inside.gestures == alone.gestures && inside.blendshapes == alone.blendshapes && inside.matrices == alone.matrices)
      #expect(inside.masks.count == alone.masks.count)
      for (a, b) in zip(alone.masks, inside.masks) {
        #expect(b.width == stored.width && b.height == stored.height)
        var laid = [Float](repeating: 0, count: stored.width * stored.height)
        for row in 0..<sh {
          for column in 0..<sw { laid[(sy + row) * stored.width + sx + column] = a.values[row * sw + column] }
        }
        #expect(laid == b.values)
      }
    }
  }

  @Test(.enabled(if: hasModels, needsModels), arguments: Kind.allCases)
  func regionsOutsideThePictureAreRefused(kind: Kind) throws {
    let task = try AnyTask(kind)
    let image = try Pixels(width: 40, height: 30, level: 90).image
    for (x, y, width, height): (Float, Float, Float, Float) in [
      (-0.1, 0, 0.5, 0.5), (0, -0.1, 0.5, 0.5), (0, 0, 0, 0.5), (0, 0, 0.5, -1), (0.6, 0, 0.5, 0.5), (0, 0.6, 0.5, 0.5),
      (.nan, 0, 0.5, 0.5), (0, 0, .nan, 0.5), (0, 0, .infinity, 1), (1, 1, 1e-3, 1e-3), (0, .greatestFiniteMagnitude, 1, 1),
    ] {
      let processing = ImageProcessingOptions(regionOfInterest: .init(x: x, y: y, width: width, height: height))
      let error = #expect(throws: LandmarkError.self) { try task(image, processing) }
      #expect(error?.code == .invalidArgument && error?.message.contains("regionOfInterest") == true)
      #expect(throws: LandmarkError.self) { try task(image, at: 1, processing) }
    }
    // The smallest ones become a single pixel.
    #expect(try task(image, .init(regionOfInterest: .init(x: 0.9999, y: 0.9999, width: 1e-4, height: 1e-4))).landmarks.isEmpty)
    #expect(try task(image, .init(regionOfInterest: .init(x: 0.3, y: 0.3, width: 0.7, height: 0.7))).landmarks.isEmpty)
    // Refused frames leave no trace: the time may be used again.
    #expect(try task(image, at: 1)?.time == 1)
  }

  // MARK: Orientations

  /// Worst distance by the box between the landmarks of the upright picture and of one stored otherwise.
  private static let pictures: [Kind: [String]] = [
    .hand: ["hand_thumbs_up.jpg", "hand_ok_sign.jpg", "hand_hagrid_rock_0.jpg"],
    .gesture: ["hand_thumbs_up.jpg", "hand_ok_sign.jpg", "hand_hagrid_rock_0.jpg"],
    .face: ["face_grace_hopper.jpg", "face_sergey.png", "face_portrait_woman.jpg"],
    .pose: ["body_yoga_sit.jpg", "body_pose3.jpg", "body_couple.jpg"],
  ]

  // With pixel centres sampled where they are (`.corrected`) only rounding is left: places are taken in 1/32 of a pixel and
  // values in 1/255. Measured worst landmark: hands 3.4e-4, faces 2.0e-4, poses 1.0e-2 of the box (a pose's heat-map
  // threshold may flip for one of 33 points).
  private static let correctedWorst: [Kind: Float] = [.hand: 1e-3, .gesture: 1e-3, .face: 6e-4, .pose: 3e-2]
  // `.mediaPipe` keeps the original's sampling without half-pixel shift: a turned picture is seen one detector pixel and
  // one network pixel off, and the hand's first region is tilted the other way in a mirrored one. That tips single
  // uncertain landmarks (a crossed leg) by up to half a body, so here the landmark in the middle is held: measured
  // 0.030 for hands, 0.005 for faces, 0.009 for poses.
  private static let mediaPipeMedian: Float = 0.04

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: Kind.allCases)
  func allEightOrientationsGiveTheSameLandmarks(kind: Kind) throws {
    let limit = try #require(Self.correctedWorst[kind])
    for precision in Precision.allCases {
      let task = try AnyTask(kind, number: 1, precision: precision)
      var (worst, median): (Float, Float) = (0, 0)
      for name in try #require(Self.pictures[kind]) {
        let upright = Pixels(try picture(name))
        let reference = try task(try upright.image)
        let points = try #require(reference.points.first)
        for orientation in ImageOrientation.allCases {
          let image = try upright.stored(for: orientation).image
          let found = try task(image, .init(orientation: orientation))
          #expect(found.landmarks.count == 1, "\(name) \(orientation)")
          let expected = points.map { stored($0, for: orientation) }
          let all = gaps(expected, found.points.first ?? [], in: image.size)
          let gap = all.max() ?? .infinity
          if precision == .corrected { #expect(gap <= limit, "\(name) \(orientation)") }
          #expect(percentile(all, 0.5) <= Self.mediaPipeMedian, "\(name) \(orientation) \(precision)")
          worst = max(worst, gap)
          median = max(median, percentile(all, 0.5))
          // The side of a hand and its gesture are those of the upright picture, also when it is stored mirrored.
          #expect(found.handedness.map { $0.map(\.categoryName) } == reference.handedness.map { $0.map(\.categoryName) })
          #expect(found.gestures.map { $0.map(\.categoryName) } == reference.gestures.map { $0.map(\.categoryName) })
          checkWorld(reference, found, orientation, limit: precision == .corrected ? 0.02 : nil)
        }
      }
      print("\(kind), \(precision): worst landmark of all orientations \(worst), middle one \(median) of the box")
    }
  }

  /// World landmarks turn and mirror with the stored picture. `limit` is for the worst in metres, else for the middle one.
  private func checkWorld(_ reference: Seen, _ found: Seen, _ orientation: ImageOrientation, limit: Float?) {
    let gaps = zip(reference.world.joined(), found.world.joined()).map { a, b in
      let place = stored(NormalizedPoint(x: a.x + 0.5, y: a.y + 0.5), for: orientation)
      return max(abs(place.x - 0.5 - b.x), abs(place.y - 0.5 - b.y), abs(a.z - b.z))
    }
    if let limit { #expect((gaps.max() ?? 0) <= limit, "\(orientation)") }
    #expect(percentile(gaps, 0.5) <= 0.03, "\(orientation)")
  }

  @Test(.enabled(if: hasCorpus, needsCorpus), arguments: ImageOrientation.allCases)
  func masksAreInTheFrameOfTheLandmarks(orientation: ImageOrientation) throws {
    let upright = Pixels(try picture("body_pose3.jpg"))
    let task = try AnyTask(.pose, number: 1, precision: .corrected, extras: true)
    let reference = try #require(try task(try upright.image).masks.first)
    let image = try upright.stored(for: orientation).image
    let mask = try #require(try task(image, .init(orientation: orientation)).masks.first)
    #expect(mask.width == image.size.width && mask.height == image.size.height)
    var different = 0
    for y in 0..<reference.height {
      for x in 0..<reference.width {
        let center = NormalizedPoint(
          x: (Float(x) + 0.5) / Float(reference.width), y: (Float(y) + 0.5) / Float(reference.height))
        let place = stored(center, for: orientation)
        let value = mask.values[Int(place.y * Float(mask.height)) * mask.width + Int(place.x * Float(mask.width))]
        if abs(value - reference.values[y * reference.width + x]) > 0.25 { different += 1 }
      }
    }
    // Only pixels on the outline may change their side.
    #expect(Float(different) / Float(reference.values.count) < 0.01, "\(different)")
  }

  @Test(.enabled(if: hasCorpus, needsCorpus))
  func withoutItsOrientationAMirroredHandIsTheOtherHand() throws {
    let upright = Pixels(try picture("hand_thumbs_up.jpg"))
    let task = try AnyTask(.hand, number: 1)
    let plain = try task(try upright.image).handedness
    let mirrored = try task(try upright.mirrored.image).handedness
    let told = try task(try upright.mirrored.image, .init(orientation: .upMirrored)).handedness
    #expect(plain != mirrored && plain.first?.first?.categoryName != mirrored.first?.first?.categoryName)
    #expect(told == plain)
  }
}
