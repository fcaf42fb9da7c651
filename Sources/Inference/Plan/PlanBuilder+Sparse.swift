import CLandmarkKernels
import ModelFormat
import VisionBase

// Pointwise convolutions with mostly zero weights.

extension PlanBuilder {
  /// What 16 pixels cost, in multiply-adds of 16 lanes, measured on the pose detector's layers: an entry with its list, and
  /// a channel block turned around or back.
  private static let entryCost = 1.2
  private static let turnCost = 130.0
  /// Floats of a slab of the turned input: what the first cache of current processors holds besides the sums.
  private static let slabFloats = 7168

  /// A convolution that leaves out the zeros among its weights, or `nil` if the dense one is better.
  ///
  /// - Parameters:
  ///   - weights: `[channels, depth]`, row-major.
  ///   - pixels: Of the picture, which is in channel blocks and has no border.
  func sparseConvolution(weights: [Float], channels: Int, depth: Int, pixels: Int) -> (lk_sparse, SparseEntries)? {
    let used = weights.count { $0 != 0 }
    let turned = blockCount(channels) + blockCount(depth)
    let dense = depth * blockCount(channels) * channelLanes
    guard Double(used) * Self.entryCost + Double(turned) * Self.turnCost < Double(dense) else { return nil }
    let vectors = (pixels + channelLanes - 1) / channelLanes
    let most = Int(kernels.table.pointee.max_sparse_vectors)
    let tiles = (vectors + most - 1) / most
    let tileVectors = (vectors + tiles - 1) / tiles
    let slab = max(Self.slabFloats / (tileVectors * channelLanes) / channelLanes, 1) * channelLanes
    let blocks = blockCount(channels)

    var sparse = lk_sparse()
    sparse.pixels = Int32(pixels)
    sparse.input_blocks = Int32(blockCount(depth))
    sparse.blocks = Int32(blocks)
    sparse.block_stride = pixels * channelLanes
    sparse.tile_vectors = Int32(tileVectors)
    sparse.slab_channels = Int32(slab)
    sparse.slabs = Int32((depth + slab - 1) / slab)
    sparse.vector_end = Int32(vectors)
    sparse.block_end = Int32(blocks)
    var entries = SparseEntries()
    for first in stride(from: 0, to: depth, by: slab) {
      for n in 0..<(blocks * channelLanes) {
        if n % channelLanes == 0 { entries.starts.append(Int32(entries.values.count)) }
        let before = entries.values.count
        if n < channels {
          for k in first..<min(first + slab, depth) where weights[n * depth + k] != 0 {
            entries.offsets.append(Int32((k - first) * tileVectors * channelLanes))
            entries.values.append(weights[n * depth + k])
          }
        }
        entries.counts.append(Int32(entries.values.count - before))
      }
      entries.starts.append(Int32(entries.values.count))
    }
    return (sparse, entries)
  }

  /// The lists behind a sparse convolution, in the order of `lk_sparse`.
  struct SparseEntries {
    var counts: [Int32] = []
    var starts: [Int32] = []
    var offsets: [Int32] = []
    var values: [Float] = []
  }
}
