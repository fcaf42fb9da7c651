package import VisionBase

/// One body as the landmark network sees it, in coordinates of the picture.
package struct DecodedPose: Sendable, Hashable {
  /// 33 landmarks with visibility and presence.
  package var landmarks: [NormalizedLandmark] = []
  /// The same in metres, origin between the hips; visibility and presence are those of `landmarks`.
  package var worldLandmarks: [WorldLandmark] = []
  /// Centre of the body, and the point that gives its size and direction: the region of the next frame.
  package var bodyCenter = NormalizedLandmark(x: 0, y: 0, z: 0)
  package var scalePoint = NormalizedLandmark(x: 0, y: 0, z: 0)
  /// Probability 0…1 that the region shows a body.
  package var presence: Float = 0

  /// A place for a body.
  package init() {}

  /// Where to look for this body in the next frame. Source: MediaPipe, `pipelines.md` section 6.3.
  package func nextRegion(in size: ImageSize) -> NormalizedRegion {
    .body(center: bodyCenter.point, scalePoint: scalePoint.point, in: size)
  }
}

/// Raw outputs of the pose landmark network → a body. Source: MediaPipe, `pipelines.md` section 5.4.
package enum PoseDecoder {
  package static let landmarkCount = 33
  /// Landmarks of the network: 33, two auxiliary ones, four unused.
  package static let rawLandmarkCount = 39
  /// Side of the square input tensor in pixels, the unit of the raw landmarks.
  package static let inputSize = 256
  /// Values per raw landmark: x, y, z, visibility logit, presence logit.
  private static let valuesPerLandmark = 5

  /// Replaces `pose`, in the memory it has.
  ///
  /// - Parameters:
  ///   - landmarks: `[195]`, in pixels of the tensor.
  ///   - heatmap: `[64, 64, 39]`, logits.
  ///   - worldLandmarks: `[117]`, x, y, z in metres.
  ///   - region: The region that was stretched over the tensor.
  package static func decode(
    landmarks: UnsafeBufferPointer<Float>, heatmap: UnsafeBufferPointer<Float>, worldLandmarks: UnsafeBufferPointer<Float>,
    presence: Float, region: NormalizedRegion, into pose: inout DecodedPose
  ) throws(LandmarkError) {
    let count = rawLandmarkCount
    guard landmarks.count == count * valuesPerLandmark, worldLandmarks.count == count * 3 else {
      throw LandmarkError(
        .invalidModel,
        "The pose network returned \(landmarks.count) and \(worldLandmarks.count) values, expected \(count * 5) and \(count * 3)."
      )
    }
    let side = Float(inputSize)
    let refinement = try HeatmapRefinement(heatmap, height: 64, width: 64, channels: count)
    let turn = RegionTurn(region)
    func point(_ i: Int) -> NormalizedLandmark {
      let raw = UnsafeBufferPointer(rebasing: landmarks[i * valuesPerLandmark..<(i + 1) * valuesPerLandmark])
      let place = refinement.refine(NormalizedPoint(x: raw[0] / side, y: raw[1] / side), channel: i)
      var landmark = turn.project(x: place.x, y: place.y, z: raw[2] / side)
      landmark.visibility = Float32Math.sigmoid(raw[3])
      landmark.presence = Float32Math.sigmoid(raw[4])
      return landmark
    }
    pose.presence = presence
    pose.landmarks.refill(count: landmarkCount, point)
    pose.bodyCenter = point(33)
    pose.scalePoint = point(34)
    let points = pose.landmarks
    pose.worldLandmarks.refill(count: landmarkCount) { i in
      turn.rotate(
        WorldLandmark(
          x: worldLandmarks[3 * i], y: worldLandmarks[3 * i + 1], z: worldLandmarks[3 * i + 2],
          visibility: points[i].visibility, presence: points[i].presence))
    }
  }
}
