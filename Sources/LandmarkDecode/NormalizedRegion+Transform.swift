package import VisionBase

/// How a tight region is shifted and enlarged before the landmark network sees it.
package struct RegionTransform: Sendable, Hashable {
  /// Shift along the region's own axes, fractions of its size.
  package var shiftX: Float = 0
  package var shiftY: Float = 0
  /// Whether both sides become the longer one, in pixels.
  package var squaresLongSide = false
  package var scaleX: Float = 1
  package var scaleY: Float = 1

  package init(shiftX: Float = 0, shiftY: Float = 0, squaresLongSide: Bool = false, scale: Float = 1) {
    self.shiftX = shiftX
    self.shiftY = shiftY
    self.squaresLongSide = squaresLongSide
    self.scaleX = scale
    self.scaleY = scale
  }

  // Source of the numbers: MediaPipe, `pipelines.md` sections 4 and 6.
  package static let palmDetection = RegionTransform(shiftY: -0.5, squaresLongSide: true, scale: 2.6)
  package static let faceDetection = RegionTransform(scale: 1.5)
  package static let pose = RegionTransform(squaresLongSide: true, scale: 1.25)
  package static let trackedHand = RegionTransform(shiftY: -0.1, squaresLongSide: true, scale: 2)
  package static let trackedFace = RegionTransform(squaresLongSide: true, scale: 1.5)
}

extension NormalizedRegion {
  /// Shift, then square, then scale, each step rounded as in appendix A.4.
  package func transformed(by transform: RegionTransform, in size: ImageSize) -> NormalizedRegion {
    let imageWidth = Float(size.width)
    let imageHeight = Float(size.height)
    var region = self
    if rotationRadians == 0 {
      region.xCenter = xCenter + width * transform.shiftX
      region.yCenter = yCenter + height * transform.shiftY
    } else {
      let cosine = Float32Math.cosine(rotationRadians)
      let sine = Float32Math.sine(rotationRadians)
      let along = imageWidth * width * transform.shiftX
      let across = imageHeight * height * transform.shiftY
      region.xCenter = xCenter + (along * cosine - across * sine) / imageWidth
      region.yCenter = yCenter + (along * sine + across * cosine) / imageHeight
    }
    if transform.squaresLongSide {
      let side = max(width * imageWidth, height * imageHeight)
      region.width = side / imageWidth
      region.height = side / imageHeight
    }
    region.width *= transform.scaleX
    region.height *= transform.scaleY
    return region
  }
}
