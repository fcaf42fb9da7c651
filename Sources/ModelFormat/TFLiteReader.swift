package import VisionBase

/// Reads TFLite files (FlatBuffer schema v3) into graphs.
package enum TFLiteReader {
  /// Reads and checks the network in `bytes`; its constants stay there and are decoded on demand.
  ///
  /// Throws `invalidModel` for a damaged file and `unsupportedModel` for an operator, type or shape that this package
  /// does not have; the message names the operator and the tensor.
  package static func read(_ bytes: ModelBytes, name: String) throws(LandmarkError) -> Graph {
    do throws(LandmarkError) {
      let model = try FlatBufferTable.root(of: bytes, identifier: "TFL3", what: "a TFLite file")
      let version = try model.integer(0, default: UInt32(0))
      guard version == 3 else { throw LandmarkError(.unsupportedModel, "TFLite schema version \(version) is not 3.") }
      let subgraphs = try model.tables(2, limit: GraphBuilder.tableLimit, what: "sub-graphs")
      guard subgraphs.count == 1 else {
        throw LandmarkError(.unsupportedModel, "The model has \(subgraphs.count) sub-graphs, not one.")
      }
      var builder = try GraphBuilder(model: model, subgraph: subgraphs.table(0))
      try builder.readTensors()
      try builder.readOperations()
      let outputs = try builder.checkedOutputs()
      return Graph(
        name: name, tensors: builder.tensors, operations: builder.operations, inputs: builder.inputs, outputs: outputs,
        metadata: try MetadataReader(model: model, buffers: builder.buffers, file: bytes).read())
    } catch {
      throw error.located(in: name)
    }
  }
}

/// The graph while it is being read.
struct GraphBuilder {
  let model: FlatBufferTable
  let subgraph: FlatBufferTable
  let buffers: ModelBuffers
  var tensors: [GraphTensor] = []
  var operations: [Operation] = []
  let inputs: [Int]
  let outputs: [Int]
  /// Whether a tensor has its values before the operator that is being read.
  var isAvailable: [Bool] = []

  /// Largest number of tensors, operators or buffers; the largest network here has 717 tensors.
  static let tableLimit = 16_384
  /// Largest number of tensors one operator reads or writes.
  static let arityLimit = 1_024
  /// Largest number of dimensions.
  static let rankLimit = 8

  init(model: FlatBufferTable, subgraph: FlatBufferTable) throws(LandmarkError) {
    self.model = model
    self.subgraph = subgraph
    self.buffers = try ModelBuffers(tables: model.tables(4, limit: Self.tableLimit, what: "buffers"))
    self.inputs = try subgraph.int32s(1, limit: Self.arityLimit, what: "inputs")
    self.outputs = try subgraph.int32s(2, limit: Self.arityLimit, what: "outputs")
  }

  /// Checks that every output has a value.
  func checkedOutputs() throws(LandmarkError) -> [Int] {
    guard !outputs.isEmpty else { throw LandmarkError(.invalidModel, "The network has no outputs.") }
    for output in outputs {
      guard tensors.indices.contains(output) else {
        throw LandmarkError(.invalidModel, "Output tensor \(output) does not exist.")
      }
      guard isAvailable[output], tensors[output].type == .float32 else {
        throw LandmarkError(.invalidModel, "No operator computes output tensor \(output) '\(tensors[output].name)'.")
      }
    }
    return outputs
  }
}

/// The model's data buffers.
struct ModelBuffers {
  let tables: FlatBufferVector

  /// The bytes of buffer `index`, or `nil` if it is empty.
  func data(_ index: Int) throws(LandmarkError) -> ModelBytes? {
    guard (0..<tables.count).contains(index) else {
      throw LandmarkError(.invalidModel, "Buffer \(index) does not exist.")
    }
    let table = try tables.table(index)
    // Offsets up to 1 mean that the data is not kept behind the FlatBuffer. Source: TFLite schema v3, `Buffer`.
    guard try table.integer(1, default: UInt64(0)) <= 1 else {
      throw LandmarkError(.unsupportedModel, "Buffer \(index) lies outside the FlatBuffer, which is not supported.")
    }
    guard let data = try table.vector(0, elementSize: 1, limit: Int(UInt32.max), what: "bytes"), data.count > 0 else {
      return nil
    }
    return data.elements
  }
}
