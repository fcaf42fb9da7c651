import Inference
import ModelFormat
import TestSupport
import Testing

/// Convolutions and pools against values computed by hand.
struct ReferenceWindowTests {
  private func image(_ height: Int, _ width: Int, _ values: [Float]) -> ReferenceTensor {
    ReferenceTensor(shape: [1, height, width, values.count / (height * width)], values: values)
  }

  private func window(_ stride: Int, _ padding: Padding, dilation: Int = 1) -> Window {
    Window(strideHeight: stride, strideWidth: stride, dilationHeight: dilation, dilationWidth: dilation, padding: padding)
  }

  private let threeByThree: [Float] = [1, 2, 3, 4, 5, 6, 7, 8, 9]

  @Test func validConvolutionTakesWholeWindowsOnly() {
    let weights = ReferenceTensor(shape: [1, 2, 2, 1], values: [1, 10, 100, 1000])
    let result = ReferenceOperators.conv2D(image(3, 3, threeByThree), weights: weights, bias: [0.5], window: window(1, .valid))
    #expect(result.shape == [1, 2, 2, 1])
    #expect(result.values == [5421.5, 6532.5, 8754.5, 9865.5])
  }

  @Test func samePaddingPutsTheOddElementBehind() {
    // Two missing elements in all for a window of 2 over 3 with stride 1: one, so none before and one behind.
    let weights = ReferenceTensor(shape: [1, 2, 2, 1], values: [1, 10, 100, 1000])
    let result = ReferenceOperators.conv2D(image(3, 3, threeByThree), weights: weights, bias: nil, window: window(1, .same))
    #expect(result.shape == [1, 3, 3, 1])
    #expect(result.values == [5421, 6532, 603, 8754, 9865, 906, 87, 98, 9])
  }

  @Test func strideTwoWithSamePaddingDependsOnTheSize() {
    let weights = ReferenceTensor(shape: [1, 3, 3, 1], values: [Float](repeating: 1, count: 9))
    // Width 4: outputs 2, one missing element, behind. Width 3: outputs 2, two missing, one before and one behind.
    let even = ReferenceOperators.conv2D(
      image(4, 4, (1...16).map(Float.init)), weights: weights, bias: nil, window: window(2, .same))
    #expect(even.values == [54, 45, 72, 54])
    let odd = ReferenceOperators.conv2D(image(3, 3, threeByThree), weights: weights, bias: nil, window: window(2, .same))
    #expect(odd.values == [12, 16, 24, 28])
  }

  @Test func dilationSpreadsTheTaps() {
    let weights = ReferenceTensor(shape: [1, 2, 2, 1], values: [1, 10, 100, 1000])
    let result = ReferenceOperators.conv2D(
      image(3, 3, threeByThree), weights: weights, bias: nil, window: window(1, .valid, dilation: 2))
    #expect(result.values == [9731])
  }

  @Test func channelsAreSummedAndOutputsAreSeparate() {
    let picture = image(1, 2, [1, 2, 3, 4])
    let weights = ReferenceTensor(shape: [3, 1, 1, 2], values: [1, 0, 0, 1, -1, -1])
    let result = ReferenceOperators.conv2D(
      picture, weights: weights, bias: [0, 3, 0], window: window(1, .same), activation: .relu6)
    #expect(result.shape == [1, 1, 2, 3])
    #expect(result.values == [1, 5, 0, 3, 6, 0])
  }

  @Test func batchesAreSeparate() {
    let pictures = ReferenceTensor(shape: [2, 1, 2, 1], values: [1, 2, 3, 4])
    let weights = ReferenceTensor(shape: [1, 1, 2, 1], values: [1, 10])
    let result = ReferenceOperators.conv2D(pictures, weights: weights, bias: nil, window: window(1, .same))
    #expect(result.values == [21, 2, 43, 4])
  }

  @Test func depthwiseKeepsChannelsApart() {
    let picture = image(1, 3, [1, 10, 2, 20, 3, 30])
    let weights = ReferenceTensor(shape: [1, 1, 3, 2], values: [1, 1, 2, 0, 3, -1])
    let result = ReferenceOperators.depthwiseConv2D(picture, weights: weights, bias: [0, 5], window: window(1, .same))
    #expect(result.values == [8, -15, 14, -15, 8, 25])
  }

  @Test func depthwiseMultiplierRepeatsEachChannel() {
    let picture = image(1, 1, [2, 3])
    let weights = ReferenceTensor(shape: [1, 1, 1, 4], values: [1, 10, 100, 1000])
    let result = ReferenceOperators.depthwiseConv2D(picture, weights: weights, bias: nil, window: window(1, .same), multiplier: 2)
    #expect(result.values == [2, 20, 300, 3000])
  }

  @Test func oneInputChannelWithManyOutputsIsAMultiplier() {
    let weights = ReferenceTensor(shape: [1, 1, 2, 3], values: [1, 2, 3, 10, 20, 30])
    let result = ReferenceOperators.depthwiseConv2D(
      image(1, 2, [1, 2]), weights: weights, bias: nil, window: window(1, .valid), multiplier: 3)
    #expect(result.values == [21, 42, 63])
  }

  @Test func maxPoolIgnoresThePadding() {
    let picture = image(3, 3, threeByThree.map { -$0 })
    let same = ReferenceOperators.maxPool2D(picture, filterHeight: 2, filterWidth: 2, window: window(2, .same))
    #expect(same.values == [-1, -3, -7, -9])
    let valid = ReferenceOperators.maxPool2D(picture, filterHeight: 2, filterWidth: 2, window: window(2, .valid))
    #expect(valid.values == [-1])
    let relu = ReferenceOperators.maxPool2D(
      picture, filterHeight: 2, filterWidth: 2, window: window(2, .same), activation: .reluN1To1)
    #expect(relu.values == [-1, -1, -1, -1])
  }

  @Test func unequalStridesAndFiltersAreKeptApart() {
    let picture = image(2, 4, [1, 2, 3, 4, 5, 6, 7, 8])
    let window = Window(strideHeight: 1, strideWidth: 2, padding: .valid)
    let result = ReferenceOperators.maxPool2D(picture, filterHeight: 1, filterWidth: 2, window: window)
    #expect(result.shape == [1, 2, 2, 1])
    #expect(result.values == [2, 4, 6, 8])
  }

  @Test(arguments: [
    // input, filter, stride, dilation, padding, outputs, elements before
    (5, 3, 1, 1, Padding.same, 5, 1), (5, 3, 2, 1, .same, 3, 1), (6, 3, 2, 1, .same, 3, 0), (6, 5, 2, 1, .same, 3, 1),
    (5, 3, 2, 1, .valid, 2, 0), (2, 3, 1, 1, .valid, 0, 0), (7, 3, 1, 2, .same, 7, 2), (7, 3, 1, 3, .valid, 1, 0),
    (5, 1, 4, 1, .same, 2, 0), (1, 5, 1, 1, .same, 1, 2),
  ])
  func windowExtents(
    _ input: Int, _ filter: Int, _ stride: Int, _ dilation: Int, _ padding: Padding, _ outputs: Int, _ before: Int
  ) {
    let extent = WindowExtent(inputSize: input, filterSize: filter, stride: stride, dilation: dilation, padding: padding)
    #expect(extent.outputSize == outputs)
    #expect(extent.padBefore == before)
  }
}
