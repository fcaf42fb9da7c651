import ModelFormat
import TestSupport
import Testing
import VisionBase

@Suite(.enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct OfficialModelsTests {
  @Test func everyNetworkReads() throws {
    let networks = try TestNetwork.all()
    #expect(networks.count == 13)
    for network in networks {
      let graph = try network.graph()
      for (index, tensor) in graph.tensors.enumerated() {
        guard let constant = tensor.constant else { continue }
        let count = tensor.type == .int32 ? constant.integers()?.count : constant.floats()?.count
        #expect(count == tensor.elementCount, "\(network): tensor \(index)")
      }
    }
  }
}
