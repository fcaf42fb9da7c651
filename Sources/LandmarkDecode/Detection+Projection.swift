package import VisionBase

extension Detection {
  /// From fractions of the prepared tensor to fractions of the picture: key points by the map, the box as the upright
  /// bounds of its four mapped corners. Source: MediaPipe, `pipelines.md` section 3.4.
  package func projected(by map: CropProjection) -> Detection {
    let (x0, y0) = (box.xMin, box.yMin)
    let (x1, y1) = (box.xMin + box.width, box.yMin + box.height)
    let corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map { map.apply(u: $0.0, v: $0.1) }
    var (xMin, yMin) = (corners[0].x, corners[0].y)
    var (xMax, yMax) = (xMin, yMin)
    for corner in corners.dropFirst() {
      xMin = min(xMin, corner.x)
      yMin = min(yMin, corner.y)
      xMax = max(xMax, corner.x)
      yMax = max(yMax, corner.y)
    }
    return Detection(
      score: score, box: NormalizedBox(xMin: xMin, yMin: yMin, width: xMax - xMin, height: yMax - yMin),
      keypoints: keypoints.map { map.apply(u: $0.x, v: $0.y) })
  }

  /// Takes the letterbox away and nothing else: right only for regions that are not turned. The original does this for
  /// poses instead of ``projected(by:)``. Source: MediaPipe, `pipelines.md` section 3.4.
  package func removingLetterbox(_ letterbox: Letterbox) -> Detection {
    let width = 1 - (letterbox.left + letterbox.right)
    let height = 1 - (letterbox.top + letterbox.bottom)
    return Detection(
      score: score,
      box: NormalizedBox(
        xMin: (box.xMin - letterbox.left) / width, yMin: (box.yMin - letterbox.top) / height, width: box.width / width,
        height: box.height / height),
      keypoints: keypoints.map { NormalizedPoint(x: ($0.x - letterbox.left) / width, y: ($0.y - letterbox.top) / height) })
  }
}
