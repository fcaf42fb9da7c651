import Inference
import ModelFormat

/// The networks of a bundle, planned once and shared by all that run them: a task and the copies of it that work on a
/// batch. Plans hold the packed weights, nearly all memory that a task takes. Safe to use from any thread.
final class BundleNetworks: Sendable {
  /// A network and the outputs of its contract that are used; `nil` means all.
  typealias Wanted = (contract: NetworkContract, usedOutputs: [Int]?)

  private let bundle: ModelBundle
  private let known = Guarded(Known())

  /// What was read, so that the file is read only while a task is being made.
  private struct Known {
    var plans: [Key: NetworkPlan] = [:]
    var graphs: [String: Graph] = [:]
    var files: [String: [UInt8]] = [:]
  }

  private struct Key: Hashable {
    let entry: String
    let usedOutputs: [Int]?
  }

  init(_ bundle: ModelBundle) { self.bundle = bundle }

  /// Whether the bundle has an entry of this name.
  func has(_ entry: String) -> Bool { bundle.entry(named: entry) != nil }

  /// Makes several plans at a time, one per processor; what fails is found out again when it is asked for.
  func prepare(_ wanted: [Wanted]) {
    let missing = known.withLock { known in
      wanted.filter { known.plans[Key(entry: $0.contract.entry, usedOutputs: $0.usedOutputs)] == nil }
    }
    let count = min(missing.count, ThreadTeam.processorCount)
    // A system that refuses threads is no reason to fail: then plans are made one after the other.
    guard count > 1, let team = try? ThreadTeam(threads: count) else { return }
    team.run { member in
      for index in stride(from: member, to: missing.count, by: count) {
        _ = try? self.plan(missing[index].contract, usedOutputs: missing[index].usedOutputs)
      }
    }
  }

  /// The plan of a network, made at the first call.
  func plan(_ contract: NetworkContract, usedOutputs: [Int]? = nil) throws(LandmarkError) -> NetworkPlan {
    let key = Key(entry: contract.entry, usedOutputs: usedOutputs)
    if let plan = known.withLock({ $0.plans[key] }) { return plan }
    let graph = try bundle.requiredGraph(named: contract.entry)
    try contract.check(graph)
    let plan = try NetworkPlan(graph: graph, outputs: usedOutputs ?? Array(contract.outputs.indices))
    known.withLock { $0.plans[key] = plan }
    return plan
  }

  /// Ends the making of a task: what was read of the bundle is packed, so the pages of its file go back to the system.
  func releasePages() { for entry in bundle.entries { entry.bytes.releasePages() } }

  /// The graph of a network, for its shapes and labels; its constants must not be read after the task was made.
  func graph(_ entry: String) throws(LandmarkError) -> Graph {
    if let graph = known.withLock({ $0.graphs[entry] }) { return graph }
    let graph = try bundle.requiredGraph(named: entry)
    known.withLock { $0.graphs[entry] = graph }
    return graph
  }

  /// A copy of the bytes of an entry.
  func bytes(of entry: String) throws(LandmarkError) -> [UInt8] {
    if let bytes = known.withLock({ $0.files[entry] }) { return bytes }
    let bytes = try bundle.requiredEntry(named: entry).withUnsafeBytes { Array($0) }
    known.withLock { $0.files[entry] = bytes }
    return bytes
  }
}
