import Inference
import ModelFormat
import VisionBase

/// The facts about a network that `landmarks inspect` prints.
struct NetworkSummary: Sendable {
  struct Tensor: Sendable {
    let name: String
    let shape: [Int]
    let type: String
  }

  struct OperatorCount: Sendable {
    let name: String
    var count: Int
    var multiplyAdds: Int
  }

  let inputs: [Tensor]
  let outputs: [Tensor]
  /// By number of uses, then by name.
  let operators: [OperatorCount]
  /// Numbers in the constants.
  let parameterCount: Int
  let metadata: ModelMetadata
  /// How this machine would run it, or why it cannot.
  let plan: Result<NetworkPlan.Summary, LandmarkError>
  /// The single steps, if they were asked for and the network can be run.
  let schedule: Schedule?

  /// The steps of a plan in order, for a number of threads.
  struct Schedule: Sendable {
    let threads: Int
    let steps: [ScheduledStep]
  }

  /// Multiplications with an addition that one run costs, in convolutions and fully connected layers.
  var multiplyAdds: Int { operators.reduce(0) { saturatingSum($0, $1.multiplyAdds) } }

  /// - Parameter scheduleThreads: Threads to show the single steps for; `nil` leaves them out.
  init(_ graph: Graph, scheduleThreads: Int? = nil) {
    func tensor(_ index: Int) -> Tensor {
      Tensor(name: graph.tensors[index].name, shape: graph.tensors[index].shape, type: "\(graph.tensors[index].type)")
    }
    inputs = graph.inputs.map(tensor)
    outputs = graph.outputs.map(tensor)
    var counts: [String: OperatorCount] = [:]
    for operation in graph.operations {
      let name = operation.kind.name
      var entry = counts[name] ?? OperatorCount(name: name, count: 0, multiplyAdds: 0)
      entry.count += 1
      entry.multiplyAdds = saturatingSum(entry.multiplyAdds, Self.multiplyAdds(of: operation, in: graph))
      counts[name] = entry
    }
    operators = counts.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
    parameterCount = graph.tensors.reduce(0) { saturatingSum($0, $1.constant == nil ? 0 : $1.elementCount) }
    metadata = graph.metadata
    let made = Result { () throws(LandmarkError) in try NetworkPlan(graph: graph) }
    plan = made.map(\.summary)
    schedule = scheduleThreads.flatMap { threads in
      (try? made.get()).map { Schedule(threads: threads, steps: $0.schedule(threads: threads)) }
    }
  }

  /// Every output value of these operators is a sum over one filter.
  private static func multiplyAdds(of operation: Operation, in graph: Graph) -> Int {
    guard operation.inputs.count >= 2, operation.inputs[1] >= 0, let output = operation.outputs.first else { return 0 }
    let filter = graph.tensors[operation.inputs[1]].shape
    let termsPerOutput: Int
    switch operation.kind {
    // OHWI and [N, K]: everything but the output channels.
    case .conv2D, .fullyConnected: termsPerOutput = filter.dropFirst().reduce(1, *)
    // [1, KH, KW, C]: everything but the channels.
    case .depthwiseConv2D: termsPerOutput = filter.dropLast().reduce(1, *)
    default: return 0
    }
    let (product, overflow) = graph.tensors[output].elementCount.multipliedReportingOverflow(by: termsPerOutput)
    return overflow ? .max : product
  }
}

/// A sum that stops at the largest number: a made-up file may promise more work than can be counted.
private func saturatingSum(_ first: Int, _ second: Int) -> Int {
  let (sum, overflow) = first.addingReportingOverflow(second)
  return overflow ? .max : sum
}
