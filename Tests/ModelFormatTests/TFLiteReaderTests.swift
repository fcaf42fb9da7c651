import ModelFormat
import TestSupport
import Testing
import VisionBase

struct TFLiteReaderTests {
  /// One `RELU` from tensor 0 to tensor 1.
  private var relu: TinyModel {
    TinyModel(
      tensors: [.init("in", [1, 2, 2, 3]), .init("out", [1, 2, 2, 3])], operators: [.init(19, [0], [1])], inputs: [0],
      outputs: [1])
  }

  private func error(_ model: TinyModel) throws -> LandmarkError {
    try #require(throws: LandmarkError.self) { try model.graph() }
  }

  @Test func readsTensorsAndOperators() throws {
    let graph = try relu.graph()
    #expect(graph.name == "tiny")
    #expect(graph.tensors.map(\.name) == ["in", "out"])
    #expect(graph.tensors[0].shape == [1, 2, 2, 3])
    #expect(graph.operations.map(\.kind) == [.relu])
    #expect(graph.inputs == [0] && graph.outputs == [1])
    #expect(graph.metadata == ModelMetadata())
  }

  @Test func absentOptionsMeanTheSchemasDefaults() throws {
    var model = relu
    model.operators = [.init(25, [0], [1])]
    #expect(try model.graph().operations[0].kind == .softmax(beta: 0))
    model.operators = [.init(0, [0, 0], [1])]
    #expect(try model.graph().operations[0].kind == .add(.none))
  }

  @Test func optionsAreRead() throws {
    var model = TinyModel(
      tensors: [
        .init("image", [1, 5, 7, 2]), .init("weights", [3, 3, 3, 2], floats: [Float](repeating: 0, count: 54)),
        .init("out", [1, 3, 3, 3]),
      ],
      operators: [
        .init(
          3, [0, 1, -1], [2], optionsType: 1,
          options: [0: .int8(0), 1: .int32(3), 2: .int32(2), 3: .int8(3), 4: .int32(2), 5: .int32(1)])
      ], inputs: [0], outputs: [2])
    let window = Window(strideHeight: 2, strideWidth: 3, dilationHeight: 1, dilationWidth: 2, padding: .same)
    #expect(try model.graph().operations[0].kind == .conv2D(window, .relu6))
    model.operators[0].optionsType = 2
    #expect(try error(model).message.contains("options"))
  }

  @Test func unknownOperatorsAreNamed() throws {
    var model = relu
    model.operators[0].code = 28
    let tanh = try error(model)
    #expect(tanh.code == .unsupportedModel)
    #expect(tanh.message.contains("Operator 0 (TANH)"))
    model.operators[0].code = 150
    #expect(try error(model).message.contains("GELU"))
    model.operators[0].code = 900
    #expect(try error(model).message.contains("operator code 900"))
    model.operators[0].code = 32
    model.customName = "MyOp"
    #expect(try error(model).message.contains("custom operator 'MyOp'"))
  }

  @Test func quantizedTensorsAreNamedWithTheirType() throws {
    var model = relu
    model.tensors[1].type = 9
    let error = try error(model)
    #expect(error.code == .unsupportedModel)
    #expect(error.message.contains("tensor 1 'out'") && error.message.contains("INT8"))
  }

  @Test func integerInputsAreRefused() throws {
    var model = relu
    model.tensors[0].type = 2
    #expect(try error(model).message.contains("Input tensor 0 'in' holds integers"))
  }

  @Test func fusedActivationsWithoutAKernelAreRefused() throws {
    var model = relu
    model.operators = [.init(0, [0, 0], [1], optionsType: 11, options: [0: .int8(4)])]
    #expect(try error(model).message.contains("Operator 0 (ADD): fused activation 4"))
  }

  @Test(arguments: [
    [0, 2, 2, 3], [-1, 2, 2, 3], [1 << 15, 1 << 15, 1, 1], [Int(Int32.max), Int(Int32.max), Int(Int32.max), 4],
  ])
  func shapesMustBePositiveAndBelowTheLimit(_ shape: [Int]) throws {
    var model = relu
    model.tensors[0].shape = shape
    #expect(try error(model).message.contains("tensor 0 'in'"))
  }

  @Test func allTensorsTogetherAreLimited() throws {
    var model = relu
    model.tensors += (0..<9).map { .init("t\($0)", [1 << 25]) }
    #expect(try error(model).message.contains("All tensors"))
  }

  @Test func declaredShapesMustBeWhatTheOperatorGives() throws {
    var model = relu
    model.tensors[1].shape = [1, 2, 2, 4]
    let error = try error(model)
    #expect(error.code == .invalidModel)
    #expect(error.message == "tiny: Operator 0 (RELU): tensor 1 'out' [1, 2, 2, 4] should have shape [1, 2, 2, 3].")
  }

  @Test func constantsMustFillTheirShape() throws {
    var model = relu
    model.tensors.append(.init("c", [3], floats: [1, 2]))
    #expect(try error(model).message.contains("does not fit 8 bytes"))
  }

  @Test func operatorsMustBeInOrderAndWriteOnce() throws {
    var model = relu
    model.tensors.append(.init("later", [1, 2, 2, 3]))
    model.operators = [.init(19, [2], [1]), .init(19, [0], [2])]
    #expect(try error(model).message.contains("reads tensor 2"))
    model.operators = [.init(19, [0], [1]), .init(19, [0], [1])]
    #expect(try error(model).message.contains("writes tensor 1"))
    model.operators = [.init(19, [0], [0])]
    #expect(try error(model).message.contains("writes tensor 0"))
    model.operators = [.init(19, [99], [1])]
    #expect(try error(model).message.contains("reads tensor 99"))
    model.operators = []
    #expect(try error(model).message.contains("No operator computes output tensor 1"))
  }

  @Test func operatorsNeedTheirInputs() throws {
    var model = relu
    for inputs in [[], [0, 0], [-1]] as [[Int]] {
      model.operators = [.init(19, inputs, [1])]
      #expect(try error(model).message.contains("Operator 0 (RELU)"))
    }
    model.operators = [.init(19, [0], [])]
    #expect(try error(model).code == .invalidModel)
  }

  @Test func otherVersionsAndManySubgraphsAreRefused() throws {
    var model = relu
    model.version = 2
    #expect(try error(model).message.contains("version 2"))
    model = relu
    model.subgraphCount = 2
    #expect(try error(model).message.contains("2 sub-graphs"))
    let text = try #require(throws: LandmarkError.self) {
      try TFLiteReader.read(ModelBytes([UInt8]("not a model".utf8)), name: "x")
    }
    #expect(text.message.contains("not a TFLite file"))
  }

  @Test func everyByteOfASmallModelMayBeCutOrChanged() throws {
    let whole = try modelWithEverything().file
    for count in 0..<whole.count {
      if let graph = try? TFLiteReader.read(ModelBytes([UInt8](whole[..<count])), name: "cut") { decodeConstants(graph) }
    }
    for index in whole.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = value
        if let graph = try? TFLiteReader.read(ModelBytes(changed), name: "changed") { decodeConstants(graph) }
      }
    }
  }

  /// Sparse and Float16 constants, integer constants, options and several operators.
  private func modelWithEverything() throws -> TinyModel {
    let sparsity = SparseConstantTests.rowSparsity(segments: [0, 2, 3], indices: [0, 2, 1])
    return TinyModel(
      tensors: [
        .init("in", [1, 3]), .init("sparse", [2, 3], halves: [0x3C00, 0x4000, 0x4200], sparsity: sparsity),
        .init("dense", [2, 3], type: 1), .init("weights", [2, 3]), .init("fc", [1, 2]), .init("axes", [1], integers: [-1]),
        .init("mean", [1]),
      ],
      operators: [
        .init(124, [1], [2]), .init(6, [2], [3]), .init(9, [0, 3, -1], [4], optionsType: 8, options: [0: .int8(1)]),
        .init(40, [4, 5], [6], optionsType: 27, options: [0: .uint8(0)]),
      ], inputs: [0], outputs: [6])
  }

  @Test func constantsBehindDequantizeAndDensifyAreFolded() throws {
    let graph = try modelWithEverything().graph()
    #expect(graph.operations.map(\.kind) == [.fullyConnected(.relu, keepDimensions: false), .mean(keepDimensions: false)])
    #expect(graph.tensors[3].type == .float32)
    #expect(graph.tensors[3].constant?.floats() == [1, 0, 2, 0, 3, 0])
    #expect(graph.tensors[5].constant?.integers() == [-1])
    #expect(graph.tensors[5].constant?.floats() == nil)
  }
}

/// Decodes all constants and checks that they fill their shapes.
func decodeConstants(_ graph: Graph) {
  for tensor in graph.tensors {
    guard let constant = tensor.constant else { continue }
    let count = tensor.type == .int32 ? constant.integers()?.count : constant.floats()?.count
    if count != tensor.elementCount { Issue.record("\(graph.name): constant \(tensor.name) has \(count ?? -1) elements") }
  }
}
