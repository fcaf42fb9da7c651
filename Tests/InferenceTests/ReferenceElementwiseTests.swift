import Inference
import ModelFormat
import TestSupport
import Testing

/// Elementwise operators, softmax and fully connected layers against values computed by hand.
struct ReferenceElementwiseTests {
  private func tensor(_ shape: [Int], _ values: [Float]) -> ReferenceTensor { ReferenceTensor(shape: shape, values: values) }

  @Test func broadcastingStretchesAxesOfOne() {
    let column = tensor([2, 1], [1, 2])
    let row = tensor([3], [10, 20, 30])
    let sum = ReferenceOperators.add(column, row)
    #expect(sum.shape == [2, 3])
    #expect(sum.values == [11, 21, 31, 12, 22, 32])
    #expect(ReferenceOperators.subtract(row, column).values == [9, 19, 29, 8, 18, 28])
    #expect(ReferenceOperators.multiply(tensor([], [2]), row).values == [20, 40, 60])
    #expect(ReferenceOperators.divide(row, tensor([1, 1, 1], [10])).shape == [1, 1, 3])
  }

  @Test func middleAxesAreBroadcast() {
    let a = tensor([2, 1, 2], [1, 2, 3, 4])
    let b = tensor([1, 2, 1], [10, 20])
    #expect(ReferenceOperators.add(a, b).values == [11, 12, 21, 22, 13, 14, 23, 24])
  }

  @Test func binaryOperatorsComputeWhatTheirNamesSay() {
    let a = tensor([3], [1, -2, 8])
    let b = tensor([3], [4, 0.5, 2])
    #expect(ReferenceOperators.divide(a, b).values == [0.25, -4, 4])
    #expect(ReferenceOperators.maximum(a, b).values == [4, 0.5, 8])
    #expect(ReferenceOperators.squaredDifference(a, b).values == [9, 6.25, 36])
    #expect(ReferenceOperators.multiply(a, b, activation: .relu).values == [4, 0, 16])
    #expect(ReferenceOperators.add(a, b, activation: .relu6).values == [5, 0, 6])
    #expect(ReferenceOperators.subtract(a, b, activation: .reluN1To1).values == [-1, -1, 1])
  }

  @Test func unaryOperatorsComputeWhatTheirNamesSay() {
    let values = tensor([4], [4, 0.25, 1, 16])
    #expect(ReferenceOperators.negate(values).values == [-4, -0.25, -1, -16])
    #expect(ReferenceOperators.squareRoot(values).values == [2, 0.5, 1, 4])
    #expect(ReferenceOperators.reciprocalSquareRoot(values).values == [0.5, 2, 1, 0.25])
    #expect(ReferenceOperators.relu(tensor([3], [-1, 0, 7])).values == [0, 0, 7])
    #expect(ReferenceOperators.relu6(tensor([3], [-1, 3, 7])).values == [0, 3, 6])
  }

  @Test func logisticSaturatesWithoutOverflow() {
    let result = ReferenceOperators.logistic(tensor([5], [0, -1000, 1000, 1, -1])).values
    #expect(result[0] == 0.5 && result[1] == 0 && result[2] == 1)
    // 1 / (1 + e^−1) and its complement.
    #expect(abs(result[3] - 0.731_058_6) < 1e-7 && abs(result[4] - 0.268_941_4) < 1e-7)
  }

  @Test func preluScalesNegativesByTheirChannelsSlope() {
    let values = tensor([1, 1, 2, 2], [1, -1, -2, 3])
    #expect(ReferenceOperators.prelu(values, slopes: tensor([1, 1, 2], [0.5, -2])).values == [1, 2, -1, 3])
  }

  @Test func softmaxRunsOverTheLastAxisAndKnowsBeta() {
    let result = ReferenceOperators.softmax(tensor([2, 2], [0, 0, 1000, 999]), beta: 1)
    #expect(result.values[0] == 0.5 && result.values[1] == 0.5)
    #expect(abs(result.values[2] - 0.731_058_6) < 1e-7 && abs(result.values[3] - 0.268_941_4) < 1e-7)
    #expect(ReferenceOperators.softmax(tensor([1, 2], [5, 9]), beta: 0).values == [0.5, 0.5])
  }

  @Test func fullyConnectedMultipliesRows() {
    let weights = tensor([2, 3], [1, 0, -1, 1, 2, 3])
    let values = tensor([2, 3], [1, 2, 3, 4, 5, 6])
    let result = ReferenceOperators.fullyConnected(values, weights: weights, bias: [0.5, -40], activation: .relu)
    #expect(result.shape == [2, 2])
    #expect(result.values == [0, 0, 0, 0])
    let plain = ReferenceOperators.fullyConnected(values, weights: weights, bias: nil)
    #expect(plain.values == [-2, 14, -2, 32])
    let flattened = ReferenceOperators.fullyConnected(tensor([1, 2, 3], values.values), weights: weights, bias: [1, 2])
    #expect(flattened.shape == [2, 2] && flattened.values == [-1, 16, -1, 34])
  }
}
