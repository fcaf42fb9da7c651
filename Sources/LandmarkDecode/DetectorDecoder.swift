package import VisionBase

/// Raw outputs of a detector → detections. Source: MediaPipe, `pipelines.md` sections 3.2 and 3.3.
package struct DetectorDecoder: Sendable {
  package let anchors: AnchorGrid
  /// At most ``Keypoints/capacity``.
  package let keypointCount: Int
  /// Detections that overlap more than this (intersection over union) are merged.
  package let suppressionThreshold: Float

  /// Box and key points: values per anchor.
  package var valuesPerAnchor: Int { 4 + 2 * keypointCount }

  /// 7 key points: wrist, the four knuckles from index to little finger, thumb CMC, thumb MCP.
  package static let palm = DetectorDecoder(anchors: .palm, keypointCount: 7, suppressionThreshold: 0.3)
  /// 6 key points: eye on the picture's left, on its right, nose tip, mouth, ear on the left, ear on the right.
  package static let face = DetectorDecoder(anchors: .face, keypointCount: 6, suppressionThreshold: 0.5)
  /// 4 key points: middle of the hips, a point giving size and direction of the body, two unused.
  package static let pose = DetectorDecoder(anchors: .pose, keypointCount: 4, suppressionThreshold: 0.5)

  /// Logits are limited to ± this before the sigmoid. Source: MediaPipe's score clipping threshold.
  static let logitLimit: Float = 100

  /// Replaces `detections` by all boxes at or above the threshold, in the order of the anchors.
  ///
  /// - Parameters:
  ///   - boxes: `[anchors, valuesPerAnchor]` in pixels of the tensor, relative to the anchor.
  ///   - logits: `[anchors]`.
  package func decode(
    boxes: UnsafeBufferPointer<Float>, logits: UnsafeBufferPointer<Float>, minimumScore: Float,
    into detections: inout [Detection]
  ) throws(LandmarkError) {
    detections.removeAll(keepingCapacity: true)
    let count = anchors.centers.count
    let values = valuesPerAnchor
    guard boxes.count == count * values, logits.count == count else {
      throw LandmarkError(
        .invalidModel, "The detector returned \(boxes.count) and \(logits.count) values, expected \(count * values) and \(count)."
      )
    }
    let scale = Float(anchors.inputSize)
    for index in 0..<count {
      let score = Float32Math.sigmoid(min(max(logits[index], -Self.logitLimit), Self.logitLimit))
      guard score >= minimumScore else { continue }
      let raw = UnsafeBufferPointer(rebasing: boxes[index * values..<(index + 1) * values])
      let anchor = anchors.centers[index]
      let (xCenter, yCenter) = (raw[0] / scale + anchor.x, raw[1] / scale + anchor.y)
      let (width, height) = (raw[2] / scale, raw[3] / scale)
      let (xMin, yMin) = (xCenter - width / 2, yCenter - height / 2)
      let (xMax, yMax) = (xCenter + width / 2, yCenter + height / 2)
      let box = NormalizedBox(xMin: xMin, yMin: yMin, width: xMax - xMin, height: yMax - yMin)
      // Also refuses not-a-number.
      guard box.width >= 0, box.height >= 0 else { continue }
      let keypoints = Keypoints(count: keypointCount) { k in
        NormalizedPoint(x: raw[4 + 2 * k] / scale + anchor.x, y: raw[5 + 2 * k] / scale + anchor.y)
      }
      detections.append(Detection(score: score, box: box, keypoints: keypoints))
    }
  }
}
