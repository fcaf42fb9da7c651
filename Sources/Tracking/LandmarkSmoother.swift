package import VisionBase

/// Steadies the landmarks of one subject over time: the state of its filters and nothing else.
package struct LandmarkSmoother: Sendable, Hashable {
  private let parameters: OneEuroParameters
  private var filter: OneEuroFilter?

  package init(parameters: OneEuroParameters) { self.parameters = parameters }

  /// Filters picture landmarks in pixels: x and z by the width, y by the height, as the original does.
  ///
  /// - Parameter objectScalePixels: Size of the subject; below 1e-6 nothing is filtered and no state changes.
  package mutating func apply(
    _ landmarks: [NormalizedLandmark], in size: ImageSize, objectScalePixels: Float, timestampMilliseconds: Int
  ) -> [NormalizedLandmark] {
    guard objectScalePixels >= 1e-6 else { return landmarks }
    let width = Float(size.width)
    let height = Float(size.height)
    var numbers = landmarks.flatMap { [$0.x * width, $0.y * height, $0.z * width] }
    filterNumbers(&numbers, timestampMilliseconds, valueScale: Double(1 / objectScalePixels))
    return landmarks.indices.map { index in
      var landmark = landmarks[index]
      landmark.x = numbers[3 * index] / width
      landmark.y = numbers[3 * index + 1] / height
      landmark.z = numbers[3 * index + 2] / width
      return landmark
    }
  }

  /// Filters world landmarks in metres, with a fixed scale of 1.
  package mutating func apply(_ landmarks: [WorldLandmark], timestampMilliseconds: Int) -> [WorldLandmark] {
    var numbers = landmarks.flatMap { [$0.x, $0.y, $0.z] }
    filterNumbers(&numbers, timestampMilliseconds, valueScale: 1)
    return landmarks.indices.map { index in
      var landmark = landmarks[index]
      landmark.x = numbers[3 * index]
      landmark.y = numbers[3 * index + 1]
      landmark.z = numbers[3 * index + 2]
      return landmark
    }
  }

  private mutating func filterNumbers(_ numbers: inout [Float], _ milliseconds: Int, valueScale: Double) {
    if filter == nil { filter = OneEuroFilter(count: numbers.count, parameters: parameters) }
    filter?.apply(&numbers, nanoseconds: Int64(milliseconds) * 1_000_000, valueScale: valueScale)
  }

  /// Half the sum of width and height of the landmarks' bounding box in pixels. Source: `pipelines.md` section 7.2.
  package static func objectScalePixels(_ landmarks: [NormalizedLandmark], in size: ImageSize) -> Float {
    var minX = Float.greatestFiniteMagnitude
    var maxX = Float.leastNormalMagnitude
    var minY = minX
    var maxY = maxX
    for landmark in landmarks {
      minX = min(minX, landmark.x)
      maxX = max(maxX, landmark.x)
      minY = min(minY, landmark.y)
      maxY = max(maxY, landmark.y)
    }
    return ((maxX - minX) * Float(size.width) + (maxY - minY) * Float(size.height)) / 2
  }
}

/// Low-pass filter of visibilities, one per landmark. Source: MediaPipe, `pipelines.md` section 7.2: α = 0.1.
package struct VisibilitySmoother: Sendable, Hashable {
  package static let alpha: Float = 0.1
  private var filters: [LowPassFilter] = []

  package init() {}

  /// The steadied visibilities; a landmark without one is left out of account.
  package mutating func apply(_ visibilities: [Float?]) -> [Float?] {
    if filters.count != visibilities.count { filters = Array(repeating: LowPassFilter(), count: visibilities.count) }
    return visibilities.indices.map { index in visibilities[index].map { filters[index].apply($0, alpha: Self.alpha) } }
  }
}
