import ModelFormat
import TestSupport
import Testing
import VisionBase

struct SparseConstantTests {
  /// Two dimensions: rows dense, columns compressed.
  static func rowSparsity(
    rows: Int = 2, segments: [Int], indices: [UInt8], order: [Int] = [0, 1]
  ) -> FlatValue {
    .table([
      0: .int32s(order),
      2: .tables([
        .table([0: .int8(0), 1: .int32(Int32(rows))]),
        .table([
          0: .int8(1), 2: .uint8(1), 3: .table([0: .int32s(segments)]), 4: .uint8(3), 5: .table([0: .bytes(indices)]),
        ]),
      ]),
    ])
  }

  private func floats(shape: [Int], halves: [UInt16], sparsity: FlatValue) throws -> [Float]? {
    let model = TinyModel(
      tensors: [.init("in", [1]), .init("out", [1]), .init("sparse", shape, halves: halves, sparsity: sparsity)],
      operators: [.init(19, [0], [1])], inputs: [0], outputs: [1])
    return try model.graph().tensors[2].constant?.floats()
  }

  @Test func compressedColumnsAreSpread() throws {
    let sparsity = Self.rowSparsity(segments: [0, 2, 3], indices: [0, 2, 1])
    #expect(try floats(shape: [2, 3], halves: [0x3C00, 0x4000, 0x4200], sparsity: sparsity) == [1, 0, 2, 0, 3, 0])
  }

  @Test func traversalOrderTransposes() throws {
    // Columns first (three of them, dense), rows compressed within a column.
    let sparsity = Self.rowSparsity(rows: 3, segments: [0, 1, 1, 3], indices: [1, 0, 1], order: [1, 0])
    #expect(try floats(shape: [2, 3], halves: [0x3C00, 0x4000, 0x4200], sparsity: sparsity) == [0, 0, 2, 1, 0, 3])
  }

  @Test func blocksAreSpread() throws {
    // A 4×4 matrix of 2×2 blocks; block row 0 has block column 1, block row 1 has block column 0.
    let sparsity = FlatValue.table([
      0: .int32s([0, 1, 2, 3]), 1: .int32s([0, 1]),
      2: .tables([
        .table([0: .int8(0), 1: .int32(2)]),
        .table([
          0: .int8(1), 2: .uint8(2), 3: .table([0: .uint16s([0, 1, 2])]), 4: .uint8(2), 5: .table([0: .uint16s([1, 0])]),
        ]),
        .table([0: .int8(0), 1: .int32(2)]), .table([0: .int8(0), 1: .int32(2)]),
      ]),
    ])
    let halves: [UInt16] = [0x3C00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800]
    let expected: [Float] = [0, 0, 1, 2, 0, 0, 3, 4, 5, 6, 0, 0, 7, 8, 0, 0]
    #expect(try floats(shape: [4, 4], halves: halves, sparsity: sparsity) == expected)
  }

  @Test(arguments: [
    ("index outside", [0, 2, 3], [0, 3, 1], [0, 1]), ("falling segments", [0, 2, 1], [0, 2, 1], [0, 1]),
    ("segments end early", [0, 1, 2], [0, 2, 1], [0, 1]), ("segments start late", [1, 2, 3], [0, 2, 1], [0, 1]),
    ("negative segment", [0, -1, 3], [0, 2, 1], [0, 1]), ("too few segments", [0, 3], [0, 2, 1], [0, 1]),
    ("doubled dimension", [0, 2, 3], [0, 2, 1], [0, 0]), ("missing dimension", [0, 2, 3], [0, 2, 1], [0]),
    ("unknown dimension", [0, 2, 3], [0, 2, 1], [0, 2]), ("too few values", [0, 2, 4], [0, 2, 1, 2], [0, 1]),
  ])
  func damagedLayoutsAreRefused(_ what: String, segments: [Int], indices: [UInt8], order: [Int]) throws {
    let sparsity = Self.rowSparsity(segments: segments, indices: indices, order: order)
    let error = try #require(throws: LandmarkError.self) {
      try floats(shape: [2, 3], halves: [0x3C00, 0x4000, 0x4200], sparsity: sparsity)
    }
    #expect(error.message.contains("tensor 2 'sparse'"), "\(what)")
  }

  @Test func aTinyFileCannotClaimAHugeDenseConstant() throws {
    let sparsity = Self.rowSparsity(rows: 1 << 13, segments: [0, 1], indices: [0])
    let error = try #require(throws: LandmarkError.self) {
      try floats(shape: [1 << 13, 1 << 13], halves: [0x3C00], sparsity: sparsity)
    }
    #expect(error.code == .unsupportedModel)
  }

  @Test func everyHalfPrecisionNumberWidensExactly() {
    for bits in UInt16.min...UInt16.max {
      let (sign, exponent, fraction) = (bits >> 15, Int(bits >> 10 & 31), Int(bits & 1023))
      let widened = HalfFloat.widen(bits)
      #expect((widened.sign == .minus) == (sign == 1))
      switch exponent {
      case 31 where fraction == 0: #expect(widened.magnitude == .infinity)
      case 31: #expect(widened.isNaN)
      case 0: #expect(widened.magnitude == Float(fraction) * 0x1p-24)
      default:
        let scale = Float(sign: .plus, exponent: exponent - 25, significand: 1)
        #expect(widened.magnitude == Float(1024 + fraction) * scale)
      }
    }
  }
}
