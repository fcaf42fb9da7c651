import Inference
import ModelFormat
import TestSupport
import Testing

/// Reductions, moves and resizes against values computed by hand.
struct ReferenceLayoutTests {
  private func tensor(_ shape: [Int], _ values: [Float]) -> ReferenceTensor { ReferenceTensor(shape: shape, values: values) }
  private func counting(_ shape: [Int]) -> ReferenceTensor { tensor(shape, (0..<shape.reduce(1, *)).map(Float.init)) }

  @Test func reductionsTakeAnyAxes() {
    let values = counting([2, 3])
    #expect(ReferenceOperators.reduce(values, axes: [1], keepDimensions: true, .mean) == tensor([2, 1], [1, 4]))
    #expect(ReferenceOperators.reduce(values, axes: [-2], keepDimensions: false, .sum) == tensor([3], [3, 5, 7]))
    #expect(ReferenceOperators.reduce(values, axes: [0, 1, 0], keepDimensions: false, .mean) == tensor([], [2.5]))
    #expect(ReferenceOperators.reduce(values, axes: [0], keepDimensions: false, .max) == tensor([3], [3, 4, 5]))
    #expect(ReferenceOperators.reduce(values, axes: [1], keepDimensions: false, .min) == tensor([2], [0, 3]))
    #expect(
      ReferenceOperators.reduce(counting([2, 2, 2]), axes: [0, 2], keepDimensions: true, .sum) == tensor([1, 2, 1], [10, 18]))
    #expect(ReferenceOperators.reduce(values, axes: [], keepDimensions: false, .mean) == values)
  }

  @Test func negativeValuesSurviveTheMaximum() {
    #expect(ReferenceOperators.reduce(tensor([2], [-5, -3]), axes: [0], keepDimensions: false, .max).values == [-3])
  }

  @Test func transposeMovesAxes() {
    #expect(ReferenceOperators.transpose(counting([2, 3]), order: [1, 0]) == tensor([3, 2], [0, 3, 1, 4, 2, 5]))
    let moved = ReferenceOperators.transpose(counting([1, 2, 3, 2]), order: [0, 3, 1, 2])
    #expect(moved == tensor([1, 2, 2, 3], [0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]))
  }

  @Test func concatenationJoinsAlongItsAxis() {
    let (a, b) = (counting([2, 2]), tensor([2, 1], [8, 9]))
    #expect(ReferenceOperators.concatenate([a, b], axis: 1) == tensor([2, 3], [0, 1, 8, 2, 3, 9]))
    #expect(ReferenceOperators.concatenate([a, a], axis: -2) == tensor([4, 2], [0, 1, 2, 3, 0, 1, 2, 3]))
  }

  @Test func stridedSlicesFollowMasksAndSigns() {
    let values = counting([3, 4])
    func slice(_ begin: [Int], _ end: [Int], _ strides: [Int], _ beginMask: Int = 0, _ endMask: Int = 0, _ shrink: Int = 0)
      -> ReferenceTensor
    {
      ReferenceOperators.stridedSlice(
        values, begin: begin, end: end, strides: strides, beginMask: beginMask, endMask: endMask, shrinkAxisMask: shrink)
    }
    #expect(slice([1, 1], [3, 3], [1, 1]) == tensor([2, 2], [5, 6, 9, 10]))
    #expect(slice([0, 0], [3, 4], [2, 3]) == tensor([2, 2], [0, 3, 8, 11]))
    #expect(slice([-1, -2], [9, 9], [1, 1]) == tensor([1, 2], [10, 11]))
    #expect(slice([2, 2], [0, 0], [1, 1], 1, 3) == tensor([3, 2], [2, 3, 6, 7, 10, 11]))
    #expect(slice([2, 3], [0, 0], [-1, -2], 0, 2) == tensor([2, 2], [11, 9, 7, 5]))
    #expect(slice([0, 0], [0, 0], [-1, 1], 3, 3) == tensor([3, 4], [8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3]))
    #expect(slice([1, 0], [2, 0], [1, 1], 2, 2, 1) == tensor([4], [4, 5, 6, 7]))
    #expect(slice([0, -1], [0, 0], [1, 1], 1, 1, 2) == tensor([3], [3, 7, 11]))
    #expect(slice([-1, 2], [0, 0], [1, 1], 0, 0, 3) == tensor([], [10]))
  }

  @Test func aShrunkAxisMustHaveItsIndex() {
    let outside = SliceExtent(shape: [3], begin: [3], end: [4], strides: [1], beginMask: 0, endMask: 0, shrinkAxisMask: 1)
    #expect(outside == nil)
    let empty = SliceExtent(shape: [3], begin: [2], end: [1], strides: [1], beginMask: 0, endMask: 0, shrinkAxisMask: 0)
    #expect(empty?.counts == [0])
  }

  @Test func unpackAndGatherPickSlices() {
    let parts = ReferenceOperators.unpack(counting([1, 2, 3]), axis: -1)
    #expect(parts == [tensor([1, 2], [0, 3]), tensor([1, 2], [1, 4]), tensor([1, 2], [2, 5])])
    let gathered = ReferenceOperators.gather(counting([2, 3]), indices: [2, 0, 2], indexShape: [3], axis: 1)
    #expect(gathered == tensor([2, 3], [2, 0, 2, 5, 3, 5]))
    let scalar = ReferenceOperators.gather(counting([1, 3, 2]), indices: [1], indexShape: [], axis: -2)
    #expect(scalar == tensor([1, 2], [2, 3]))
  }

  @Test func padSurroundsWithZeros() {
    let padded = ReferenceOperators.pad(tensor([1, 2], [1, 2]), paddings: [1, 0, 0, 2])
    #expect(padded == tensor([2, 4], [0, 0, 0, 0, 1, 2, 0, 0]))
  }

  @Test func depthToSpaceOrdersBlocksRowByRow() {
    let result = ReferenceOperators.depthToSpace(counting([1, 1, 2, 8]), blockSize: 2)
    #expect(result == tensor([1, 2, 4, 2], [0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15]))
  }

  @Test func resizeKnowsItsThreeKindsOfCoordinates() {
    let row = tensor([1, 1, 2, 1], [0, 4])
    func resized(_ width: Int, align: Bool = false, half: Bool = false) -> [Float] {
      ReferenceOperators.resizeBilinear(row, height: 1, width: width, alignCorners: align, halfPixelCenters: half).values
    }
    #expect(resized(4, half: true) == [0, 1, 3, 4])
    #expect(resized(4) == [0, 2, 4, 4])
    #expect(resized(5, align: true) == [0, 1, 2, 3, 4])
    #expect(resized(1, half: true) == [2])
    #expect(resized(1, align: true) == [0])
    #expect(resized(2, half: true) == [0, 4])
  }

  @Test func resizeMixesRowsAndColumnsOfEachChannel() {
    let image = tensor([1, 2, 2, 2], [0, 10, 4, 10, 8, 30, 12, 30])
    let result = ReferenceOperators.resizeBilinear(image, height: 4, width: 2, alignCorners: false, halfPixelCenters: true)
    #expect(result.shape == [1, 4, 2, 2])
    #expect(result.values == [0, 10, 4, 10, 2, 15, 6, 15, 6, 25, 10, 25, 8, 30, 12, 30])
  }
}
