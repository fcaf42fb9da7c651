import CLandmarkKernels

// The parts of the heavy steps that one member of a team computes, as the step's `Split` says.

extension Memory {
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

  func convolve(_ step: ConvolutionStep, _ part: Part) {
    var conv = prepared(step)
    let rows = part.range(along: .rows, of: conv.rows)
    let pixels = part.range(along: .pixels, of: conv.pixels)
    let inputOffset = Int(rows.lowerBound) * conv.input_row_stride + Int(pixels.lowerBound) * conv.input_pixel_stride
    let outputOffset = Int(rows.lowerBound) * conv.output_row_stride + Int(pixels.lowerBound) * conv.output_pixel_stride
    conv.rows = Int32(rows.count)
    conv.pixels = Int32(pixels.count)
    if part.axis == .panels {
      conv.block_begin = panelStart(part.range.lowerBound, of: conv.blocks)
      conv.block_end = panelStart(part.range.upperBound, of: conv.blocks)
    }
    // The residual has the output's order.
    if let residual = conv.epilogue.residual { conv.epilogue.residual = residual + outputOffset }
    table.pointee.conv(table, &conv, read(step.input) + inputOffset, write(step.output) + outputOffset)
  }

  /// The first block of a panel of weights; the end of the blocks for the one after the last.
  private func panelStart(_ panel: Int, of blocks: Int32) -> Int32 {
    var start: Int32 = 0
    for _ in 0..<panel { start += lk_panel_width(table, start, blocks) }
    return start
  }

  func convolveSparse(_ step: SparseConvolutionStep, _ part: Part) {
    var sparse = step.sparse
    sparse.count = indices + step.countStart
    sparse.start = indices + step.startStart
    sparse.offset = indices + step.offsetStart
    sparse.value = read(step.values)
    sparse.bias = read(step.bias)
    sparse.epilogue = epilogue(step.epilogue)
    let tiles = part.range(along: .tiles, of: step.tiles)
    let blocks = part.range(along: .blocks, of: sparse.blocks)
    sparse.vector_begin = tiles.lowerBound * sparse.tile_vectors
    // The last tile may have fewer vectors.
    sparse.vector_end = min(tiles.upperBound * sparse.tile_vectors, sparse.vector_end)
    sparse.block_begin = blocks.lowerBound
    sparse.block_end = blocks.upperBound
    table.pointee.sparse(&sparse, read(step.input), write(step.output), scratch + part.member * scratchCount)
  }

  func convolveSingle(_ step: SingleConvolutionStep, _ part: Part) {
    var single = step.single
    single.weights = read(step.weights)
    let rows = part.range(along: .rows, of: single.output_height)
    single.row_begin = rows.lowerBound
    single.row_end = rows.upperBound
    table.pointee.single(&single, read(step.input), write(step.output), scratch + part.member * scratchCount)
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

  func convolveDepthwise(_ step: DepthwiseStep, _ part: Part) {
    var depthwise = prepared(step)
    let rows = part.range(along: .rows, of: depthwise.output_height)
    let blocks = part.range(along: .blocks, of: Int32(step.blocks))
    depthwise.row_begin = rows.lowerBound
    depthwise.row_end = rows.upperBound
    depthwise.block_begin = blocks.lowerBound
    depthwise.block_end = blocks.upperBound
    kernel(of: step)(&depthwise, read(step.input), write(step.output))
  }

  func resize(_ step: ResizeStep, _ part: Part) {
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
    let rows = part.range(along: .rows, of: resize.output_height)
    resize.row_begin = rows.lowerBound
    resize.row_end = rows.upperBound
    if step.lanes == channelLanes {
      table.pointee.resize(&resize, read(step.input), write(step.output))
    } else {
      table.pointee.resize_eight(&resize, read(step.input), write(step.output))
    }
  }

  func applyEpilogue(_ step: EpilogueStep, _ part: Part) {
    var operands = epilogue(step.operands)
    let blocks = part.range(along: .blocks, of: step.blocks)
    let pixels = part.range(along: .pixels, of: step.pixels)
    let first = Int(blocks.lowerBound)
    let pixelOffset = Int(pixels.lowerBound) * step.lanes
    operands.pre_slopes = operands.pre_slopes.map { $0 + first * channelLanes }
    operands.post_slopes = operands.post_slopes.map { $0 + first * channelLanes }
    operands.residual = operands.residual.map { $0 + first * operands.residual_block_stride + pixelOffset }
    operands.residual_blocks -= blocks.lowerBound
    let offset = first * Int(step.pixels) * step.lanes + pixelOffset
    let (input, output) = (read(step.input) + offset, write(step.output) + offset)
    if step.lanes == channelLanes {
      table.pointee.epilogue(&operands, input, output, Int32(pixels.count), Int32(blocks.count))
    } else {
      table.pointee.epilogue_eight(&operands, input, output, Int32(pixels.count), Int32(blocks.count))
    }
  }

  func fullyConnect(_ step: FullyConnectedStep, _ part: Part) {
    let blocks = part.range(along: .blocks, of: Int32(blockCount(Int(step.columns))))
    let first = Int(blocks.lowerBound) * channelLanes
    let columns = min(Int(step.columns), Int(blocks.upperBound) * channelLanes) - first
    table.pointee.fully_connected(
      read(step.input), read(step.weights) + first * Int(step.depth), read(step.bias) + first, write(step.output) + first,
      step.rows, step.depth, Int32(columns), step.activation)
  }
}
