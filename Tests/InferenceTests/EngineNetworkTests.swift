import CAllocationCounter
import Inference
import KernelSets
import ModelFormat
import TestSupport
import Testing
import VisionBase

/// The engine on every network of the bundles, on every instruction set of this processor.
@Suite(.enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct EngineNetworkTests {
  static let networks = (try? TestNetwork.all()) ?? []

  /// Runs `network` on its synthetic `input` and hands each output to `body`.
  private func outputs(
    of network: TestNetwork, input: String, kernels: KernelSet, outputs wanted: [Int]? = nil
  ) throws -> [[Float]] {
    let graph = try network.graph()
    let run = NetworkRun(plan: try NetworkPlan(graph: graph, outputs: wanted, kernels: kernels))
    for (index, values) in try SyntheticInput.values(for: graph, id: network.id, input: input).enumerated() {
      run.setInput(index, to: values)
    }
    run.run()
    return run.outputs.indices.map { Array(run.output($0)) }
  }

  @Test(arguments: networks, KernelSet.available.map(\.name))
  func rawOutputsAgreeWithTheOriginal(_ network: TestNetwork, _ kernels: String) throws {
    let set = try #require(KernelSet.available.first { $0.name == kernels })
    for input in try NetworkGolden.inputs(for: network) {
      let golden = try NetworkGolden.load(network: network, input: input)
      for (index, actual) in try outputs(of: network, input: input, kernels: set).enumerated() {
        let comparison = TensorComparison(actual, expected: golden.outputs[index].values)
        print("\(kernels) \(network.id) \(input) output \(index): \(comparison.relativeDifference)")
        #expect(
          comparison.relativeDifference <= ReferenceGoldenTests.tolerance,
          "\(kernels) \(network.id) \(input) output \(index): \(comparison)")
      }
    }
  }

  @Test(arguments: networks)
  func anOutputAskedForAloneIsTheSame(_ network: TestNetwork) throws {
    let input = try #require(try NetworkGolden.inputs(for: network).first)
    let all = try outputs(of: network, input: input, kernels: KernelSet.available[0])
    for index in all.indices {
      let alone = try outputs(of: network, input: input, kernels: KernelSet.available[0], outputs: [index])
      #expect(alone == [all[index]])
    }
  }

  @Test(arguments: networks)
  func runningTwiceGivesTheSameBytesAndAllocatesNothing(_ network: TestNetwork) throws {
    let graph = try network.graph()
    let run = NetworkRun(plan: try NetworkPlan(graph: graph))
    let input = try #require(try NetworkGolden.inputs(for: network).first)
    for (index, values) in try SyntheticInput.values(for: graph, id: network.id, input: input).enumerated() {
      run.setInput(index, to: values)
    }
    run.run()
    let first = run.outputs.indices.map { Array(run.output($0)) }
    let before = lk_allocation_count()
    run.run()
    let after = lk_allocation_count()
    #expect(first == run.outputs.indices.map { Array(run.output($0)) })
    #expect(after == before, "\(after - before) allocations in one run")
    if lk_allocation_counting_available() { #expect(before > 0, "the counter must count") }
  }

  @Test(arguments: networks)
  func anyNumberOfThreadsGivesTheSameBytes(_ network: TestNetwork) throws {
    let graph = try network.graph()
    let input = try #require(try NetworkGolden.inputs(for: network).first)
    let values = try SyntheticInput.values(for: graph, id: network.id, input: input)
    for kernels in KernelSet.available {
      let plan = try NetworkPlan(graph: graph, kernels: kernels)
      var first: [[Float]]?
      for threads in [1, 2, 3, 7] {
        let run = NetworkRun(plan: plan, team: try ThreadTeam(threads: threads))
        for (index, row) in values.enumerated() { run.setInput(index, to: row) }
        run.run()
        let outputs = run.outputs.indices.map { Array(run.output($0)) }
        #expect(outputs == first ?? outputs, "\(kernels.name), \(threads) threads")
        first = first ?? outputs
      }
    }
  }
}
