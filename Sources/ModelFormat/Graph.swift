/// A network as data: tensors and operators in execution order, validated when it was read, immutable ever after.
///
/// Promises to its users: every tensor index in `operations`, `inputs` and `outputs` is in range; operators are in an
/// order in which each input is a graph input, a constant or the output of an earlier operator; every shape has
/// positive dimensions whose product fits ``GraphTensor/elementLimit``; constants have exactly as many elements as
/// their shape says; the output shapes are those that the operators give; weights, biases, slopes and all Int32 inputs
/// are constants, index inputs inside their axes; axes in ``OperationKind`` are not negative; every operator reads
/// (constants that steer it and the input of `DEQUANTIZE` aside) and writes Float32. `DEQUANTIZE` and `DENSIFY` of
/// constants do not appear: they are folded into the constant.
package struct Graph: Sendable {
  /// File or entry name, for messages.
  package let name: String
  package let tensors: [GraphTensor]
  package let operations: [Operation]
  /// Tensor indices in the order of the sub-graph's inputs.
  package let inputs: [Int]
  /// Tensor indices in the order of the sub-graph's outputs.
  package let outputs: [Int]
  package let metadata: ModelMetadata

  package init(
    name: String, tensors: [GraphTensor], operations: [Operation], inputs: [Int], outputs: [Int],
    metadata: ModelMetadata = ModelMetadata()
  ) {
    self.name = name
    self.tensors = tensors
    self.operations = operations
    self.inputs = inputs
    self.outputs = outputs
    self.metadata = metadata
  }
}

/// What the TFLite metadata says, as far as the tasks use it.
package struct ModelMetadata: Sendable, Hashable {
  /// Normalisation of the image input, one value or one per channel: tensor value = (pixel − mean) / std.
  package var normalizationMean: [Float] = []
  package var normalizationStd: [Float] = []
  /// Label files attached to output tensors, in order: name, locale, lines.
  package var labelFiles: [LabelFile] = []
  /// Global threshold of a score-thresholding process unit, if there is one.
  package var scoreThreshold: Float?

  package init() {}

  package struct LabelFile: Sendable, Hashable {
    package var name: String
    package var locale: String
    package var outputIndex: Int
    package var lines: [String]

    package init(name: String, locale: String, outputIndex: Int, lines: [String]) {
      self.name = name
      self.locale = locale
      self.outputIndex = outputIndex
      self.lines = lines
    }
  }
}

/// Element types of tensors; the numbers are TFLite's `TensorType`.
package enum ElementType: UInt8, Sendable, Hashable {
  case float32 = 0
  case float16 = 1
  case int32 = 2
  case uint8 = 3
  case int64 = 4

  package var byteCount: Int {
    switch self {
    case .float32, .int32: 4
    case .float16: 2
    case .uint8: 1
    case .int64: 8
    }
  }
}

/// One tensor: a place in the graph with a name, a shape (row-major, for pictures `[1, H, W, C]`) and maybe a constant.
package struct GraphTensor: Sendable {
  package let name: String
  package let shape: [Int]
  /// Type of the values as operators see them: a folded Float16 constant has `.float32` here.
  package let type: ElementType
  package let constant: ConstantData?

  package init(name: String, shape: [Int], type: ElementType, constant: ConstantData? = nil) {
    self.name = name
    self.shape = shape
    self.type = type
    self.constant = constant
  }

  /// Largest number of elements of one tensor: 2^28, far above any network here, far below an overflow.
  package static let elementLimit = 1 << 28

  package var elementCount: Int { shape.reduce(1, *) }
}

/// One operator of the graph with the tensors it reads and writes.
package struct Operation: Sendable {
  package let kind: OperationKind
  /// Tensor indices; an optional input that is absent (a missing bias) is −1.
  package let inputs: [Int]
  package let outputs: [Int]

  package init(kind: OperationKind, inputs: [Int], outputs: [Int]) {
    self.kind = kind
    self.inputs = inputs
    self.outputs = outputs
  }
}

/// Activation fused into an operator.
package enum FusedActivation: UInt8, Sendable, Hashable {
  case none = 0
  case relu = 1
  /// Clamp to −1…1.
  case reluN1To1 = 2
  case relu6 = 3
}

package enum Padding: UInt8, Sendable, Hashable {
  case same = 0
  case valid = 1
}

/// Window geometry shared by convolutions and pools. Sizes in elements; dilation 1 for pools.
package struct Window: Sendable, Hashable {
  package var strideHeight: Int
  package var strideWidth: Int
  package var dilationHeight: Int
  package var dilationWidth: Int
  package var padding: Padding

  package init(strideHeight: Int, strideWidth: Int, dilationHeight: Int = 1, dilationWidth: Int = 1, padding: Padding) {
    self.strideHeight = strideHeight
    self.strideWidth = strideWidth
    self.dilationHeight = dilationHeight
    self.dilationWidth = dilationWidth
    self.padding = padding
  }
}

/// The operators and their parameters. Inputs follow TFLite's order, given for each case.
package enum OperationKind: Sendable, Hashable {
  /// Inputs: image NHWC, weights OHWI, bias (optional).
  case conv2D(Window, FusedActivation)
  /// Inputs: image NHWC, weights `[1, KH, KW, C·multiplier]`, bias (optional).
  case depthwiseConv2D(Window, multiplier: Int, FusedActivation)
  /// Inputs: values, read as rows of K whatever their shape, weights `[N, K]`, bias (optional).
  case fullyConnected(FusedActivation, keepDimensions: Bool)
  /// Input: image NHWC.
  case maxPool2D(Window, filterHeight: Int, filterWidth: Int, FusedActivation)
  /// Inputs: a, b with numpy broadcasting.
  case add(FusedActivation)
  case subtract(FusedActivation)
  case multiply(FusedActivation)
  case divide(FusedActivation)
  case maximum
  case squaredDifference
  /// One input, element by element.
  case negate
  case squareRoot
  case reciprocalSquareRoot
  case logistic
  case relu
  case relu6
  /// Inputs: values, slopes `[1, 1, C]` (broadcast).
  case prelu
  /// Softmax over the last axis of `beta · x`.
  case softmax(beta: Float)
  /// Inputs: values, axes (Int32 constant; here they may be negative and named twice).
  case mean(keepDimensions: Bool)
  case sum(keepDimensions: Bool)
  case reduceMax(keepDimensions: Bool)
  case reduceMin(keepDimensions: Bool)
  /// Input: values (a second input with the shape is ignored: the output tensor's shape counts).
  case reshape
  /// Inputs: values, permutation (Int32 constant).
  case transpose
  /// Inputs: any number of tensors.
  case concatenation(axis: Int, FusedActivation)
  /// Inputs: values, begin, end, strides (Int32 constants).
  case stridedSlice(beginMask: Int, endMask: Int, shrinkAxisMask: Int)
  /// Input: values; one output per index of `axis`.
  case unpack(axis: Int)
  /// Inputs: values, indices (Int32 constant).
  case gather(axis: Int)
  /// Inputs: values, paddings `[rank, 2]` (Int32 constant). Pads with 0.
  case pad
  /// Inputs: image NHWC, new size (Int32 constant).
  case resizeBilinear(alignCorners: Bool, halfPixelCenters: Bool)
  /// Input: image NHWC.
  case depthToSpace(blockSize: Int)
  /// Input: a Float16 tensor that is not a constant.
  case dequantize

  /// TFLite's name, for messages and `landmarks inspect`.
  package var name: String {
    switch self {
    case .conv2D: "CONV_2D"
    case .depthwiseConv2D: "DEPTHWISE_CONV_2D"
    case .fullyConnected: "FULLY_CONNECTED"
    case .maxPool2D: "MAX_POOL_2D"
    case .add: "ADD"
    case .subtract: "SUB"
    case .multiply: "MUL"
    case .divide: "DIV"
    case .maximum: "MAXIMUM"
    case .squaredDifference: "SQUARED_DIFFERENCE"
    case .negate: "NEG"
    case .squareRoot: "SQRT"
    case .reciprocalSquareRoot: "RSQRT"
    case .logistic: "LOGISTIC"
    case .relu: "RELU"
    case .relu6: "RELU6"
    case .prelu: "PRELU"
    case .softmax: "SOFTMAX"
    case .mean: "MEAN"
    case .sum: "SUM"
    case .reduceMax: "REDUCE_MAX"
    case .reduceMin: "REDUCE_MIN"
    case .reshape: "RESHAPE"
    case .transpose: "TRANSPOSE"
    case .concatenation: "CONCATENATION"
    case .stridedSlice: "STRIDED_SLICE"
    case .unpack: "UNPACK"
    case .gather: "GATHER"
    case .pad: "PAD"
    case .resizeBilinear: "RESIZE_BILINEAR"
    case .depthToSpace: "DEPTH_TO_SPACE"
    case .dequantize: "DEQUANTIZE"
    }
  }
}
