import VisionBase

// What shape each operator gives, from the shapes it reads. Source: TFLite's operator definitions.
extension OperatorContext {
  /// Shapes of the outputs; throws if the inputs do not fit the operator.
  func outputShapes(_ kind: OperationKind) throws(LandmarkError) -> [[Int]] {
    switch kind {
    case .conv2D(let window, _): return try [conv2D(window)]
    case .depthwiseConv2D(let window, let multiplier, _): return try [depthwise(window, multiplier)]
    case .fullyConnected(_, let keep): return try [fullyConnected(keepDimensions: keep)]
    case .maxPool2D(let window, let height, let width, _): return try [pool(window, height, width)]
    case .add, .subtract, .multiply, .divide, .maximum, .squaredDifference: return try [broadcast()]
    case .negate, .squareRoot, .reciprocalSquareRoot, .logistic, .relu, .relu6:
      try expect(inputs: 1...1)
      return try [floatShape(0)]
    case .softmax: return try [softmax()]
    case .prelu: return try [prelu()]
    case .mean(let keep), .sum(let keep), .reduceMax(let keep), .reduceMin(let keep): return try [reduction(keep)]
    case .reshape: return try [reshape()]
    case .transpose: return try [transpose()]
    case .concatenation(let axis, _): return try [concatenation(axis)]
    case .stridedSlice(let begin, let end, let shrink): return try [stridedSlice(begin, end, shrink)]
    case .unpack(let axis): return try unpack(axis)
    case .gather(let axis): return try [gather(axis)]
    case .pad: return try [pad()]
    case .resizeBilinear: return try [resize()]
    case .depthToSpace(let blockSize): return try [depthToSpace(blockSize)]
    case .dequantize:
      try expect(inputs: 1...1)
      guard try input(0).type == .float16 else { throw unsupported("\(label(inputs[0])) is not float16") }
      return try [input(0).shape]
    }
  }

  private func checkBias(_ index: Int, count: Int) throws(LandmarkError) {
    guard hasInput(index) else { return }
    guard try constantShape(index) == [count] else { throw invalid("\(label(inputs[index])) must have shape [\(count)]") }
  }

  /// Far beyond any network; so that sizes computed from windows cannot overflow.
  private static let windowLimit = 1 << 12

  private func extent(_ window: Window, image: [Int], _ height: Int, _ width: Int) throws(LandmarkError) -> [Int] {
    guard window.strideHeight > 0, window.strideWidth > 0, window.dilationHeight > 0, window.dilationWidth > 0,
      height > 0, width > 0
    else { throw invalid("strides, dilations and window sizes must be positive") }
    let limit = Self.windowLimit
    guard window.strideHeight <= limit, window.strideWidth <= limit, height <= limit, width <= limit,
      window.dilationHeight <= limit / height, window.dilationWidth <= limit / width
    else { throw unsupported("a stride or a window with its dilation reaches over more than \(limit) elements") }
    let rows = window.vertical(inputSize: image[1], filterSize: height).outputSize
    let columns = window.horizontal(inputSize: image[2], filterSize: width).outputSize
    guard rows > 0, columns > 0 else { throw invalid("a window of \(height)×\(width) does not fit into \(label(inputs[0]))") }
    return [rows, columns]
  }

  private func conv2D(_ window: Window) throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...3)
    let image = try imageShape(0)
    let weights = try constantShape(1)
    guard weights.count == 4 else { throw invalid("\(label(inputs[1])) must have four dimensions") }
    guard weights[3] == image[3] else {
      throw unsupported("\(label(inputs[1])) has \(weights[3]) input channels, the image has \(image[3])")
    }
    try checkBias(2, count: weights[0])
    return try [image[0]] + extent(window, image: image, weights[1], weights[2]) + [weights[0]]
  }

  private func depthwise(_ window: Window, _ multiplier: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...3)
    let image = try imageShape(0)
    let weights = try constantShape(1)
    guard weights.count == 4, weights[0] == 1, multiplier > 0, weights[3] == image[3] * multiplier else {
      throw invalid("\(label(inputs[1])) does not fit \(image[3]) channels with multiplier \(multiplier)")
    }
    try checkBias(2, count: weights[3])
    return try [image[0]] + extent(window, image: image, weights[1], weights[2]) + [weights[3]]
  }

  private func fullyConnected(keepDimensions: Bool) throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...3)
    let values = try floatShape(0)
    let weights = try constantShape(1)
    guard weights.count == 2 else { throw invalid("\(label(inputs[1])) must have two dimensions") }
    try checkBias(2, count: weights[0])
    if keepDimensions {
      guard values.last == weights[1] else { throw invalid("\(label(inputs[0])) must end with \(weights[1])") }
      return values.dropLast() + [weights[0]]
    }
    let count = values.reduce(1, *)
    guard count % weights[1] == 0 else { throw invalid("\(label(inputs[0])) is not made of rows of \(weights[1])") }
    return [count / weights[1], weights[0]]
  }

  private func pool(_ window: Window, _ height: Int, _ width: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 1...1)
    let image = try imageShape(0)
    return try [image[0]] + extent(window, image: image, height, width) + [image[3]]
  }

  private func broadcast() throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    guard let shape = try Broadcast.shape(floatShape(0), floatShape(1)) else {
      throw invalid("\(label(inputs[0])) and \(label(inputs[1])) do not fit together")
    }
    return shape
  }

  private func softmax() throws(LandmarkError) -> [Int] {
    try expect(inputs: 1...1)
    let shape = try floatShape(0)
    guard !shape.isEmpty else { throw invalid("\(label(inputs[0])) has no axis") }
    return shape
  }

  private func prelu() throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let shape = try floatShape(0)
    guard try Broadcast.shape(shape, constantShape(1)) == shape else {
      throw invalid("slopes \(label(inputs[1])) do not fit \(label(inputs[0]))")
    }
    return shape
  }

  private func reduction(_ keepDimensions: Bool) throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let shape = try floatShape(0)
    var reduced = [Bool](repeating: false, count: shape.count)
    for value in try integers(1).values { reduced[try axis(value, rank: shape.count)] = true }
    return shape.indices.compactMap { reduced[$0] ? (keepDimensions ? 1 : nil) : shape[$0] }
  }

  private func reshape() throws(LandmarkError) -> [Int] {
    try expect(inputs: 1...2)
    let shape = try floatShape(0)
    let target = tensors[outputs[0]].shape
    guard target.reduce(1, *) == shape.reduce(1, *) else {
      throw invalid("\(label(inputs[0])) and \(label(outputs[0])) differ in their number of elements")
    }
    return target
  }

  private func transpose() throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let shape = try floatShape(0)
    let order = try integerList(1, count: shape.count)
    guard order.sorted() == Array(shape.indices) else { throw invalid("\(order) is not an order of \(shape.count) axes") }
    return order.map { shape[$0] }
  }

  private func concatenation(_ axisOption: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 1...Self.integerLimit)
    var result = try floatShape(0)
    let axis = try axis(axisOption, rank: result.count)
    for index in inputs.indices.dropFirst() {
      var shape = try floatShape(index)
      guard shape.count == result.count else { throw invalid("\(label(inputs[index])) has another number of dimensions") }
      result[axis] += shape[axis]
      shape[axis] = result[axis]
      guard shape == result else { throw invalid("\(label(inputs[index])) does not fit \(label(inputs[0]))") }
    }
    return result
  }

  private func stridedSlice(_ beginMask: Int, _ endMask: Int, _ shrink: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 4...4)
    let shape = try floatShape(0)
    let begin = try integerList(1, count: shape.count)
    let end = try integerList(2, count: shape.count)
    let strides = try integerList(3, count: shape.count)
    guard !strides.contains(0) else { throw invalid("a stride is 0") }
    guard
      let slice = SliceExtent(
        shape: shape, begin: begin, end: end, strides: strides, beginMask: beginMask, endMask: endMask,
        shrinkAxisMask: shrink)
    else { throw invalid("an index lies outside \(label(inputs[0]))") }
    return shape.indices.compactMap { shrink >> $0 & 1 != 0 ? nil : slice.counts[$0] }
  }

  private func unpack(_ axisOption: Int) throws(LandmarkError) -> [[Int]] {
    try expect(inputs: 1...1, outputs: nil)
    var shape = try floatShape(0)
    let count = shape.remove(at: try axis(axisOption, rank: shape.count))
    guard outputs.count == count else { throw invalid("it has \(outputs.count) outputs for \(count) parts") }
    return [[Int]](repeating: shape, count: count)
  }

  private func gather(_ axisOption: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let shape = try floatShape(0)
    let axis = try axis(axisOption, rank: shape.count)
    let (indices, indexShape) = try integers(1)
    guard indices.allSatisfy({ (0..<shape[axis]).contains($0) }) else {
      throw invalid("an index lies outside axis \(axis) of \(label(inputs[0]))")
    }
    return Array(shape[..<axis]) + indexShape + Array(shape[(axis + 1)...])
  }

  private func pad() throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let shape = try floatShape(0)
    let (pads, padShape) = try integers(1)
    guard padShape == [shape.count, 2], pads.allSatisfy({ $0 >= 0 }) else {
      throw invalid("\(label(inputs[1])) must hold two numbers ≥ 0 for each axis")
    }
    return shape.indices.map { shape[$0] + pads[2 * $0] + pads[2 * $0 + 1] }
  }

  private func resize() throws(LandmarkError) -> [Int] {
    try expect(inputs: 2...2)
    let image = try imageShape(0)
    let size = try integerList(1, count: 2)
    guard size[0] > 0, size[1] > 0 else { throw invalid("the new size \(size) is not positive") }
    return [image[0], size[0], size[1], image[3]]
  }

  private func depthToSpace(_ blockSize: Int) throws(LandmarkError) -> [Int] {
    try expect(inputs: 1...1)
    let image = try imageShape(0)
    guard blockSize > 0, blockSize <= image[3], image[3] % (blockSize * blockSize) == 0 else {
      throw invalid("blocks of \(blockSize) do not divide the channels of \(label(inputs[0]))")
    }
    return [image[0], image[1] * blockSize, image[2] * blockSize, image[3] / (blockSize * blockSize)]
  }
}
