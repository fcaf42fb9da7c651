import VisionBase

extension GraphBuilder {
  /// Largest number of elements of all constants together, and of all other tensors together: each tensor has its
  /// limit, but a small file could name the same bytes ten thousand times.
  private static let totalElementLimit = GraphTensor.elementLimit

  mutating func readTensors() throws(LandmarkError) {
    let tables = try subgraph.tables(0, limit: Self.tableLimit, what: "tensors")
    var constantElements = 0
    var otherElements = 0
    tensors.reserveCapacity(tables.count)
    for index in 0..<tables.count {
      let table = try tables.table(index)
      let name = try table.string(3)
      do throws(LandmarkError) {
        let tensor = try readTensor(table, name: name)
        if tensor.constant == nil { otherElements += tensor.elementCount } else { constantElements += tensor.elementCount }
        guard max(otherElements, constantElements) <= Self.totalElementLimit else {
          throw LandmarkError(.unsupportedModel, "All tensors up to here have more than \(Self.totalElementLimit) elements.")
        }
        tensors.append(tensor)
      } catch {
        throw error.located(in: "tensor \(index) '\(name)'")
      }
    }
    isAvailable = tensors.map { $0.constant != nil }
    for input in inputs {
      guard tensors.indices.contains(input), !isAvailable[input] else {
        throw LandmarkError(.invalidModel, "Input tensor \(input) does not exist, is a constant or is named twice.")
      }
      guard tensors[input].type != .int32 else {
        throw LandmarkError(.unsupportedModel, "Input tensor \(input) '\(tensors[input].name)' holds integers.")
      }
      isAvailable[input] = true
    }
  }

  private func readTensor(_ table: FlatBufferTable, name: String) throws(LandmarkError) -> GraphTensor {
    let code = try table.integer(1, default: UInt8(0))
    guard let type = ElementType(rawValue: code), type == .float32 || type == .float16 || type == .int32 else {
      throw LandmarkError(
        .unsupportedModel, "Type \(TensorTypeName.name(Int(code))) is not supported (quantized models are not).",
        remedy: "Use the float version of the model.")
    }
    guard try !table.bool(5) else { throw LandmarkError(.unsupportedModel, "Variable tensors are not supported.") }
    let shape = try table.int32s(0, limit: Self.rankLimit, what: "dimensions")
    let count = try Self.elementCount(of: shape)
    var constant: ConstantData?
    if let data = try buffers.data(Int(table.integer(2, default: UInt32(0)))) {
      if let sparsity = try table.table(6) {
        constant = try Self.sparseConstant(data, type: type, layout: SparseLayout(sparsity, shape: shape))
      } else {
        guard data.count == count * type.byteCount else {
          throw LandmarkError(.invalidModel, "Shape \(shape) of \(type) does not fit \(data.count) bytes of data.")
        }
        constant = Self.denseConstant(data, type: type, count: count)
      }
    }
    return GraphTensor(name: name, shape: shape, type: type, constant: constant)
  }

  /// Product of the dimensions, each of which must be positive.
  static func elementCount(of shape: [Int]) throws(LandmarkError) -> Int {
    var count = 1
    for size in shape {
      guard size > 0 else { throw LandmarkError(.invalidModel, "Shape \(shape) has a dimension that is not positive.") }
      let (product, overflow) = count.multipliedReportingOverflow(by: size)
      guard !overflow, product <= GraphTensor.elementLimit else {
        throw LandmarkError(.unsupportedModel, "Shape \(shape) has more than \(GraphTensor.elementLimit) elements.")
      }
      count = product
    }
    return count
  }

  /// A constant whose `count` elements lie in `data`, the length of which was checked.
  private static func denseConstant(_ data: ModelBytes, type: ElementType, count: Int) -> ConstantData {
    ConstantData(isInteger: type == .int32) {
      type == .int32 ? .int32(integers(data, count: count)) : .float32(floats(data, type: type, count: count))
    }
  }

  private static func integers(_ data: ModelBytes, count: Int) -> [Int32] {
    data.withUnsafeBytes { raw in
      [Int32](unsafeUninitializedCapacity: count) { target, initialized in
        for index in 0..<count {
          target[index] = Int32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
        }
        initialized = count
      }
    }
  }

  /// The first `count` numbers of `data`, which holds at least so many.
  private static func floats(_ data: ModelBytes, type: ElementType, count: Int) -> [Float] {
    data.withUnsafeBytes { raw in
      [Float](unsafeUninitializedCapacity: count) { target, initialized in
        if type == .float16, let source = raw.baseAddress, let target = target.baseAddress {
          HalfFloat.widen(source, into: target, count: count)
        } else {
          for index in 0..<count {
            let bits = UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
            target[index] = Float(bitPattern: bits)
          }
        }
        initialized = count
      }
    }
  }

  private static func sparseConstant(
    _ data: ModelBytes, type: ElementType, layout: SparseLayout
  ) throws(LandmarkError) -> ConstantData {
    guard type != .int32 else { throw LandmarkError(.unsupportedModel, "Sparse integers are not supported.") }
    guard data.count == layout.valueCount * type.byteCount else {
      throw LandmarkError(
        .invalidModel, "The sparse layout wants \(layout.valueCount) values of \(type), but there are \(data.count) bytes.")
    }
    return ConstantData(isInteger: false, isSparse: true) {
      .float32(layout.expand(floats(data, type: type, count: layout.valueCount)))
    }
  }
}
