import VisionBase

/// One operator while it is being checked: its tensors and the words for its errors.
struct OperatorContext {
  let number: Int
  /// TFLite's name of the operator.
  let name: String
  let inputs: [Int]
  let outputs: [Int]
  let tensors: [GraphTensor]

  func invalid(_ why: String) -> LandmarkError {
    LandmarkError(.invalidModel, "Operator \(number) (\(name)): \(why).")
  }

  func unsupported(_ why: String) -> LandmarkError {
    LandmarkError(.unsupportedModel, "Operator \(number) (\(name)): \(why).")
  }

  /// Words for a tensor: its number, name and shape.
  func label(_ tensor: Int) -> String { "tensor \(tensor) '\(tensors[tensor].name)' \(tensors[tensor].shape)" }

  /// Checks the number of tensors read and written.
  func expect(inputs inputRange: ClosedRange<Int>, outputs outputCount: Int? = 1) throws(LandmarkError) {
    guard inputRange.contains(inputs.count) else { throw invalid("it has \(inputs.count) inputs") }
    guard outputCount == nil || outputs.count == outputCount else { throw invalid("it has \(outputs.count) outputs") }
  }

  func hasInput(_ index: Int) -> Bool { index < inputs.count && inputs[index] >= 0 }

  /// The tensor read as input `index`, which must not be left out.
  func input(_ index: Int) throws(LandmarkError) -> GraphTensor {
    guard hasInput(index) else { throw invalid("input \(index) is missing") }
    return tensors[inputs[index]]
  }

  /// Shape of an input of numbers.
  func floatShape(_ index: Int) throws(LandmarkError) -> [Int] {
    let tensor = try input(index)
    guard tensor.type == .float32 else { throw unsupported("\(label(inputs[index])) is \(tensor.type), not float32") }
    return tensor.shape
  }

  /// Shape of an input that must be a picture: batch, height, width, channels.
  func imageShape(_ index: Int) throws(LandmarkError) -> [Int] {
    let shape = try floatShape(index)
    guard shape.count == 4 else { throw invalid("\(label(inputs[index])) must have four dimensions") }
    return shape
  }

  /// Shape of an input of numbers that must be a constant.
  func constantShape(_ index: Int) throws(LandmarkError) -> [Int] {
    let shape = try floatShape(index)
    guard try input(index).constant != nil else { throw unsupported("\(label(inputs[index])) must be a constant") }
    return shape
  }

  /// Values and shape of an Int32 constant that steers the operator.
  func integers(_ index: Int) throws(LandmarkError) -> (values: [Int], shape: [Int]) {
    let tensor = try input(index)
    guard tensor.type == .int32, let constant = tensor.constant, tensor.elementCount <= Self.integerLimit,
      let values = constant.integers()
    else { throw unsupported("\(label(inputs[index])) must be an Int32 constant of at most \(Self.integerLimit) values") }
    return (values.map(Int.init), tensor.shape)
  }

  /// Values of an Int32 constant that is a list of `count` numbers.
  func integerList(_ index: Int, count: Int) throws(LandmarkError) -> [Int] {
    let (values, shape) = try integers(index)
    guard shape == [count] else { throw invalid("\(label(inputs[index])) must have shape [\(count)]") }
    return values
  }

  /// An axis that may count from the end.
  func axis(_ axis: Int, rank: Int) throws(LandmarkError) -> Int {
    let resolved = axis < 0 ? axis + rank : axis
    guard (0..<rank).contains(resolved) else { throw invalid("axis \(axis) does not exist in \(rank) dimensions") }
    return resolved
  }

  /// Most values of a constant that steers an operator.
  static let integerLimit = 1 << 16
}
