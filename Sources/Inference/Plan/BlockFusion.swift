import CLandmarkKernels

// A depthwise convolution and the pointwise one after it, where the tensor in between is too large for the second cache:
// computed in bands of rows, so that what the first part writes is still near when the second part reads it.
//
// Blocks that begin with a pointwise convolution were tried the same way and are not worth it: with 9 blocks at 56 × 56
// both orders take the same time, as the second convolution already runs at the processor's limit.

/// A block in bands; the working memory of a band is each thread's own.
struct BlockStep: Sendable {
  var depthwise: DepthwiseStep
  /// Pointwise convolution after, with the epilogue of the block. Its segments are those of a band.
  var project: ConvolutionStep
  /// Output rows of a band.
  var band: Int

  /// Floats of one channel block of a band.
  var plane: Int { band * Int(depthwise.depthwise.output_width) * depthwise.lanes }
  var scratchCount: Int { depthwise.blocks * plane }
}

extension PlanBuilder {
  /// A tensor in between that takes less than this many bytes stays in the second cache anyway.
  private static let fusedBytes = 768 << 10
  /// What the band of a thread may take.
  private static let bandBytes = 64 << 10

  /// Puts the steps of large blocks together and stretches the lifetimes of what they read and write over the block.
  mutating func fuseBlocks() {
    var fused: [UnplacedStep] = []
    var position = 0
    while position < steps.count {
      guard let block = block(at: position) else {
        fused.append(steps[position])
        position += 1
        continue
      }
      let layouts = StepLayouts(input: steps[position].layouts.input, output: steps[position + 1].layouts.output)
      fused.append(UnplacedStep(step: .block(block), layouts: layouts))
      stretchLifetimes(over: position...position + 1)
      drop(block.depthwise.output)
      position += 2
    }
    replaceSteps(fused)
  }

  /// The block of a step and the next one; `nil` if they are none or it is not worth it.
  private mutating func block(at position: Int) -> BlockStep? {
    guard position + 1 < steps.count, case .depthwise(let depthwise) = steps[position].step,
      case .convolution(var project) = steps[position + 1].step, isPassed(depthwise.output, from: position, to: project.input),
      // What is added must not be the tensor that is not kept.
      project.epilogue.residual.map({ $0.space != .arena || $0.offset != depthwise.output.offset }) ?? true
    else { return nil }
    let shape = depthwise.depthwise
    let pixels = shape.output_height * shape.output_width
    let isPointwise =
      project.conv.rows == 1 && project.conv.pixels == pixels && project.conv.input_pixel_stride == depthwise.lanes
    guard isPointwise, shape.dilation_y == 1, Int(pixels) * depthwise.blocks * depthwise.lanes * 4 > Self.fusedBytes else {
      return nil
    }
    // Pairs of rows are what the depthwise kernel likes.
    let row = Int(shape.output_width) * depthwise.blocks * depthwise.lanes * 4
    let block = BlockStep(
      depthwise: depthwise, project: project, band: min(max(Self.bandBytes / row / 2, 1) * 2, Int(shape.output_height)))
    let lengths = (0..<Int(project.conv.segments)).map { Int(segmentLengths[project.segmentStart + $0]) }
    project.segmentStart = addSegments(lengths.enumerated().map { ($0.offset * block.plane, $0.element) })
    return BlockStep(depthwise: depthwise, project: project, band: block.band)
  }

  /// Whether a buffer is written by one step, read by the next one and by nobody else.
  private func isPassed(_ written: Location, from position: Int, to read: Location) -> Bool {
    guard written.space == .arena, read.space == .arena, written.offset == read.offset else { return false }
    let buffer = buffers[written.offset]
    return buffer.firstStep == position && buffer.lastStep == position + 1
  }
}

extension Memory {
  func computeBlock(_ step: BlockStep, _ part: Part) {
    var depthwise = prepared(step.depthwise)
    let shared = part.range(along: .rows, of: depthwise.output_height)
    let rows = Int(shared.lowerBound)..<Int(shared.upperBound)
    let (taps, stride, pad) = (Int(depthwise.kernel_height), Int(depthwise.stride_y), Int(depthwise.pad_top))
    let height = Int(depthwise.input_height)
    let band = scratch + part.member * scratchCount
    depthwise.row_begin = 0
    depthwise.output_block_stride = step.plane
    var project = prepared(step.project)
    for y in Swift.stride(from: rows.lowerBound, to: rows.upperBound, by: step.band) {
      let count = min(step.band, rows.upperBound - y)
      let top = min(max(0, y * stride - pad), height)
      let needed = top..<max(top, min(height, (y + count - 1) * stride - pad + taps))
      // The band as a picture of its own.
      depthwise.row_end = Int32(count)
      depthwise.pad_top = Int32(needed.lowerBound - (y * stride - pad))
      depthwise.input_height = Int32(needed.count)
      kernel(of: step.depthwise)(&depthwise, read(step.depthwise.input) + needed.lowerBound * depthwise.input_row_stride, band)
      let offset = y * Int(depthwise.output_width) * project.output_pixel_stride
      project.pixels = Int32(count) * depthwise.output_width
      project.epilogue.residual = step.project.epilogue.residual.map { read($0) + offset }
      table.pointee.conv(table, &project, band, write(step.project.output) + offset)
    }
  }
}
