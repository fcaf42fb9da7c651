package import VisionBase

/// The key points of a detection, at most eight: a value without memory of its own, because a detector makes many
/// detections per frame of which few stay.
package struct Keypoints: Sendable, Hashable, RandomAccessCollection, ExpressibleByArrayLiteral {
  package static let capacity = 8
  package let count: Int
  private var xs = SIMD8<Float>()
  private var ys = SIMD8<Float>()

  /// `count` points, at most ``capacity``, each as `point` gives it.
  package init(count: Int, _ point: (Int) -> NormalizedPoint = { _ in NormalizedPoint(x: 0, y: 0) }) {
    self.count = count
    for index in 0..<count { self[index] = point(index) }
  }

  package init(arrayLiteral points: NormalizedPoint...) { self.init(points) }

  /// The first ``capacity`` of `points`.
  package init(_ points: [NormalizedPoint]) {
    self.init(count: Swift.min(points.count, Self.capacity)) { points[$0] }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> NormalizedPoint {
    get { NormalizedPoint(x: xs[index], y: ys[index]) }
    set { (xs[index], ys[index]) = (newValue.x, newValue.y) }
  }
}
