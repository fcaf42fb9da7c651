package import VisionBase

// Where to look for the same subject in the next frame, always from unsmoothed landmarks.
// Source: MediaPipe, `pipelines.md` section 6.
extension NormalizedRegion {
  /// Landmarks of the hand that hardly move with the fingers: wrist, thumb up to IP, and MCP and PIP of each finger.
  private static let steadyHandLandmarks = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18]

  /// Region of a hand in the next frame; `landmarks` are the 21 of this frame.
  package static func nextHand(
    _ landmarks: [NormalizedLandmark], in size: ImageSize, precision: Precision = .mediaPipe
  ) -> NormalizedRegion {
    let (width, height) = (Float(size.width), Float(size.height))
    let rotation = handRotation(landmarks, width, height)
    var upright = Bounds(precision)
    for index in steadyHandLandmarks { upright.add(landmarks[index].x, landmarks[index].y) }
    let (centerX, centerY) = (upright.centerX, upright.centerY)
    let reverse = Float32Math.normalizedRadians(-rotation)
    let (cosineBack, sineBack) = (Float32Math.cosine(reverse), Float32Math.sine(reverse))
    var turned = Bounds(precision)
    for index in steadyHandLandmarks {
      let x = (landmarks[index].x - centerX) * width
      let y = (landmarks[index].y - centerY) * height
      turned.add(x * cosineBack - y * sineBack, x * sineBack + y * cosineBack)
    }
    let (px, py) = (turned.centerX, turned.centerY)
    let (cosine, sine) = (Float32Math.cosine(rotation), Float32Math.sine(rotation))
    let x = px * cosine - py * sine + width * centerX
    let y = px * sine + py * cosine + height * centerY
    return NormalizedRegion(
      xCenter: x / width, yCenter: y / height, width: (turned.xMax - turned.xMin) / width,
      height: (turned.yMax - turned.yMin) / height, rotationRadians: rotation
    ).transformed(by: .trackedHand, in: size)
  }

  /// Turn that puts the knuckles above the wrist.
  private static func handRotation(_ landmarks: [NormalizedLandmark], _ width: Float, _ height: Float) -> Float {
    let (wrist, index, middle, ring) = (landmarks[0], landmarks[5], landmarks[9], landmarks[13])
    let knuckles = ImagePoint(
      x: ((index.x + ring.x) / 2 + middle.x) / 2 * width, y: ((index.y + ring.y) / 2 + middle.y) / 2 * height)
    return Float32Math.rotation(
      from: ImagePoint(x: wrist.x * width, y: wrist.y * height), to: knuckles, target: Float(Double.pi / 2))
  }

  /// Region of a face in the next frame; `landmarks` are the 478 of this frame. 33 and 263 are the outer eye corners.
  package static func nextFace(
    _ landmarks: [NormalizedLandmark], in size: ImageSize, precision: Precision = .mediaPipe
  ) -> NormalizedRegion {
    var bounds = Bounds(precision)
    for landmark in landmarks { bounds.add(landmark.x, landmark.y) }
    let (width, height) = (bounds.xMax - bounds.xMin, bounds.yMax - bounds.yMin)
    let rotation = Float32Math.rotation(
      from: landmarks[33].point.imagePoint(in: size), to: landmarks[263].point.imagePoint(in: size), target: 0)
    return NormalizedRegion(
      xCenter: bounds.xMin + width / 2, yCenter: bounds.yMin + height / 2, width: width, height: height,
      rotationRadians: rotation
    ).transformed(by: .trackedFace, in: size)
  }

  /// Running bounds with the original's start values, see ``Float32Math/maximumStart(_:)``.
  private struct Bounds {
    var xMin = Float32Math.minimumStart
    var yMin = Float32Math.minimumStart
    var xMax: Float
    var yMax: Float

    init(_ precision: Precision) {
      xMax = Float32Math.maximumStart(precision)
      yMax = xMax
    }

    mutating func add(_ x: Float, _ y: Float) {
      xMin = min(xMin, x)
      yMin = min(yMin, y)
      xMax = max(xMax, x)
      yMax = max(yMax, y)
    }

    var centerX: Float { (xMax + xMin) / 2 }
    var centerY: Float { (yMax + yMin) / 2 }
  }
}
