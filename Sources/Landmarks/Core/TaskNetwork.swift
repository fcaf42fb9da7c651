import ImagePrep
import Inference
package import ModelFormat

/// What a task expects of a network in its bundle.
package struct NetworkContract: Sendable {
  /// Entry of the bundle, looked up by exactly this name.
  package let entry: String
  /// Shapes of the inputs in the network's order; a picture is `[1, H, W, 3]` NHWC.
  package let inputs: [[Int]]
  /// Shapes of the outputs that the task uses, in the order of the network's outputs. Dimensions of 1 do not count
  /// when they are compared.
  package let outputs: [[Int]]

  package init(entry: String, inputs: [[Int]], outputs: [[Int]]) {
    self.entry = entry
    self.inputs = inputs
    self.outputs = outputs
  }

  /// A network with one input.
  package init(entry: String, input: [Int], outputs: [[Int]]) {
    self.init(entry: entry, inputs: [input], outputs: outputs)
  }

  /// Throws `invalidModel`, naming the network and both shapes, if `graph` is another kind of network.
  package func check(_ graph: Graph) throws(LandmarkError) {
    guard graph.inputs.count == inputs.count else {
      throw mismatch(graph, "it has \(graph.inputs.count) inputs, expected \(inputs.count)")
    }
    for (index, expected) in inputs.enumerated() {
      let found = graph.tensors[graph.inputs[index]]
      guard found.shape == expected, found.type == .float32 else {
        throw mismatch(graph, "its input \(index) is \(found.type) \(found.shape), expected float32 \(expected)")
      }
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
  private let team: ThreadTeam
  private let shared: NetworkRun
  /// The runs of the second thread and those after it, made when they first work side by side.
  private var others: [NetworkRun] = []

  /// - Parameters:
  ///   - usedOutputs: Outputs of the contract that are needed; what only the others need is not computed.
  ///   - team: Threads that share the work; the task's lock sees to it that they do one run at a time.
  init(
    _ contract: NetworkContract, in networks: BundleNetworks, usedOutputs: [Int]? = nil, team: ThreadTeam
  ) throws(LandmarkError) {
    let plan = try networks.plan(contract, usedOutputs: usedOutputs)
    shared = NetworkRun(plan: plan, team: team)
    self.team = team
  }

  /// Makes memory for so many threads that each run the network for themselves.
  func prepareLanes(_ count: Int) {
    while others.count + 1 < count { others.append(NetworkRun(plan: shared.plan)) }
  }

  /// The network for one thread that works beside others; for `nil`, for all threads together.
  subscript(lane: Int?) -> NetworkLane {
    guard let lane else { return NetworkLane(execution: shared, team: team) }
    return NetworkLane(execution: lane == 0 ? shared : others[lane - 1], team: nil)
  }

  /// The network for all threads together.
  var all: NetworkLane { self[nil] }

  func run() { shared.run() }
}

/// A network as one thread, or all together, use it. Memory is that of the ``TaskNetwork``.
struct NetworkLane {
  fileprivate let execution: NetworkRun
  /// The threads to share the work with; `nil` for a thread that works alone.
  fileprivate let team: ThreadTeam?

  /// Writes a region of a picture into the first input, every thread some of the rows.
  ///
  /// - Returns: Where the input lies in the picture, or `nil` for a region without size: then nothing was written.
  func setInput(
    to region: NormalizedRegion, of view: PixelView, by preparer: ImagePreparer
  ) throws(LandmarkError) -> PreparedRegion? {
    guard let sampling = try preparer.sampling(view, region: region) else { return nil }
    let (base, rowStride) = execution.pictureInput(0)
    guard let team else {
      sampling.sample(rows: 0..<sampling.height, into: base, rowStrideElements: rowStride)
      return sampling.prepared
    }
    var job = SamplingJob(sampling: sampling, target: base, rowStride: rowStride, members: team.size)
    team.run(&job) { job, member in
      // The job above, alive until all members are done.
      job?.assumingMemoryBound(to: SamplingJob.self).pointee.run(member: Int(member))
    }
    return sampling.prepared
  }

  /// Copies `values` into input `index`; there must be as many as it has elements.
  func setInput(_ index: Int, to values: some Collection<Float>) throws(LandmarkError) {
    guard execution.setInput(index, to: values) else {
      throw LandmarkError(
        .internalFailure, "Input \(index) has the shape \(execution.inputs[index].shape), got \(values.count) values.")
    }
  }

  func run() { execution.run(alone: team == nil) }

  /// Values of output `index` of those that are used; valid until the next run.
  func output(_ index: Int) -> UnsafeBufferPointer<Float> { execution.output(index) }
}

/// What the members of a team do to write a region of a picture into an input.
private struct SamplingJob {
  let sampling: RegionSampling
  let target: UnsafeMutablePointer<Float>
  let rowStride: Int
  let members: Int

  func run(member: Int) {
    sampling.sample(
      rows: Share(member: member, count: members).range(of: sampling.height), into: target, rowStrideElements: rowStride)
  }
}
