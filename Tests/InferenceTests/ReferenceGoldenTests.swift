import Inference
import ModelFormat
import TestSupport
import Testing
import VisionBase

/// Every network of the bundles against the original interpreter's recorded outputs.
@Suite(.enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct ReferenceGoldenTests {
  /// The project's promise for raw network outputs, as a fraction of each output's largest magnitude.
  static let tolerance: Float = 1e-4

  static let networks = (try? TestNetwork.all()) ?? []

  @Test(arguments: networks)
  func referenceInterpreterAgreesWithTheOriginal(_ network: TestNetwork) throws {
    let graph = try network.graph()
    var worst: Float = 0
    for input in try NetworkGolden.inputs(for: network) {
      let golden = try NetworkGolden.load(network: network, input: input)
      let values = try SyntheticInput.values(for: graph, id: network.id, input: input)
      let outputs = try ReferenceInterpreter(graph: graph).run(inputs: values)
      try #require(outputs.count == golden.outputs.count)
      for (index, (actual, expected)) in zip(outputs, golden.outputs).enumerated() {
        #expect(graph.tensors[graph.outputs[index]].shape == expected.shape)
        let comparison = TensorComparison(actual, expected: expected.values)
        worst = max(worst, comparison.relativeDifference)
        #expect(comparison.relativeDifference <= Self.tolerance, "\(network.id) \(input) output \(index): \(comparison)")
      }
    }
    print("\(network.id): reference interpreter within \(worst) of the largest magnitude of each output")
  }

  @Test func allThirteenNetworksAreThere() {
    #expect(Self.networks.count == 13)
  }
}
