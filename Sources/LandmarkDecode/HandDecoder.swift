package import VisionBase

/// One hand as the landmark network sees it, in coordinates of the picture.
package struct DecodedHand: Sendable, Hashable {
  package var landmarks: [NormalizedLandmark]
  package var worldLandmarks: [WorldLandmark]
  /// Probability 0…1 that the region shows a hand.
  package var presence: Float
  /// Probability 0…1 that it is a right hand, in a picture that is not mirrored.
  package var rightHandScore: Float

  /// A hand, or with the defaults a place for one.
  package init(
    landmarks: [NormalizedLandmark] = [], worldLandmarks: [WorldLandmark] = [], presence: Float = 0, rightHandScore: Float = 0
  ) {
    self.landmarks = landmarks
    self.worldLandmarks = worldLandmarks
    self.presence = presence
    self.rightHandScore = rightHandScore
  }

  /// The likelier side. Index 0 is `Right`, 1 is `Left`; the names are the person's sides if the picture is not
  /// mirrored. Source: MediaPipe, `pipelines.md` section 5.2.3.
  package var handedness: Category { Self.handedness(rightHandScore: rightHandScore) }

  /// The likelier side, from the probability that it is a right hand.
  package static func handedness(rightHandScore: Float) -> Category {
    let leftScore = 1 - rightHandScore
    let isRight = rightHandScore >= leftScore
    let name = isRight ? "Right" : "Left"
    return Category(
      index: isRight ? 0 : 1, score: isRight ? rightHandScore : leftScore, categoryName: name, displayName: name)
  }
}

/// Raw outputs of the hand landmark network → a hand. Source: MediaPipe, `pipelines.md` section 5.2.
package enum HandDecoder {
  package static let landmarkCount = 21
  /// Side of the square input tensor in pixels, the unit of the raw landmarks.
  package static let inputSize = 224
  /// The network's depth is this much smaller than its x and y.
  static let depthNormalization: Float = 0.4

  /// Replaces `hand`, in the memory it has.
  ///
  /// - Parameters:
  ///   - landmarks: `[63]`, x, y, z in pixels of the tensor.
  ///   - worldLandmarks: `[63]`, x, y, z in metres.
  ///   - region: The region that was stretched over the tensor.
  package static func decode(
    landmarks: UnsafeBufferPointer<Float>, worldLandmarks: UnsafeBufferPointer<Float>, presence: Float,
    rightHandScore: Float, region: NormalizedRegion, into hand: inout DecodedHand
  ) throws(LandmarkError) {
    guard landmarks.count == 3 * landmarkCount, worldLandmarks.count == 3 * landmarkCount else {
      throw LandmarkError(
        .invalidModel,
        "The hand network returned \(landmarks.count) and \(worldLandmarks.count) values, expected \(3 * landmarkCount) each.")
    }
    let side = Float(inputSize)
    let turn = RegionTurn(region)
    hand.presence = presence
    hand.rightHandScore = rightHandScore
    hand.landmarks.refill(count: landmarkCount) { i in
      turn.project(
        x: landmarks[3 * i] / side, y: landmarks[3 * i + 1] / side, z: landmarks[3 * i + 2] / side / depthNormalization)
    }
    hand.worldLandmarks.refill(count: landmarkCount) { i in
      turn.rotate(WorldLandmark(x: worldLandmarks[3 * i], y: worldLandmarks[3 * i + 1], z: worldLandmarks[3 * i + 2]))
    }
  }
}
