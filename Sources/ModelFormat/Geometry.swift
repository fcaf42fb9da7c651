/// Where a window starts and how often it fits, along one axis.
package struct WindowExtent: Sendable, Hashable {
  /// Number of windows, that is, the output's size; not positive if the window does not fit.
  package let outputSize: Int
  /// Elements of padding before the first input element.
  package let padBefore: Int

  /// A window whose padding was given explicitly.
  package init(outputSize: Int, padBefore: Int) {
    self.outputSize = outputSize
    self.padBefore = padBefore
  }

  /// Source: TFLite, padding of convolutions and pools: SAME gives ⌈input / stride⌉ windows and puts the smaller half of
  /// the missing elements in front; VALID takes the windows that lie wholly inside.
  package init(inputSize: Int, filterSize: Int, stride: Int, dilation: Int, padding: Padding) {
    let reach = (filterSize - 1) * dilation + 1
    switch padding {
    case .same:
      outputSize = (inputSize + stride - 1) / stride
      padBefore = max(0, (outputSize - 1) * stride + reach - inputSize) / 2
    case .valid:
      outputSize = inputSize < reach ? 0 : (inputSize - reach) / stride + 1
      padBefore = 0
    }
  }
}

extension Window {
  package func vertical(inputSize: Int, filterSize: Int) -> WindowExtent {
    WindowExtent(
      inputSize: inputSize, filterSize: filterSize, stride: strideHeight, dilation: dilationHeight, padding: padding)
  }

  package func horizontal(inputSize: Int, filterSize: Int) -> WindowExtent {
    WindowExtent(
      inputSize: inputSize, filterSize: filterSize, stride: strideWidth, dilation: dilationWidth, padding: padding)
  }
}

/// A strided slice with masks and negative positions resolved.
package struct SliceExtent: Sendable, Hashable {
  /// First index of each axis.
  package let starts: [Int]
  /// Indices taken of each axis.
  package let counts: [Int]

  /// All arrays have the shape's rank and strides are not 0; `nil` if a shrunk axis has no such index.
  ///
  /// Source: TFLite, strided slice: negative positions count from the end, then both ends are clamped to the axis; a
  /// masked end takes everything; a shrunk axis takes one index.
  package init?(
    shape: [Int], begin: [Int], end: [Int], strides: [Int], beginMask: Int, endMask: Int, shrinkAxisMask: Int
  ) {
    var starts: [Int] = []
    var counts: [Int] = []
    for (axis, size) in shape.enumerated() {
      let step = strides[axis]
      let lowest = step > 0 ? 0 : -1
      let highest = step > 0 ? size : size - 1
      func clamped(_ position: Int) -> Int { min(max(position < 0 ? position + size : position, lowest), highest) }
      if shrinkAxisMask >> axis & 1 != 0 {
        let wanted = beginMask >> axis & 1 != 0 ? 0 : begin[axis]
        let index = wanted < 0 ? wanted + size : wanted
        guard (0..<size).contains(index), step > 0 else { return nil }
        starts.append(index)
        counts.append(1)
        continue
      }
      let start = beginMask >> axis & 1 != 0 ? (step > 0 ? 0 : size - 1) : clamped(begin[axis])
      let stop = endMask >> axis & 1 != 0 ? (step > 0 ? size : -1) : clamped(end[axis])
      let distance = step > 0 ? stop - start : start - stop
      starts.append(start)
      counts.append(distance <= 0 ? 0 : (distance - 1) / abs(step) + 1)
    }
    self.starts = starts
    self.counts = counts
  }
}

/// Numpy's broadcasting: shapes are aligned at their ends, an axis of size 1 stretches.
package enum Broadcast {
  /// The common shape, or `nil` if the two do not fit.
  package static func shape(_ a: [Int], _ b: [Int]) -> [Int]? {
    let rank = max(a.count, b.count)
    var result: [Int] = []
    for axis in 0..<rank {
      let sizeA = axis < rank - a.count ? 1 : a[axis - (rank - a.count)]
      let sizeB = axis < rank - b.count ? 1 : b[axis - (rank - b.count)]
      guard sizeA == sizeB || sizeA == 1 || sizeB == 1 else { return nil }
      result.append(max(sizeA, sizeB))
    }
    return result
  }
}
