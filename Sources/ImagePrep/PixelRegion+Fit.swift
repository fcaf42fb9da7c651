package import VisionBase

extension PixelRegion {
  /// The region in pixels of a picture of `size`; every product is rounded to Float32 (appendix A.2, step 1).
  package init(_ region: NormalizedRegion, in size: ImageSize) {
    let width = Float(size.width)
    let height = Float(size.height)
    self.init(
      xCenter: region.xCenter * width, yCenter: region.yCenter * height, width: region.width * width,
      height: region.height * height, rotationRadians: region.rotationRadians)
  }

  /// The smallest region around the same centre that has the aspect ratio of a tensor of `width` × `height`, and the
  /// fractions of that tensor which lie outside `self`. Source: MediaPipe, `pipelines.md` section 2.2.
  package func padded(toAspectOf width: Int, _ height: Int) -> (region: PixelRegion, letterbox: Letterbox) {
    let tensorAspect = Float(height) / Float(width)
    let regionAspect = self.height / self.width
    var region = self
    if tensorAspect > regionAspect {
      region.height = self.width * tensorAspect
      let padding = (1 - regionAspect / tensorAspect) / 2
      return (region, Letterbox(top: padding, bottom: padding))
    }
    region.width = self.height / tensorAspect
    let padding = (1 - tensorAspect / regionAspect) / 2
    return (region, Letterbox(left: padding, right: padding))
  }

  /// The map from tensor-normalised to image-normalised coordinates, every operation rounded to Float32 in the
  /// written order. Source: MediaPipe, `pipelines.md` section 2.4 and appendix A.3.
  package func projection(in size: ImageSize) -> CropProjection {
    let cosine = Float(cosineOf(Double(rotationRadians)))
    let sine = Float(sineOf(Double(rotationRadians)))
    let perWidth = 1 / Float(size.width)
    let perHeight = 1 / Float(size.height)
    return CropProjection(
      m00: width * cosine * perWidth,
      m01: -height * sine * perWidth,
      m02: (-0.5 * width * cosine + 0.5 * height * sine + xCenter) * perWidth,
      m10: width * sine * perHeight,
      m11: height * cosine * perHeight,
      m12: (-0.5 * height * cosine - 0.5 * width * sine + yCenter) * perHeight)
  }

  /// Whether every part is a finite number.
  var isFinite: Bool {
    xCenter.isFinite && yCenter.isFinite && width.isFinite && height.isFinite && rotationRadians.isFinite
  }
}
