extension Image {
  /// Calls `body` with pixels that can be sampled directly: two-plane formats are converted to RGB first.
  func withSampledPixels<Result>(
    _ body: (PixelView) throws(LandmarkError) -> Result
  ) throws(LandmarkError) -> Result {
    guard format.hasChromaPlane else { return try withPixelView(body) }
    return try convertedToRGB().withPixelView(body)
  }
}
