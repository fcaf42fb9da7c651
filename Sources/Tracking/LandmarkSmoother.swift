package import VisionBase

/// Steadies the landmarks of one subject over time: the state of its filters and nothing else.
package struct LandmarkSmoother: Sendable, Hashable {
  private let parameters: OneEuroParameters
  private var filter: OneEuroFilter?
  /// What is being filtered; empty, but with its memory, between calls.
  private var numbers: [Float] = []

  package init(parameters: OneEuroParameters) { self.parameters = parameters }

  /// Filters picture landmarks in pixels: x and z by the width, y by the height, as the original does.
  ///
  /// - Parameter objectScalePixels: Size of the subject; below 1e-6 nothing is filtered and no state changes.
  package mutating func apply(
    to landmarks: inout [NormalizedLandmark], in size: ImageSize, objectScalePixels: Float, timestampMilliseconds: Int
  ) {
    guard objectScalePixels >= 1e-6 else { return }
    let width = Float(size.width)
    let height = Float(size.height)
    numbers.reserveCapacity(3 * landmarks.count)
    for landmark in landmarks {
      numbers.append(landmark.x * width)
      numbers.append(landmark.y * height)
      numbers.append(landmark.z * width)
    }
    filterNumbers(timestampMilliseconds, valueScale: Double(1 / objectScalePixels))
    for index in landmarks.indices {
      landmarks[index].x = numbers[3 * index] / width
      landmarks[index].y = numbers[3 * index + 1] / height
      landmarks[index].z = numbers[3 * index + 2] / width
    }
    numbers.removeAll(keepingCapacity: true)
  }

  /// Filters world landmarks in metres, with a fixed scale of 1.
  package mutating func apply(to landmarks: inout [WorldLandmark], timestampMilliseconds: Int) {
    numbers.reserveCapacity(3 * landmarks.count)
    for landmark in landmarks {
      numbers.append(landmark.x)
      numbers.append(landmark.y)
      numbers.append(landmark.z)
    }
    filterNumbers(timestampMilliseconds, valueScale: 1)
    for index in landmarks.indices {
      landmarks[index].x = numbers[3 * index]
      landmarks[index].y = numbers[3 * index + 1]
      landmarks[index].z = numbers[3 * index + 2]
    }
    numbers.removeAll(keepingCapacity: true)
  }

  private mutating func filterNumbers(_ milliseconds: Int, valueScale: Double) {
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

  /// The steadied visibility of one of `count` landmarks; a landmark without one is left out of account.
  package mutating func apply(_ visibility: Float?, at index: Int, of count: Int) -> Float? {
    if filters.count != count { filters = Array(repeating: LowPassFilter(), count: count) }
    guard let visibility else { return nil }
    return filters[index].apply(visibility, alpha: Self.alpha)
  }
}
