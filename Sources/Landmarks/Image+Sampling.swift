extension Image {
  /// A picture whose pixels can be sampled directly: this one, or its RGB version if it has two planes.
  func sampleable() throws(LandmarkError) -> Image {
    format.hasChromaPlane ? try convertedToRGB() : self
  }
}
