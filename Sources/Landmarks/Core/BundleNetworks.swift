import Inference
import ModelFormat

/// The networks of a bundle, planned once and shared by all that run them: a task and the copies of it that work on a
/// batch. Plans hold the packed weights, nearly all memory that a task takes. Safe to use from any thread.
final class BundleNetworks: Sendable {
  /// A network and the outputs of its contract that are used; `nil` means all.
  typealias Wanted = (contract: NetworkContract, usedOutputs: [Int]?)

  let bundle: ModelBundle
  private let plans = Guarded<[Key: NetworkPlan]>([:])

  private struct Key: Hashable {
    let entry: String
    let usedOutputs: [Int]?
  }

  init(_ bundle: ModelBundle) { self.bundle = bundle }

  /// Makes several plans at a time, one per processor; what fails is found out again when it is asked for.
  func prepare(_ wanted: [Wanted]) throws(LandmarkError) {
    let count = min(wanted.count, ThreadTeam.processorCount)
    guard count > 1 else { return }
    try ThreadTeam(threads: count).run { member in
      for index in stride(from: member, to: wanted.count, by: count) {
        _ = try? self.plan(wanted[index].contract, usedOutputs: wanted[index].usedOutputs)
      }
    }
  }

  /// The plan of a network, made at the first call.
  func plan(_ contract: NetworkContract, usedOutputs: [Int]? = nil) throws(LandmarkError) -> NetworkPlan {
    let key = Key(entry: contract.entry, usedOutputs: usedOutputs)
    if let plan = plans.withLock({ $0[key] }) { return plan }
    let graph = try bundle.requiredGraph(named: contract.entry)
    try contract.check(graph)
    let plan = try NetworkPlan(graph: graph, outputs: usedOutputs ?? Array(contract.outputs.indices))
    plans.withLock { $0[key] = plan }
    return plan
  }
}
