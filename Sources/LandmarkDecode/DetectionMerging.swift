import VisionBase

extension Detection {
  /// Weighted non-maximum suppression: each group of overlapping detections becomes one whose box and key points are
  /// the score-weighted means and whose score is the best. Source: MediaPipe, `pipelines.md` section 3.3.
  ///
  /// Equal scores keep their order, so the outcome does not depend on the sorting algorithm.
  package static func merged(_ detections: [Detection], threshold: Float) -> [Detection] {
    var remaining = detections.indices.sorted { a, b in
      detections[a].score != detections[b].score ? detections[a].score > detections[b].score : a < b
    }.map { detections[$0] }
    var result: [Detection] = []
    while let top = remaining.first {
      var candidates: [Detection] = []
      var rest: [Detection] = []
      for detection in remaining {
        if detection.box.intersectionOverUnion(top.box) > threshold {
          candidates.append(detection)
        } else {
          rest.append(detection)
        }
      }
      result.append(candidates.isEmpty ? top : weightedMean(candidates, score: top.score))
      // A box without area does not even overlap itself; the original gives up here.
      if rest.count == remaining.count { break }
      remaining = rest
    }
    return result
  }

  /// `candidates` must not be empty.
  private static func weightedMean(_ candidates: [Detection], score: Float) -> Detection {
    var (xMin, yMin, xMax, yMax, total) = (Float(0), Float(0), Float(0), Float(0), Float(0))
    var points = [NormalizedPoint](repeating: NormalizedPoint(x: 0, y: 0), count: candidates[0].keypoints.count)
    for candidate in candidates {
      let (box, weight) = (candidate.box, candidate.score)
      total += weight
      xMin += box.xMin * weight
      yMin += box.yMin * weight
      xMax += (box.xMin + box.width) * weight
      yMax += (box.yMin + box.height) * weight
      for (k, point) in candidate.keypoints.enumerated() {
        points[k].x += point.x * weight
        points[k].y += point.y * weight
      }
    }
    let box = NormalizedBox(
      xMin: xMin / total, yMin: yMin / total, width: xMax / total - xMin / total, height: yMax / total - yMin / total)
    return Detection(
      score: score, box: box, keypoints: points.map { NormalizedPoint(x: $0.x / total, y: $0.y / total) })
  }
}
