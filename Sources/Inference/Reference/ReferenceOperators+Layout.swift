package import ModelFormat

// Operators that move elements, reduce axes or resize pictures.
extension ReferenceOperators {
  package enum Reduction: Sendable { case mean, sum, max, min }

  /// Reduces the given axes (negative ones count from the end).
  package static func reduce(
    _ values: ReferenceTensor, axes: [Int], keepDimensions: Bool, _ reduction: Reduction
  ) -> ReferenceTensor {
    let shape = values.shape
    let reduced = Set(axes.map { $0 < 0 ? $0 + shape.count : $0 })
    let keptShape = shape.indices.map { reduced.contains($0) ? 1 : shape[$0] }
    let keptStrides = ReferenceTensor.strides(of: keptShape)
    let targetStrides = shape.indices.map { reduced.contains($0) ? 0 : keptStrides[$0] }
    let start: Double =
      switch reduction {
      case .mean, .sum: 0
      case .max: -.infinity
      case .min: .infinity
      }
    var totals = [Double](repeating: start, count: keptShape.reduce(1, *))
    forEachElement(shape, targetStrides) { element, target in
      let value = Double(values.values[element])
      switch reduction {
      case .mean, .sum: totals[target] += value
      case .max: totals[target] = Swift.max(totals[target], value)
      case .min: totals[target] = Swift.min(totals[target], value)
      }
    }
    let divisor = reduction == .mean ? Double(values.values.count / totals.count) : 1
    let outputShape = keepDimensions ? keptShape : shape.indices.filter { !reduced.contains($0) }.map { shape[$0] }
    return ReferenceTensor(shape: outputShape, values: totals.map { Float($0 / divisor) })
  }

  /// The same elements in the same order with another shape.
  package static func reshape(_ values: ReferenceTensor, to shape: [Int]) -> ReferenceTensor {
    ReferenceTensor(shape: shape, values: values.values)
  }

  /// Axis `i` of the result is axis `order[i]` of `values`.
  package static func transpose(_ values: ReferenceTensor, order: [Int]) -> ReferenceTensor {
    let strides = ReferenceTensor.strides(of: values.shape)
    return gathered(values, shape: order.map { values.shape[$0] }, strides: order.map { strides[$0] })
  }

  /// Joins tensors along `axis`.
  package static func concatenate(
    _ parts: [ReferenceTensor], axis: Int, activation: FusedActivation = .none
  ) -> ReferenceTensor {
    var shape = parts[0].shape
    let axis = axis < 0 ? axis + shape.count : axis
    shape[axis] = parts.reduce(0) { $0 + $1.shape[axis] }
    let outer = shape[..<axis].reduce(1, *)
    var values: [Float] = []
    values.reserveCapacity(shape.reduce(1, *))
    for block in 0..<outer {
      for part in parts {
        let run = part.values.count / outer
        values += part.values[block * run..<(block + 1) * run].lazy.map { activate($0, activation) }
      }
    }
    return ReferenceTensor(shape: shape, values: values)
  }

  /// Strided slice; the masks have one bit per axis.
  package static func stridedSlice(
    _ values: ReferenceTensor, begin: [Int], end: [Int], strides: [Int], beginMask: Int = 0, endMask: Int = 0,
    shrinkAxisMask: Int = 0
  ) -> ReferenceTensor {
    guard
      let slice = SliceExtent(
        shape: values.shape, begin: begin, end: end, strides: strides, beginMask: beginMask, endMask: endMask,
        shrinkAxisMask: shrinkAxisMask)
    else { preconditionFailure("slice outside \(values.shape)") }
    let own = ReferenceTensor.strides(of: values.shape)
    let offset = zip(slice.starts, own).reduce(0) { $0 + $1.0 * $1.1 }
    let full = gathered(values, shape: slice.counts, strides: zip(strides, own).map(*), offset: offset)
    return reshape(full, to: slice.counts.indices.filter { shrinkAxisMask >> $0 & 1 == 0 }.map { slice.counts[$0] })
  }

  /// One tensor per index of `axis`, without that axis.
  package static func unpack(_ values: ReferenceTensor, axis: Int) -> [ReferenceTensor] {
    let axis = axis < 0 ? axis + values.shape.count : axis
    var shape = values.shape
    shape.remove(at: axis)
    return (0..<values.shape[axis]).map { reshape(gather(values, indices: [$0], indexShape: [], axis: axis), to: shape) }
  }

  /// The slices of `axis` named by `indices`; their shape replaces the axis.
  package static func gather(_ values: ReferenceTensor, indices: [Int], indexShape: [Int], axis: Int) -> ReferenceTensor {
    let axis = axis < 0 ? axis + values.shape.count : axis
    let run = values.shape[(axis + 1)...].reduce(1, *)
    let outer = values.shape[..<axis].reduce(1, *)
    var result: [Float] = []
    result.reserveCapacity(outer * indices.count * run)
    for block in 0..<outer {
      for index in indices {
        let start = (block * values.shape[axis] + index) * run
        result += values.values[start..<start + run]
      }
    }
    return ReferenceTensor(shape: values.shape[..<axis] + indexShape + values.shape[(axis + 1)...], values: result)
  }

  /// Surrounds with zeros; `paddings` are the counts before and after, axis by axis.
  package static func pad(_ values: ReferenceTensor, paddings: [Int]) -> ReferenceTensor {
    let shape = values.shape.indices.map { paddings[2 * $0] + values.shape[$0] + paddings[2 * $0 + 1] }
    let strides = ReferenceTensor.strides(of: shape)
    let offset = strides.indices.reduce(0) { $0 + strides[$1] * paddings[2 * $1] }
    return ReferenceTensor(shape: shape) { output in
      forEachElement(values.shape, strides) { element, target in output[offset + target] = values.values[element] }
    }
  }

  /// Moves blocks of channels into the picture: output pixel (y·b + i, x·b + j) takes channels from (i·b + j)·C' on.
  package static func depthToSpace(_ image: ReferenceTensor, blockSize: Int) -> ReferenceTensor {
    let (batches, height, width) = (image.shape[0], image.shape[1], image.shape[2])
    let channels = image.shape[3] / (blockSize * blockSize)
    let split = reshape(image, to: [batches, height, width, blockSize, blockSize, channels])
    return reshape(
      transpose(split, order: [0, 1, 3, 2, 4, 5]), to: [batches, height * blockSize, width * blockSize, channels])
  }

  /// Bilinear resize of a picture.
  package static func resizeBilinear(
    _ image: ReferenceTensor, height: Int, width: Int, alignCorners: Bool, halfPixelCenters: Bool
  ) -> ReferenceTensor {
    let channels = image.shape[3]
    let rows = sampling(from: image.shape[1], to: height, alignCorners, halfPixelCenters)
    let columns = sampling(from: image.shape[2], to: width, alignCorners, halfPixelCenters)
    return ReferenceTensor(shape: [image.shape[0], height, width, channels]) { output in
      image.values.withUnsafeBufferPointer { pixels in
        var target = 0
        for batch in 0..<image.shape[0] {
          for row in rows {
            for column in columns {
              func pixel(_ y: Int, _ x: Int) -> Int { ((batch * image.shape[1] + y) * image.shape[2] + x) * channels }
              let corners = (
                pixel(row.low, column.low), pixel(row.low, column.high), pixel(row.high, column.low),
                pixel(row.high, column.high)
              )
              for channel in 0..<channels {
                let top = mix(pixels[corners.0 + channel], pixels[corners.1 + channel], column.fraction)
                let bottom = mix(pixels[corners.2 + channel], pixels[corners.3 + channel], column.fraction)
                output[target] = Float(top + (bottom - top) * row.fraction)
                target += 1
              }
            }
          }
        }
      }
    }
  }

  private static func mix(_ a: Float, _ b: Float, _ fraction: Double) -> Double {
    Double(a) + (Double(b) - Double(a)) * fraction
  }

  /// The two source positions of each target position and the weight of the second one.
  ///
  /// Source: TFLite, bilinear resize: the position is kept as it is when it lies before the first pixel; both
  /// neighbours are then the same.
  private static func sampling(
    from size: Int, to newSize: Int, _ alignCorners: Bool, _ halfPixelCenters: Bool
  ) -> [(low: Int, high: Int, fraction: Double)] {
    let scale = alignCorners && newSize > 1 ? Double(size - 1) / Double(newSize - 1) : Double(size) / Double(newSize)
    return (0..<newSize).map { index in
      let position = halfPixelCenters ? (Double(index) + 0.5) * scale - 0.5 : Double(index) * scale
      let low = min(max(Int(position.rounded(.down)), 0), size - 1)
      let high = min(max(Int(position.rounded(.up)), 0), size - 1)
      return (low, high, position - Double(low))
    }
  }

  /// The elements of `values` picked by strides and offset.
  private static func gathered(
    _ values: ReferenceTensor, shape: [Int], strides: [Int], offset: Int = 0
  ) -> ReferenceTensor {
    ReferenceTensor(shape: shape) { output in
      values.values.withUnsafeBufferPointer { source in
        forEachElement(shape, strides) { element, place in output[element] = source[offset + place] }
      }
    }
  }

  /// Calls `body` for each element of a row-major array with its number and its place by `strides`.
  @inline(__always)
  private static func forEachElement(_ shape: [Int], _ strides: [Int], _ body: (_ element: Int, _ place: Int) -> Void) {
    var index = [Int](repeating: 0, count: shape.count)
    var place = 0
    for element in 0..<shape.reduce(1, *) {
      body(element, place)
      for axis in shape.indices.reversed() {
        index[axis] += 1
        place += strides[axis]
        if index[axis] < shape[axis] { break }
        place -= strides[axis] * shape[axis]
        index[axis] = 0
      }
    }
  }
}
