package import VisionBase

extension Detection {
  /// From fractions of the prepared tensor to fractions of the picture: key points by the map, the box as the upright
  /// bounds of its four mapped corners. Source: MediaPipe, `pipelines.md` section 3.4.
  package func projected(by map: CropProjection) -> Detection {
    let (x0, y0) = (box.xMin, box.yMin)
    let (x1, y1) = (box.xMin + box.width, box.yMin + box.height)
    var corner = map.apply(u: x0, v: y0)
    var (xMin, yMin) = (corner.x, corner.y)
    var (xMax, yMax) = (xMin, yMin)
    for k in 1..<4 {
      corner = map.apply(u: k == 3 ? x0 : x1, v: k == 1 ? y0 : y1)
      xMin = min(xMin, corner.x)
      yMin = min(yMin, corner.y)
      xMax = max(xMax, corner.x)
      yMax = max(yMax, corner.y)
    }
    return Detection(
      score: score, box: NormalizedBox(xMin: xMin, yMin: yMin, width: xMax - xMin, height: yMax - yMin),
      keypoints: Keypoints(count: keypoints.count) { map.apply(u: keypoints[$0].x, v: keypoints[$0].y) })
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
      keypoints: Keypoints(count: keypoints.count) { k in
        NormalizedPoint(x: (keypoints[k].x - letterbox.left) / width, y: (keypoints[k].y - letterbox.top) / height)
      })
  }
}
