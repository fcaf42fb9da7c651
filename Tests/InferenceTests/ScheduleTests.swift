import CLandmarkKernels
import Inference
import KernelSets
import TestSupport
import Testing

/// What the planner chooses for the networks of the bundles, as `landmarks inspect --steps` tells it.
@Suite(.enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct ScheduleTests {
  @Test(arguments: EngineNetworkTests.networks, [1, 2, 3, 16])
  func threadsShareAsManyPartsAsThereAre(_ network: TestNetwork, _ threads: Int) throws {
    for kernels in KernelSet.available {
      let plan = try NetworkPlan(graph: try network.graph(), kernels: kernels)
      for step in plan.schedule(threads: threads) {
        #expect(step.busyThreads == min(step.splitCount, threads), "\(kernels.name) \(step.description)")
        // Of fully connected layers, those with one row are shared.
        guard step.name != "fully-connected" || threads == 1 else { continue }
        #expect((step.split == "none") == (threads == 1 || !Self.shared.contains(step.name)), "\(step.description)")
      }
    }
  }

  private static let shared: Set = [
    "convolution", "sparse-convolution", "block", "single-convolution", "depthwise", "max-pool", "resize", "element-wise",
  ]

  @Test(arguments: EngineNetworkTests.networks)
  func layoutsAndTilesAreThoseOfTheSteps(_ network: TestNetwork) throws {
    for kernels in KernelSet.available {
      let table = kernels.table.pointee
      let most = [table.max_pixels.0, table.max_pixels.1, table.max_pixels.2, table.max_pixels.3].map(Int.init)
      for step in try NetworkPlan(graph: try network.graph(), kernels: kernels).schedule(threads: 2) {
        switch step.name {
        case "to-blocks": #expect(step.input == .plain && step.output == .blocks)
        case "from-blocks", "global-mean": #expect(step.input == .blocks && step.output == .plain)
        case "max-pool", "sparse-convolution": #expect(step.input == .blocks && step.output == .blocks)
        // Blocks of channels, or 8 channels without empty lanes.
        case "depthwise", "resize": #expect((step.input == .plain) == (step.kernels.first?.name.hasSuffix("-eight") ?? false))
        default: break
        }
        #expect((step.bandRows != nil) == (step.name == "block"))
        for kernel in step.kernels {
          guard let tile = kernel.tile else { continue }
          switch kernel.name {
          case "product":
            let panel = (tile.channels + channelLanes - 1) / channelLanes
            #expect(tile.channels % 8 == 0 && panel <= Int(table.max_panel) && (1...most[panel]).contains(tile.pixels))
          case "depthwise-pair", "depthwise-row":
            #expect((1...Int(table.depthwise_pixels)).contains(tile.pixels) && tile.rows <= Int(table.depthwise_rows))
          default: #expect(tile.pixels >= 1)
          }
        }
      }
    }
  }

  @Test func largePicturesAreSplitByRowsOrPixelsAndSmallOnesByChannels() throws {
    let network = try #require(EngineNetworkTests.networks.first { $0.id == "pose_landmarker_full/pose_landmarks_detector" })
    let steps = try NetworkPlan(graph: try network.graph()).schedule(threads: 2)
    func split(_ description: String) throws -> String {
      try #require(steps.first { $0.description == description }).split
    }
    #expect(try split("convolution 128×128 k27 → 2 blocks") == "rows")
    #expect(try split("convolution 1×1024 k144 → 2 blocks") == "pixels")
    #expect(try split("convolution 1×64 k144 → 54 blocks") == "panels")
    #expect(try split("depthwise 5×5 stride 1 32×32 × 12 blocks") == "rows")
    #expect(try split("depthwise 5×5 stride 1 8×8 × 54 blocks") == "blocks")
  }
}
