package import VisionBase

extension NormalizedRegion {
  /// The whole picture as a region that stands upright after turning the picture clockwise by `rotationDegrees`.
  ///
  /// A quarter turn exchanges the sides, which are fractions of unequal lengths unless the picture is square.
  /// Source: MediaPipe, `pipelines.md` section 2.1.
  ///
  /// - Throws: `invalidArgument` if the angle is not a multiple of 90.
  package static func frame(of size: ImageSize, rotationDegrees: Int) throws(LandmarkError) -> NormalizedRegion {
    guard rotationDegrees.isMultiple(of: 90) else {
      throw LandmarkError(
        .invalidArgument, "rotationDegrees is \(rotationDegrees): expected a multiple of 90.", remedy: "Pass 0, 90, 180 or 270.")
    }
    var region = NormalizedRegion.wholeImage
    if rotationDegrees == 0 { return region }
    region.rotationRadians = Float(-Double(rotationDegrees) * Double.pi / 180)
    if !rotationDegrees.isMultiple(of: 180) {
      let width = Float(size.width)
      let height = Float(size.height)
      region.width = height / width
      region.height = width / height
    }
    return region
  }
}
