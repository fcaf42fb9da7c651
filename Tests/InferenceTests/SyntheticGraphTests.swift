import Inference
import KernelSets
import ModelFormat
import TestSupport
import Testing
import VisionBase

/// Graphs that no official network has, on the paths that the planner chooses for a few layers only: the engine against
/// the reference, for every instruction set and for one and three threads.
struct SyntheticGraphTests {
  private static let seed: UInt64 = 404

  /// A graph that is put together operator by operator.
  private struct Sketch {
    var tensors: [GraphTensor] = []
    var operations: [ModelFormat.Operation] = []
    var random = SeededGenerator(seed: SyntheticGraphTests.seed)

    mutating func value(_ shape: [Int]) -> Int {
      tensors.append(GraphTensor(name: "t\(tensors.count)", shape: shape, type: .float32))
      return tensors.count - 1
    }

    /// Random numbers, of which a share is 0.
    mutating func weights(_ shape: [Int], zeros: Double = 0) -> Int {
      let values = (0..<shape.reduce(1, *)).map { _ in
        Double.random(in: 0...1, using: &random) < zeros ? 0 : Float.random(in: -1...1, using: &random)
      }
      let constant = ConstantData(isInteger: false, isSparse: zeros > 0) { .float32(values) }
      tensors.append(GraphTensor(name: "w\(tensors.count)", shape: shape, type: .float32, constant: constant))
      return tensors.count - 1
    }

    mutating func pad(_ input: Int, top: Int, bottom: Int, left: Int, right: Int) -> Int {
      let amounts = [0, 0, top, bottom, left, right, 0, 0].map(Int32.init)
      tensors.append(
        GraphTensor(name: "p\(tensors.count)", shape: [4, 2], type: .int32, constant: ConstantData(integers: amounts)))
      let (index, shape) = (tensors.count - 1, tensors[input].shape)
      let output = value([1, shape[1] + top + bottom, shape[2] + left + right, shape[3]])
      operations.append(.init(kind: .pad, inputs: [input, index], outputs: [output]))
      return output
    }

    private func window(_ stride: Int, _ padding: Padding) -> Window {
      Window(strideHeight: stride, strideWidth: stride, padding: padding)
    }

    private func size(_ input: Int, _ kernel: Int, _ stride: Int, _ padding: Padding) -> [Int] {
      tensors[input].shape[1...2].map { padding == .same ? ($0 + stride - 1) / stride : ($0 - kernel) / stride + 1 }
    }

    mutating func conv(_ input: Int, channels: Int, kernel: Int, padding: Padding = .valid, zeros: Double = 0) -> Int {
      let w = weights([channels, kernel, kernel, tensors[input].shape[3]], zeros: zeros)
      let b = weights([channels])
      let output = value([1] + size(input, kernel, 1, padding) + [channels])
      operations.append(.init(kind: .conv2D(window(1, padding), .none), inputs: [input, w, b], outputs: [output]))
      return output
    }

    mutating func depthwise(_ input: Int, kernel: Int, stride: Int = 1, padding: Padding = .same) -> Int {
      let channels = tensors[input].shape[3]
      let w = weights([1, kernel, kernel, channels])
      let b = weights([channels])
      let output = value([1] + size(input, kernel, stride, padding) + [channels])
      operations.append(
        .init(kind: .depthwiseConv2D(window(stride, padding), multiplier: 1, .none), inputs: [input, w, b], outputs: [output]))
      return output
    }

    mutating func add(_ a: Int, _ b: Int) -> Int {
      let output = value(tensors[a].shape)
      operations.append(.init(kind: .add(.none), inputs: [a, b], outputs: [output]))
      return output
    }

    mutating func resize(_ input: Int, factor: Int) -> Int {
      let shape = tensors[input].shape
      let size = [shape[1] * factor, shape[2] * factor]
      tensors.append(
        GraphTensor(name: "s\(tensors.count)", shape: [2], type: .int32, constant: ConstantData(integers: size.map(Int32.init))))
      let index = tensors.count - 1
      let output = value([1] + size + [shape[3]])
      operations.append(
        .init(kind: .resizeBilinear(alignCorners: false, halfPixelCenters: true), inputs: [input, index], outputs: [output]))
      return output
    }

    mutating func pool(_ input: Int) -> Int {
      let shape = tensors[input].shape
      let output = value([1, shape[1] / 2, shape[2] / 2, shape[3]])
      operations.append(
        .init(
          kind: .maxPool2D(window(2, .valid), filterHeight: 2, filterWidth: 2, .none), inputs: [input], outputs: [output]))
      return output
    }

    mutating func relu(_ input: Int) -> Int {
      let output = value(tensors[input].shape)
      operations.append(.init(kind: .relu, inputs: [input], outputs: [output]))
      return output
    }

    /// Runs it with random input on engine and reference, and expects the steps named.
    mutating func check(input: Int, output: Int, steps: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
      let graph = Graph(name: "sketch", tensors: tensors, operations: operations, inputs: [input], outputs: [output])
      let values = (0..<tensors[input].elementCount).map { _ in Float.random(in: -1...1, using: &random) }
      let expected = try #require(try ReferenceInterpreter(graph: graph).run(inputs: [values]).first)
      for set in KernelSet.available {
        let plan = try NetworkPlan(graph: graph, kernels: set)
        for step in steps {
          #expect(plan.summary.steps.contains { $0.name == step }, "\(plan.summary.steps)", sourceLocation: sourceLocation)
        }
        for threads in [1, 3] {
          let run = NetworkRun(plan: plan, team: try ThreadTeam(threads: threads))
          run.setInput(0, to: values)
          // Twice: what is left of the first run must not matter.
          for _ in 0..<2 { run.run() }
          let comparison = TensorComparison(Array(run.output(0)), expected: expected)
          #expect(
            comparison.relativeDifference < 1e-5, "seed \(SyntheticGraphTests.seed), \(set.name), \(threads): \(comparison)",
            sourceLocation: sourceLocation)
        }
      }
    }
  }

  @Test func aPadLargerThanTheKernelInFrontOfASingleChannel() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 9, 70, 3])
    let blocks = sketch.conv(input, channels: 8, kernel: 1)
    let padded = sketch.pad(blocks, top: 4, bottom: 5, left: 1, right: 6)
    try sketch.check(input: input, output: sketch.conv(padded, channels: 1, kernel: 3), steps: [])
  }

  @Test(arguments: [0, 1, 2]) func aSingleChannelWithBorders(pad: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 11, 150, 3])
    let blocks = sketch.conv(input, channels: 20, kernel: 1)
    let padded = pad == 0 ? blocks : sketch.pad(blocks, top: pad, bottom: 1, left: pad, right: 2)
    try sketch.check(
      input: input, output: sketch.conv(padded, channels: 1, kernel: 3, padding: pad == 0 ? .same : .valid),
      steps: ["single-convolution"])
  }

  @Test(arguments: [(3, 1), (5, 1), (3, 2), (5, 2)]) func aLargeBlockInBands(kernel: Int, stride: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 90 * stride + 1, 100 * stride, 3])
    let blocks = sketch.conv(input, channels: 24, kernel: 1)
    let filtered = sketch.depthwise(blocks, kernel: kernel, stride: stride)
    let projected = sketch.conv(filtered, channels: 24, kernel: 1)
    // With what was there before as the residual where the sizes agree.
    let output = stride == 1 ? sketch.add(projected, blocks) : projected
    try sketch.check(input: input, output: output, steps: ["block"])
  }

  @Test func aLargeBlockThatAddsWhatIsInBetween() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 90, 100, 3])
    let blocks = sketch.conv(input, channels: 32, kernel: 1)
    let filtered = sketch.depthwise(blocks, kernel: 3)
    let projected = sketch.conv(filtered, channels: 32, kernel: 1)
    try sketch.check(input: input, output: sketch.add(projected, filtered), steps: ["depthwise"])
  }

  @Test func aLargeBlockBehindMoreZerosThanItsKernelReaches() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 60, 100, 3])
    let blocks = sketch.conv(input, channels: 32, kernel: 1)
    let padded = sketch.pad(blocks, top: 30, bottom: 25, left: 7, right: 9)
    let filtered = sketch.depthwise(padded, kernel: 3, padding: .valid)
    try sketch.check(input: input, output: sketch.conv(filtered, channels: 16, kernel: 1), steps: [])
  }

  @Test(arguments: [49, 130, 800]) func mostlyZeroWeights(pixels: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 1, pixels, 3])
    let blocks = sketch.conv(input, channels: 200, kernel: 1)
    let sparse = sketch.conv(blocks, channels: 90, kernel: 1, zeros: 0.75)
    try sketch.check(input: input, output: sparse, steps: ["sparse-convolution"])
  }

  /// Eight channels without empty lanes: everything that can read and write them, in one chain.
  @Test(arguments: [(1, 1), (5, 6), (21, 34), (90, 200)])
  func eightChannelsThroughout(height: Int, width: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, height, width, 3])
    let first = sketch.relu(sketch.conv(input, channels: 8, kernel: 1))
    let filtered = sketch.depthwise(first, kernel: 3)
    let narrow = sketch.relu(sketch.add(sketch.conv(filtered, channels: 8, kernel: 1), first))
    let larger = sketch.resize(narrow, factor: 2)
    let both = sketch.add(larger, sketch.resize(first, factor: 2))
    let last = sketch.conv(sketch.depthwise(both, kernel: 3), channels: 24, kernel: 3, padding: .same)
    try sketch.check(input: input, output: last, steps: [])
  }

  /// Eight channels in front of operators that only know whole blocks, and the same tensor in front of both kinds.
  @Test func eightChannelsThatAreNeededInWholeBlocks() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 20, 26, 3])
    let shared = sketch.conv(input, channels: 8, kernel: 1)
    let pooled = sketch.pool(shared)
    let strided = sketch.depthwise(shared, kernel: 5, stride: 2)
    let narrow = sketch.depthwise(sketch.conv(pooled, channels: 8, kernel: 1), kernel: 3)
    let sum = sketch.add(sketch.conv(narrow, channels: 8, kernel: 1), strided)
    try sketch.check(input: input, output: sketch.conv(sum, channels: 5, kernel: 1), steps: [])
  }

  @Test func eightChannelsAsTheOutput() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 11, 13, 3])
    let narrow = sketch.depthwise(sketch.conv(input, channels: 8, kernel: 1), kernel: 3, padding: .valid)
    try sketch.check(input: input, output: narrow, steps: [])
  }

  @Test(arguments: [0, 1]) func eightChannelsBecomeOneBehindBorders(pad: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 11, 150, 3])
    let narrow = sketch.conv(input, channels: 8, kernel: 1)
    let padded = pad == 0 ? narrow : sketch.pad(narrow, top: pad, bottom: 1, left: pad, right: 2)
    try sketch.check(
      input: input, output: sketch.conv(padded, channels: 1, kernel: 3, padding: pad == 0 ? .same : .valid),
      steps: ["single-convolution"])
  }

  /// The input lies in a border of zeros if only one convolution reads it; also where that does not read all of it.
  @Test(arguments: [0, 1, 2], [1, 2]) func anInputWithABorder(pad: Int, readers: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 12, 15, 3])
    let padded = pad == 0 ? input : sketch.pad(input, top: pad - 1, bottom: 0, left: 1, right: 2)
    let first = sketch.conv(padded, channels: 20, kernel: 3, padding: pad == 0 ? .same : .valid)
    let shape = sketch.tensors[first].shape
    let output =
      readers == 1
      ? first : sketch.add(first, sketch.conv(padded, channels: shape[3], kernel: 3, padding: pad == 0 ? .same : .valid))
    try sketch.check(input: input, output: output, steps: [])
  }

  @Test(arguments: [24, 40, 72]) func channelsThatFillHalfOfTheLastBlock(channels: Int) throws {
    var sketch = Sketch()
    let input = sketch.value([1, 13, 29, 3])
    let first = sketch.conv(input, channels: channels, kernel: 1)
    let second = sketch.add(sketch.conv(first, channels: channels, kernel: 3, padding: .same), first)
    try sketch.check(input: input, output: sketch.conv(second, channels: channels, kernel: 1), steps: [])
  }

  @Test func whatNeedsTooMuchMemoryIsRefused() throws {
    var sketch = Sketch()
    let input = sketch.value([1, 16384, 16384, 1])
    let output = sketch.conv(input, channels: 1, kernel: 1)
    let graph = Graph(
      name: "sketch", tensors: sketch.tensors, operations: sketch.operations, inputs: [input], outputs: [output])
    let error = #expect(throws: LandmarkError.self) { _ = try NetworkPlan(graph: graph) }
    #expect(error?.code == .unsupportedModel)
  }
}
