import CLandmarkKernels

// How the heavy steps are split between the members of a team: by output rows or pixels where the picture is large, so
// that each member keeps its rows in its own cache, by channels where it is small, so that each streams only a part of
// the weights. Every output is still one sum in one order: results do not depend on the split.

extension Memory {
  /// Below this many pixels a convolution is split by channels.
  private static let smallPicture = 100

  /// The kernel's view of a convolution, all of it.
  func prepared(_ step: ConvolutionStep) -> lk_conv {
    var conv = step.conv
    conv.segment_offset = segmentOffsets + step.segmentStart
    conv.segment_length = segmentLengths + step.segmentStart
    conv.weights = read(step.weights)
    conv.bias = read(step.bias)
    conv.epilogue = epilogue(step.epilogue)
    conv.block_begin = 0
    conv.block_end = conv.blocks
    return conv
  }

  func convolve(_ step: ConvolutionStep, _ share: Share) {
    var conv = prepared(step)
    var input = read(step.input)
    var output = write(step.output)
    if share.count > 1 {
      let rows = Int(conv.rows)
      let pixels = Int(conv.pixels)
      if rows > 1, rows >= share.count {
        let part = share.range(of: rows)
        advance(
          &conv, &input, &output, input: part.lowerBound * conv.input_row_stride, output: part.lowerBound * conv.output_row_stride
        )
        conv.rows = Int32(part.count)
      } else if rows == 1, pixels >= Self.smallPicture {
        let part = share.range(of: pixels)
        advance(
          &conv, &input, &output, input: part.lowerBound * conv.input_pixel_stride,
          output: part.lowerBound * conv.output_pixel_stride)
        conv.pixels = Int32(part.count)
      } else {
        let part = share.range(of: Int(conv.blocks))
        conv.block_begin = panelStart(near: part.lowerBound, of: conv.blocks)
        conv.block_end = panelStart(near: part.upperBound, of: conv.blocks)
      }
      guard conv.rows > 0, conv.pixels > 0, conv.block_begin < conv.block_end else { return }
    }
    table.pointee.conv(table, &conv, input, output)
  }

  /// Moves the start of what is computed; the residual has the output's order.
  private func advance(
    _ conv: inout lk_conv, _ input: inout UnsafePointer<Float>, _ output: inout UnsafeMutablePointer<Float>,
    input inputOffset: Int,
    output outputOffset: Int
  ) {
    input += inputOffset
    output += outputOffset
    if let residual = conv.epilogue.residual { conv.epilogue.residual = residual + outputOffset }
  }

  /// The first block of the panel of weights that `block` lies in; the end for the end.
  private func panelStart(near block: Int, of blocks: Int32) -> Int32 {
    var start: Int32 = 0
    while start < blocks {
      let next = start + lk_panel_width(table, start, blocks)
      if next > block { return start }
      start = next
    }
    return blocks
  }

  func convolveSparse(_ step: SparseConvolutionStep, _ share: Share) {
    var sparse = step.sparse
    sparse.count = indices + step.countStart
    sparse.start = indices + step.startStart
    sparse.offset = indices + step.offsetStart
    sparse.value = read(step.values)
    sparse.bias = read(step.bias)
    sparse.epilogue = epilogue(step.epilogue)
    let vectors = Int(sparse.vector_end)
    let tiles = (vectors + Int(sparse.tile_vectors) - 1) / Int(sparse.tile_vectors)
    // By tiles if that is even: by output channels every member turns the whole input around for itself.
    if tiles % share.count == 0 || tiles >= 4 * share.count {
      let part = share.range(of: tiles)
      sparse.vector_begin = Int32(part.lowerBound) * sparse.tile_vectors
      sparse.vector_end = min(Int32(part.upperBound) * sparse.tile_vectors, sparse.vector_end)
    } else {
      let part = share.range(of: Int(sparse.blocks))
      sparse.block_begin = Int32(part.lowerBound)
      sparse.block_end = Int32(part.upperBound)
    }
    guard sparse.vector_begin < sparse.vector_end, sparse.block_begin < sparse.block_end else { return }
    table.pointee.sparse(&sparse, read(step.input), write(step.output), scratch + share.member * scratchCount)
  }

  func convolveSingle(_ step: SingleConvolutionStep, _ share: Share) {
    var single = step.single
    single.weights = read(step.weights)
    let rows = share.range(of: Int(single.output_height))
    guard !rows.isEmpty else { return }
    single.row_begin = Int32(rows.lowerBound)
    single.row_end = Int32(rows.upperBound)
    table.pointee.single(&single, read(step.input), write(step.output), scratch + share.member * scratchCount)
  }

  /// The kernel's view of a depthwise convolution, all of it.
  func prepared(_ step: DepthwiseStep) -> lk_depthwise {
    var depthwise = step.depthwise
    depthwise.weights = read(step.weights)
    depthwise.bias = read(step.bias)
    depthwise.slopes = step.slopes.map(read)
    depthwise.block_begin = 0
    depthwise.block_end = Int32(step.blocks)
    return depthwise
  }

  /// The kernel for the layout of a depthwise convolution.
  func kernel(of step: DepthwiseStep)
    -> @convention(c) (
      UnsafePointer<lk_depthwise>?, UnsafePointer<Float>?, UnsafeMutablePointer<Float>?
    ) -> Void
  {
    step.lanes == channelLanes ? table.pointee.depthwise : table.pointee.depthwise_eight
  }

  func convolveDepthwise(_ step: DepthwiseStep, _ share: Share) {
    var depthwise = prepared(step)
    let height = Int(depthwise.output_height)
    let width = Int(depthwise.output_width)
    let byRows = height * width >= Self.smallPicture || step.blocks < share.count
    let rows = byRows ? share.range(of: height) : 0..<height
    let blocks = byRows ? 0..<step.blocks : share.range(of: step.blocks)
    depthwise.row_begin = Int32(rows.lowerBound)
    depthwise.row_end = Int32(rows.upperBound)
    depthwise.block_begin = Int32(blocks.lowerBound)
    depthwise.block_end = Int32(blocks.upperBound)
    kernel(of: step)(&depthwise, read(step.input), write(step.output))
  }

  func resize(_ step: ResizeStep, _ share: Share) {
    var resize = step.resize
    let first = indices + step.indexStart
    let height = Int(resize.output_height)
    let width = Int(resize.output_width)
    resize.y0 = first
    resize.y1 = first + height
    resize.x0 = first + 2 * height
    resize.x1 = first + 2 * height + width
    resize.fy = read(step.weightStart)
    resize.fx = read(step.weightStart) + height
    let rows = share.range(of: height)
    resize.row_begin = Int32(rows.lowerBound)
    resize.row_end = Int32(rows.upperBound)
    if step.lanes == channelLanes {
      table.pointee.resize(&resize, read(step.input), write(step.output))
    } else {
      table.pointee.resize_eight(&resize, read(step.input), write(step.output))
    }
  }

  func applyEpilogue(_ step: EpilogueStep, _ share: Share) {
    var operands = epilogue(step.operands)
    guard step.lanes == channelLanes else {
      if share.isFirst { table.pointee.epilogue_eight(&operands, read(step.input), write(step.output), step.pixels, 1) }
      return
    }
    let blocks = share.range(of: Int(step.blocks))
    guard !blocks.isEmpty else { return }
    let first = blocks.lowerBound
    operands.pre_slopes = operands.pre_slopes.map { $0 + first * channelLanes }
    operands.post_slopes = operands.post_slopes.map { $0 + first * channelLanes }
    operands.residual = operands.residual.map { $0 + first * operands.residual_block_stride }
    operands.residual_blocks -= Int32(first)
    let offset = first * Int(step.pixels) * channelLanes
    table.pointee.epilogue(&operands, read(step.input) + offset, write(step.output) + offset, step.pixels, Int32(blocks.count))
  }

  func fullyConnect(_ step: FullyConnectedStep, _ share: Share) {
    let columns = Int(step.columns)
    let depth = Int(step.depth)
    // With one row the columns are independent pieces of memory; with more they interleave.
    let blocks = step.rows == 1 ? share.range(of: blockCount(columns)) : (share.isFirst ? 0..<blockCount(columns) : 0..<0)
    guard !blocks.isEmpty else { return }
    let first = blocks.lowerBound * channelLanes
    table.pointee.fully_connected(
      read(step.input), read(step.weights) + first * depth, read(step.bias) + first, write(step.output) + first, step.rows,
      step.depth, Int32(step.rows == 1 ? min(columns, blocks.upperBound * channelLanes) - first : columns), step.activation)
  }
}
