import Inference
package import ModelFormat

/// What a task expects of a network in its bundle.
package struct NetworkContract: Sendable {
  /// Entry of the bundle, looked up by exactly this name.
  package let entry: String
  /// Shape of the one picture input, `[1, H, W, 3]` NHWC.
  package let input: [Int]
  /// Shapes of the outputs that the task uses, in the order of the network's outputs. Dimensions of 1 do not count
  /// when they are compared.
  package let outputs: [[Int]]

  package init(entry: String, input: [Int], outputs: [[Int]]) {
    self.entry = entry
    self.input = input
    self.outputs = outputs
  }

  /// Throws `invalidModel`, naming the network and both shapes, if `graph` is another kind of network.
  package func check(_ graph: Graph) throws(LandmarkError) {
    guard graph.inputs.count == 1 else {
      throw mismatch(graph, "it has \(graph.inputs.count) inputs, expected 1")
    }
    let tensor = graph.tensors[graph.inputs[0]]
    guard tensor.shape == input, tensor.type == .float32 else {
      throw mismatch(graph, "its input is \(tensor.type) \(tensor.shape), expected float32 \(input)")
    }
    guard graph.outputs.count >= outputs.count else {
      throw mismatch(graph, "it has \(graph.outputs.count) outputs, expected \(outputs.count)")
    }
    for (index, expected) in outputs.enumerated() {
      let found = graph.tensors[graph.outputs[index]]
      guard found.shape.filter({ $0 != 1 }) == expected.filter({ $0 != 1 }), found.type == .float32 else {
        throw mismatch(graph, "its output \(index) is \(found.type) \(found.shape), expected float32 \(expected)")
      }
    }
  }

  private func mismatch(_ graph: Graph, _ what: String) -> LandmarkError {
    LandmarkError(
      .invalidModel, "\(graph.name) is not the network this task needs: \(what).",
      remedy: "Pass the bundle that belongs to this task.")
  }
}

/// One network of a task with its working memory. Not thread-safe: the task's lock guards it.
final class TaskNetwork {
  private let execution: NetworkRun
  /// First element of the input, `[1, H, W, 3]`, rows without padding. Lives as long as this object.
  let input: UnsafeMutablePointer<Float>

  init(_ contract: NetworkContract, in bundle: ModelBundle) throws(LandmarkError) {
    let graph = try bundle.requiredGraph(named: contract.entry)
    try contract.check(graph)
    execution = NetworkRun(plan: try NetworkPlan(graph: graph, outputs: Array(contract.outputs.indices)))
    guard let base = execution.input(0).baseAddress else {
      throw LandmarkError(.internalFailure, "The input of \(graph.name) has no memory.")
    }
    input = base
  }

  func run() { execution.run() }

  /// Values of output `index` of the contract; valid until the next run.
  func output(_ index: Int) -> UnsafeBufferPointer<Float> { execution.output(index) }
}
