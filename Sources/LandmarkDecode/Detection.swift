package import VisionBase

/// A box with key points and a score. The coordinate space is that of the step that made it: fractions of the prepared
/// tensor after decoding, fractions of the picture after projection.
package struct Detection: Sendable, Hashable {
  package var score: Float
  package var box: NormalizedBox
  package var keypoints: Keypoints

  package init(score: Float, box: NormalizedBox, keypoints: Keypoints) {
    self.score = score
    self.box = box
    self.keypoints = keypoints
  }
}
