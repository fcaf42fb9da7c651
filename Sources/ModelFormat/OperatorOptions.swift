import VisionBase

/// Turns an operator's code and options into what the graph calls it.
///
/// Field numbers and defaults: TFLite schema v3; a missing options table means all defaults.
struct OperatorOptions {
  let table: FlatBufferTable
  let context: OperatorContext

  func kind(code: Int) throws(LandmarkError) -> OperationKind {
    switch BuiltinOperator.name(code) {
    case "CONV_2D": return try conv2D()
    case "DEPTHWISE_CONV_2D": return try depthwiseConv2D()
    case "FULLY_CONNECTED": return try fullyConnected()
    case "MAX_POOL_2D": return try maxPool2D()
    case "ADD": return .add(try activation(options(11), field: 0))
    case "SUB": return .subtract(try activation(options(28), field: 0))
    case "MUL": return .multiply(try activation(options(21), field: 0))
    case "DIV": return .divide(try activation(options(29), field: 0))
    case "MAXIMUM": return .maximum
    case "SQUARED_DIFFERENCE": return .squaredDifference
    case "NEG": return .negate
    case "SQRT": return .squareRoot
    case "RSQRT": return .reciprocalSquareRoot
    case "LOGISTIC": return .logistic
    case "RELU": return .relu
    case "RELU6": return .relu6
    case "PRELU": return .prelu
    case "SOFTMAX": return .softmax(beta: try options(9)?.float(0, default: 0) ?? 0)
    case "MEAN": return .mean(keepDimensions: try keepDimensions())
    case "SUM": return .sum(keepDimensions: try keepDimensions())
    case "REDUCE_MAX": return .reduceMax(keepDimensions: try keepDimensions())
    case "REDUCE_MIN": return .reduceMin(keepDimensions: try keepDimensions())
    case "RESHAPE": return .reshape
    case "TRANSPOSE": return .transpose
    case "CONCATENATION":
      let options = try options(10)
      return .concatenation(axis: try axis(options, field: 0), try activation(options, field: 1))
    case "STRIDED_SLICE": return try stridedSlice()
    case "UNPACK":
      let options = try options(64)
      guard try int(options, 0) == context.outputs.count else { throw context.invalid("its count of parts is wrong") }
      return .unpack(axis: try axis(options, field: 1))
    case "GATHER":
      let options = try options(23)
      guard try int(options, 1) == 0 else { throw context.unsupported("batch dimensions are not supported") }
      return .gather(axis: try axis(options, field: 0))
    case "PAD": return .pad
    case "RESIZE_BILINEAR": return try resizeBilinear()
    case "DEPTH_TO_SPACE": return .depthToSpace(blockSize: try int(options(94), 0))
    case "DEQUANTIZE": return .dequantize
    default:
      throw LandmarkError(
        .unsupportedModel, "Operator \(context.number) (\(context.name)) is not supported.",
        remedy: "Use one of the models this package names.")
    }
  }

  /// The options table if it is of the union member `type`; `nil` if there is none.
  private func options(_ type: UInt8) throws(LandmarkError) -> FlatBufferTable? {
    let actual = try table.integer(3, default: UInt8(0))
    guard actual != 0 else { return nil }
    guard actual == type else { throw context.invalid("its options are of type \(actual), not \(type)") }
    return try table.table(4)
  }

  private func int(_ options: FlatBufferTable?, _ field: Int, default value: Int32 = 0) throws(LandmarkError) -> Int {
    Int(try options?.integer(field, default: value) ?? value)
  }

  private func flag(_ options: FlatBufferTable?, _ field: Int) throws(LandmarkError) -> Bool {
    try options?.bool(field) ?? false
  }

  private func keepDimensions() throws(LandmarkError) -> Bool { try flag(options(27), 0) }

  /// An axis option, resolved so that users of the graph need not: not negative. Counted in the first input.
  private func axis(_ options: FlatBufferTable?, field: Int) throws(LandmarkError) -> Int {
    try context.axis(int(options, field), rank: context.input(0).shape.count)
  }

  private func activation(_ options: FlatBufferTable?, field: Int) throws(LandmarkError) -> FusedActivation {
    let code = UInt8(bitPattern: try options?.integer(field, default: Int8(0)) ?? 0)
    guard let activation = FusedActivation(rawValue: code) else {
      throw context.unsupported("fused activation \(code) is not supported")
    }
    return activation
  }

  /// Padding, width stride and height stride are fields 0, 1 and 2 of all window operators.
  private func window(_ options: FlatBufferTable?, dilationField: Int?) throws(LandmarkError) -> Window {
    let code = UInt8(bitPattern: try options?.integer(0, default: Int8(0)) ?? 0)
    guard let padding = Padding(rawValue: code) else { throw context.unsupported("padding \(code) is not supported") }
    return Window(
      strideHeight: try int(options, 2), strideWidth: try int(options, 1),
      dilationHeight: try dilationField.map { field throws(LandmarkError) in try int(options, field + 1, default: 1) } ?? 1,
      dilationWidth: try dilationField.map { field throws(LandmarkError) in try int(options, field, default: 1) } ?? 1,
      padding: padding)
  }

  private func conv2D() throws(LandmarkError) -> OperationKind {
    let options = try options(1)
    return .conv2D(try window(options, dilationField: 4), try activation(options, field: 3))
  }

  private func depthwiseConv2D() throws(LandmarkError) -> OperationKind {
    let options = try options(2)
    let channels = try context.imageShape(0)[3]
    let weights = try context.input(1).shape
    guard weights.count == 4, weights[3] % channels == 0 else {
      throw context.invalid("\(context.label(context.inputs[1])) does not fit \(channels) channels")
    }
    let multiplier = weights[3] / channels
    let declared = try int(options, 3)
    guard declared == 0 || declared == multiplier else { throw context.invalid("its multiplier should be \(multiplier)") }
    return .depthwiseConv2D(
      try window(options, dilationField: 5), multiplier: multiplier, try activation(options, field: 4))
  }

  private func fullyConnected() throws(LandmarkError) -> OperationKind {
    let options = try options(8)
    guard try options?.integer(1, default: Int8(0)) ?? 0 == 0 else {
      throw context.unsupported("shuffled weights are not supported")
    }
    return .fullyConnected(try activation(options, field: 0), keepDimensions: try flag(options, 2))
  }

  private func maxPool2D() throws(LandmarkError) -> OperationKind {
    let options = try options(5)
    return .maxPool2D(
      try window(options, dilationField: nil), filterHeight: try int(options, 4), filterWidth: try int(options, 3),
      try activation(options, field: 5))
  }

  private func stridedSlice() throws(LandmarkError) -> OperationKind {
    let options = try options(32)
    guard try int(options, 2) == 0, try int(options, 3) == 0, try !flag(options, 5) else {
      throw context.unsupported("ellipsis, new axes and offsets are not supported")
    }
    return .stridedSlice(
      beginMask: try int(options, 0), endMask: try int(options, 1), shrinkAxisMask: try int(options, 4))
  }

  private func resizeBilinear() throws(LandmarkError) -> OperationKind {
    let options = try options(15)
    let alignCorners = try flag(options, 2)
    let halfPixelCenters = try flag(options, 3)
    guard !alignCorners || !halfPixelCenters else {
      throw context.invalid("it cannot both align corners and use half-pixel centres")
    }
    return .resizeBilinear(alignCorners: alignCorners, halfPixelCenters: halfPixelCenters)
  }
}
