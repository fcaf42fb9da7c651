package import VisionBase

extension Detection {
  /// Direction of the palm in the original's detector options: 90 as a *radian* value, although degrees were meant. It
  /// equals 2.0354 rad, and the hand network was tuned with it, so results depend on keeping it.
  /// Source: MediaPipe, `pipelines.md` section 4.
  static let palmTargetRadians: Float = 90
  /// The direction that was meant: the middle finger up.
  static let correctedPalmTargetRadians = Float(Double.pi / 2)

  /// Region of the whole hand around a palm. Key points 0 (wrist) and 2 (middle knuckle) give the turn.
  package func handRegion(in size: ImageSize, precision: Precision = .mediaPipe) -> NormalizedRegion {
    let target = precision == .mediaPipe ? Self.palmTargetRadians : Self.correctedPalmTargetRadians
    return boxRegion(from: 0, to: 2, target: target, in: size).transformed(by: .palmDetection, in: size)
  }

  /// Region of the whole face. Key points 0 and 1 are the eyes.
  package func faceRegion(in size: ImageSize) -> NormalizedRegion {
    boxRegion(from: 0, to: 1, target: 0, in: size).transformed(by: .faceDetection, in: size)
  }

  /// Region of the whole body: around the hips, with the size and turn given by key point 1.
  package func poseRegion(in size: ImageSize) -> NormalizedRegion {
    NormalizedRegion.body(center: keypoints[0], scalePoint: keypoints[1], in: size)
  }

  private func boxRegion(from start: Int, to end: Int, target: Float, in size: ImageSize) -> NormalizedRegion {
    let rotation = Float32Math.rotation(
      from: keypoints[start].imagePoint(in: size), to: keypoints[end].imagePoint(in: size), target: target)
    return NormalizedRegion(
      xCenter: box.xMin + box.width / 2, yCenter: box.yMin + box.height / 2, width: box.width, height: box.height,
      rotationRadians: rotation)
  }
}

extension NormalizedRegion {
  /// Square region around `center` that reaches beyond `scalePoint`, which shall point up.
  /// Source: MediaPipe, `pipelines.md` sections 4 and 6.3.
  package static func body(center: NormalizedPoint, scalePoint: NormalizedPoint, in size: ImageSize) -> NormalizedRegion {
    let middle = center.imagePoint(in: size)
    let end = scalePoint.imagePoint(in: size)
    let (dx, dy) = (end.x - middle.x, end.y - middle.y)
    let side = Float32Math.squareRoot(dx * dx + dy * dy) * 2
    let rotation = Float32Math.rotation(from: middle, to: end, target: Float(Double.pi / 2))
    return NormalizedRegion(
      // Through pixels and back, as the original does: the last bit may change on the way.
      xCenter: middle.x / Float(size.width), yCenter: middle.y / Float(size.height), width: side / Float(size.width),
      height: side / Float(size.height),
      rotationRadians: rotation
    ).transformed(by: .pose, in: size)
  }
}
