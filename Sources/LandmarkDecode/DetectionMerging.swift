import VisionBase

/// Weighted non-maximum suppression: each group of overlapping detections becomes one whose box and key points are
/// the score-weighted means and whose score is the best. Keeps its lists, so that a frame needs no new ones.
/// Source: MediaPipe, `pipelines.md` section 3.3.
package struct DetectionMerging: Sendable {
  /// One detection per group of the last call, by descending score.
  package private(set) var merged: [Detection] = []
  /// Positions of the detections that belong to no group yet, by descending score.
  private var remaining: [Int] = []

  package init() {}

  /// Groups what overlaps by more than `threshold` (intersection over union); see ``merged``.
  ///
  /// Equal scores keep their order, so the outcome does not depend on the sorting algorithm.
  package mutating func merge(_ detections: [Detection], threshold: Float) {
    merged.removeAll(keepingCapacity: true)
    sort(detections)
    while let first = remaining.first {
      let top = detections[first]
      var mean = WeightedMean(keypointCount: top.keypoints.count)
      var rest = 0
      for position in remaining.indices {
        let index = remaining[position]
        if detections[index].box.intersectionOverUnion(top.box) > threshold {
          mean.add(detections[index])
        } else {
          remaining[rest] = index
          rest += 1
        }
      }
      merged.append(mean.isEmpty ? top : mean.detection(score: top.score))
      // A box without area does not even overlap itself; the original gives up here.
      if mean.isEmpty { break }
      remaining.removeSubrange(rest...)
    }
  }

  /// By insertion: the library's sort takes memory for longer lists.
  private mutating func sort(_ detections: [Detection]) {
    remaining.removeAll(keepingCapacity: true)
    for index in detections.indices {
      var (low, high) = (0, remaining.count)
      while low < high {
        let middle = (low + high) / 2
        if detections[remaining[middle]].score < detections[index].score { high = middle } else { low = middle + 1 }
      }
      remaining.insert(index, at: low)
    }
  }
}

/// Sums of a group of detections, each counted with its score.
private struct WeightedMean {
  private var (xMin, yMin, xMax, yMax, total) = (Float(0), Float(0), Float(0), Float(0), Float(0))
  private var points: Keypoints
  private(set) var isEmpty = true

  init(keypointCount: Int) { points = Keypoints(count: keypointCount) }

  mutating func add(_ candidate: Detection) {
    isEmpty = false
    let (box, weight) = (candidate.box, candidate.score)
    total += weight
    xMin += box.xMin * weight
    yMin += box.yMin * weight
    xMax += (box.xMin + box.width) * weight
    yMax += (box.yMin + box.height) * weight
    for k in points.indices {
      points[k].x += candidate.keypoints[k].x * weight
      points[k].y += candidate.keypoints[k].y * weight
    }
  }

  /// The mean of what was added, with another score.
  func detection(score: Float) -> Detection {
    let box = NormalizedBox(
      xMin: xMin / total, yMin: yMin / total, width: xMax / total - xMin / total, height: yMax / total - yMin / total)
    let keypoints = Keypoints(count: points.count) { NormalizedPoint(x: points[$0].x / total, y: points[$0].y / total) }
    return Detection(score: score, box: box, keypoints: keypoints)
  }
}
