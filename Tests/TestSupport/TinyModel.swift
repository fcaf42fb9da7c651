package import ModelFormat
package import VisionBase

/// A small TFLite file made for a test.
package struct TinyModel {
  package struct Tensor {
    package var name: String
    package var shape: [Int]
    /// TFLite's `TensorType`.
    package var type: UInt8
    package var data: [UInt8]
    package var sparsity: FlatValue?

    package init(_ name: String, _ shape: [Int], type: UInt8 = 0, data: [UInt8] = [], sparsity: FlatValue? = nil) {
      self.name = name
      self.shape = shape
      self.type = type
      self.data = data
      self.sparsity = sparsity
    }

    package init(_ name: String, _ shape: [Int], floats: [Float]) {
      self.init(name, shape, data: floats.flatMap { TinyModel.bytes($0.bitPattern) })
    }

    package init(_ name: String, _ shape: [Int], integers: [Int]) {
      self.init(name, shape, type: 2, data: integers.flatMap { TinyModel.bytes(Int32($0)) })
    }

    package init(_ name: String, _ shape: [Int], halves: [UInt16], sparsity: FlatValue? = nil) {
      self.init(name, shape, type: 1, data: halves.flatMap(TinyModel.bytes), sparsity: sparsity)
    }
  }

  package struct Operator {
    /// TFLite's `BuiltinOperator`.
    package var code: Int
    package var inputs: [Int]
    package var outputs: [Int]
    /// TFLite's `BuiltinOptions` and the options table; 0 for none.
    package var optionsType: UInt8
    package var options: FlatValue

    package init(_ code: Int, _ inputs: [Int], _ outputs: [Int], optionsType: UInt8 = 0, options: [Int: FlatValue] = [:]) {
      (self.code, self.inputs, self.outputs) = (code, inputs, outputs)
      self.optionsType = optionsType
      self.options = .table(options)
    }
  }

  package var tensors: [Tensor]
  package var operators: [Operator]
  package var inputs: [Int]
  package var outputs: [Int]
  package var version: UInt32 = 3
  package var subgraphCount = 1
  package var metadata: [UInt8] = []
  package var customName: String?

  package init(tensors: [Tensor], operators: [Operator], inputs: [Int], outputs: [Int]) {
    (self.tensors, self.operators, self.inputs, self.outputs) = (tensors, operators, inputs, outputs)
  }

  package static func bytes<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
  }

  /// The file.
  package var file: [UInt8] {
    var buffers: [FlatValue] = [.table([:])]
    let tensorTables = tensors.map { tensor in
      var fields: [Int: FlatValue] = [
        0: .int32s(tensor.shape), 1: .uint8(tensor.type), 2: .uint32(0), 3: .string(tensor.name),
      ]
      if !tensor.data.isEmpty {
        fields[2] = .uint32(UInt32(buffers.count))
        buffers.append(.table([0: .bytes(tensor.data)]))
      }
      fields[6] = tensor.sparsity
      return FlatValue.table(fields)
    }
    let operatorTables = operators.enumerated().map { index, operation in
      var fields: [Int: FlatValue] = [
        0: .uint32(UInt32(index)), 1: .int32s(operation.inputs), 2: .int32s(operation.outputs),
      ]
      if operation.optionsType != 0 {
        fields[3] = .uint8(operation.optionsType)
        fields[4] = operation.options
      }
      return FlatValue.table(fields)
    }
    let codes = operators.map { operation in
      var fields: [Int: FlatValue] = [0: .int8(Int8(min(operation.code, 127))), 3: .int32(Int32(operation.code))]
      fields[1] = customName.map { FlatValue.string($0) }
      return FlatValue.table(fields)
    }
    let subgraph = FlatValue.table([
      0: .tables(tensorTables), 1: .int32s(inputs), 2: .int32s(outputs), 3: .tables(operatorTables),
    ])
    var fields: [Int: FlatValue] = [
      0: .uint32(version), 1: .tables(codes), 2: .tables([FlatValue](repeating: subgraph, count: subgraphCount)),
    ]
    if !metadata.isEmpty {
      fields[6] = .tables([.table([0: .string("TFLITE_METADATA"), 1: .uint32(UInt32(buffers.count))])])
      buffers.append(.table([0: .bytes(metadata)]))
    }
    fields[4] = .tables(buffers)
    return FlatBufferWriter.write(.table(fields), identifier: "TFL3")
  }

  /// The file read back.
  package func graph() throws(LandmarkError) -> Graph { try TFLiteReader.read(ModelBytes(file), name: "tiny") }
}
