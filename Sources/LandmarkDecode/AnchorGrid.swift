package import VisionBase

/// Centres of a detector's anchors, fractions of the tensor; every anchor has width and height 1.
/// Source: MediaPipe, `pipelines.md` section 3.1.
package struct AnchorGrid: Sendable {
  package let centers: [NormalizedPoint]
  /// Side of the square input tensor in pixels, which is also the scale of the raw values.
  package let inputSize: Int

  /// - Parameter strides: One per layer; neighbours that are equal share a grid, with two anchors per layer and cell.
  init(inputSize: Int, strides: [Int]) {
    var centers: [NormalizedPoint] = []
    var first = 0
    while first < strides.count {
      var end = first + 1
      while end < strides.count, strides[end] == strides[first] { end += 1 }
      let anchorsPerCell = 2 * (end - first)
      let cells = (inputSize + strides[first] - 1) / strides[first]
      for y in 0..<cells {
        for x in 0..<cells {
          let center = NormalizedPoint(x: (Float(x) + 0.5) / Float(cells), y: (Float(y) + 0.5) / Float(cells))
          for _ in 0..<anchorsPerCell { centers.append(center) }
        }
      }
      first = end
    }
    self.centers = centers
    self.inputSize = inputSize
  }

  /// 2016 anchors of the palm detector.
  package static let palm = AnchorGrid(inputSize: 192, strides: [8, 16, 16, 16])
  /// 896 anchors of the short-range face detector.
  package static let face = AnchorGrid(inputSize: 128, strides: [8, 16, 16, 16])
  /// 2254 anchors of the pose detector.
  package static let pose = AnchorGrid(inputSize: 224, strides: [8, 16, 32, 32, 32])
}
