import VisionBase

extension GraphBuilder {
  mutating func readOperations() throws(LandmarkError) {
    let codes = try readOperatorCodes()
    let tables = try subgraph.tables(3, limit: Self.tableLimit, what: "operators")
    operations.reserveCapacity(tables.count)
    for number in 0..<tables.count {
      let table = try tables.table(number)
      let codeIndex = Int(try table.integer(0, default: UInt32(0)))
      guard codes.indices.contains(codeIndex) else {
        throw LandmarkError(.invalidModel, "Operator \(number) has code number \(codeIndex) of \(codes.count).")
      }
      try readOperation(number, table, code: codes[codeIndex])
    }
  }

  /// The operator codes used by the model. Source: TFLite schema v3, `OperatorCode`: the old field has eight bits, the
  /// new one holds larger codes; the larger of both counts.
  private func readOperatorCodes() throws(LandmarkError) -> [Int] {
    let tables = try model.tables(1, limit: Self.tableLimit, what: "operator codes")
    var codes: [Int] = []
    for index in 0..<tables.count {
      let table = try tables.table(index)
      let code = max(Int(try table.integer(0, default: Int8(0))), Int(try table.integer(3, default: Int32(0))))
      guard code != BuiltinOperator.custom else {
        throw LandmarkError(.unsupportedModel, "The model uses the custom operator '\(try table.string(1))'.")
      }
      codes.append(code)
    }
    return codes
  }

  private mutating func readOperation(_ number: Int, _ table: FlatBufferTable, code: Int) throws(LandmarkError) {
    let inputs = try table.int32s(1, limit: Self.arityLimit, what: "operator inputs")
    let outputs = try table.int32s(2, limit: Self.arityLimit, what: "operator outputs")
    let name = BuiltinOperator.name(code)
    for tensor in inputs where tensor != -1 {
      guard tensors.indices.contains(tensor), isAvailable[tensor] else {
        throw LandmarkError(
          .invalidModel, "Operator \(number) (\(name)) reads tensor \(tensor), which does not exist or is not computed yet.")
      }
    }
    for tensor in outputs {
      guard tensors.indices.contains(tensor), !isAvailable[tensor] else {
        throw LandmarkError(
          .invalidModel, "Operator \(number) (\(name)) writes tensor \(tensor), which does not exist or has a value already.")
      }
      isAvailable[tensor] = true
    }
    if let folded = try foldedConstant(number, code: code, inputs: inputs, outputs: outputs) {
      tensors[outputs[0]] = folded
      return
    }
    let context = OperatorContext(number: number, name: name, inputs: inputs, outputs: outputs, tensors: tensors)
    let kind = try OperatorOptions(table: table, context: context).kind(code: code)
    try check(kind, context)
    operations.append(Operation(kind: kind, inputs: inputs, outputs: outputs))
  }

  /// Compares the shapes that the operator gives with those that the file declares.
  private func check(_ kind: OperationKind, _ context: OperatorContext) throws(LandmarkError) {
    guard !context.outputs.isEmpty else { throw context.invalid("it has no outputs") }
    let shapes = try context.outputShapes(kind)
    try context.expect(inputs: 0...Self.arityLimit, outputs: shapes.count)
    for (tensor, shape) in zip(context.outputs, shapes) {
      guard tensors[tensor].type == .float32 else {
        throw context.unsupported("\(context.label(tensor)) is \(tensors[tensor].type), not float32")
      }
      guard tensors[tensor].shape == shape else {
        throw context.invalid("\(context.label(tensor)) should have shape \(shape)")
      }
    }
  }

  /// The output of a `DEQUANTIZE` or `DENSIFY` of a constant as a constant; `nil` for all other operators.
  private func foldedConstant(
    _ number: Int, code: Int, inputs: [Int], outputs: [Int]
  ) throws(LandmarkError) -> GraphTensor? {
    let name = BuiltinOperator.name(code)
    guard name == "DEQUANTIZE" || name == "DENSIFY", inputs.count == 1, outputs.count == 1, inputs[0] >= 0,
      let constant = tensors[inputs[0]].constant
    else { return nil }
    let source = tensors[inputs[0]]
    let target = tensors[outputs[0]]
    let wanted: ElementType = name == "DEQUANTIZE" ? .float32 : source.type
    guard source.type != .int32, target.type == wanted, target.shape == source.shape else {
      throw LandmarkError(
        .invalidModel,
        "Operator \(number) (\(name)): tensor \(inputs[0]) '\(source.name)' \(source.shape) does not fit tensor "
          + "\(outputs[0]) '\(target.name)' \(target.shape).")
    }
    // Constants widen and densify themselves when they are decoded, so both operators change only the type.
    return GraphTensor(name: target.name, shape: target.shape, type: target.type, constant: constant)
  }
}
