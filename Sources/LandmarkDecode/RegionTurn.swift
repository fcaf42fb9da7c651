package import VisionBase

/// A region with sine and cosine of its turn taken once.
package struct RegionTurn: Sendable {
  private let region: NormalizedRegion
  private let sine: Float
  private let cosine: Float

  package init(_ region: NormalizedRegion) {
    self.region = region
    sine = Float32Math.sine(region.rotationRadians)
    cosine = Float32Math.cosine(region.rotationRadians)
  }

  /// From fractions of the region to fractions of the picture, without knowledge of the picture's size: exact only
  /// for regions that are square in pixels. Source: MediaPipe, `pipelines.md` section 5.2.4, order of appendix A.5.
  package func project(x: Float, y: Float, z: Float) -> NormalizedLandmark {
    let u = x - 0.5
    let v = y - 0.5
    return NormalizedLandmark(
      x: (cosine * u - sine * v) * region.width + region.xCenter,
      y: (sine * u + cosine * v) * region.height + region.yCenter, z: z * region.width)
  }

  /// Turns metres with the region; visibility and presence are kept. Source: MediaPipe, `pipelines.md` section 5.2.5.
  package func rotate(_ landmark: WorldLandmark) -> WorldLandmark {
    var turned = landmark
    turned.x = cosine * landmark.x - sine * landmark.y
    turned.y = sine * landmark.x + cosine * landmark.y
    return turned
  }
}
