/// An upright box kept as corner and size, the way the original passes it on (appendix A.4).
package struct NormalizedBox: Sendable, Hashable {
  package var xMin: Float
  package var yMin: Float
  package var width: Float
  package var height: Float

  package init(xMin: Float, yMin: Float, width: Float, height: Float) {
    self.xMin = xMin
    self.yMin = yMin
    self.width = width
    self.height = height
  }

  /// The box of a region, its turn ignored.
  package init(ignoringRotationOf region: NormalizedRegion) {
    self.init(
      xMin: region.xCenter - region.width / 2, yMin: region.yCenter - region.height / 2, width: region.width,
      height: region.height)
  }

  /// Intersection over union; 0 if the boxes are apart or have no area. Source: MediaPipe, `pipelines.md` section 0.6.
  package func intersectionOverUnion(_ other: NormalizedBox) -> Float {
    let (ax1, ay1) = (xMin + width, yMin + height)
    let (bx1, by1) = (other.xMin + other.width, other.yMin + other.height)
    if ax1 < other.xMin || bx1 < xMin || ay1 < other.yMin || by1 < yMin { return 0 }
    let overlap = (min(ax1, bx1) - max(xMin, other.xMin)) * (min(ay1, by1) - max(yMin, other.yMin))
    let union = (ax1 - xMin) * (ay1 - yMin) + (bx1 - other.xMin) * (by1 - other.yMin) - overlap
    return union > 0 ? overlap / union : 0
  }
}
