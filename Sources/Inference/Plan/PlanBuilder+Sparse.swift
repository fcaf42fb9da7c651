import CLandmarkKernels
import KernelSets
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
  ///   - weights: Float32 `[channels, depth]`, row-major.
  ///   - pixels: Of the picture, which is in channel blocks and has no border.
  func sparseConvolution(weights: ConstantData, channels: Int, depth: Int, pixels: Int) -> (lk_sparse, SparseEntries)? {
    // Counting is only worth its time where the file says that there are zeros.
    guard weights.isSparse, let values = weights.floats() else { return nil }
    let used = values.withUnsafeBufferPointer { $0.reduce(0) { $0 + ($1 == 0 ? 0 : 1) } }
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
    let entries = values.withUnsafeBufferPointer {
      SparseEntries(
        of: $0, used: used, channels: channels, depth: depth, slab: slab, offsetStep: tileVectors * channelLanes)
    }
    return (sparse, entries)
  }

  /// The lists behind a sparse convolution, in the order of `lk_sparse`.
  struct SparseEntries {
    private(set) var counts: [Int32] = []
    private(set) var starts: [Int32] = []
    private(set) var offsets: [Int32] = []
    private(set) var values: [Float] = []

    /// - Parameters:
    ///   - weights: `[channels, depth]`, of which `used` are not zero.
    ///   - slab: Input channels per slab.
    ///   - offsetStep: Distance of two input channels.
    init(of weights: UnsafeBufferPointer<Float>, used: Int, channels: Int, depth: Int, slab: Int, offsetStep: Int) {
      let rows = blockCount(channels) * channelLanes
      var total = 0
      // Every weight is written and the next one overwrites it if it was zero: a branch would be guessed wrongly for
      // every fourth. So there is one place more than there are entries.
      var places = Array(repeating: Int32(0), count: used + 1)
      values = Array(repeating: 0, count: used + 1)
      places.withUnsafeMutableBufferPointer { places in
        values.withUnsafeMutableBufferPointer { values in
          for first in stride(from: 0, to: depth, by: slab) {
            let end = min(first + slab, depth)
            for n in 0..<rows {
              if n % channelLanes == 0 { starts.append(Int32(total)) }
              let before = total
              if n < channels {
                for k in first..<end {
                  let weight = weights[n * depth + k]
                  values[total] = weight
                  places[total] = Int32((k - first) * offsetStep)
                  total += weight == 0 ? 0 : 1
                }
              }
              counts.append(Int32(total - before))
            }
            starts.append(Int32(total))
          }
        }
      }
      places.removeLast()
      offsets = places
      values.removeLast()
    }
  }
}
