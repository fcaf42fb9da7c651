package import ModelFormat

// Operators that slide a window over a picture.
extension ReferenceOperators {
  /// Convolution. `weights` are output channel, height, width, input channel; `bias` has one value per output channel.
  package static func conv2D(
    _ image: ReferenceTensor, weights: ReferenceTensor, bias: [Float]?, window: Window, activation: FusedActivation = .none
  ) -> ReferenceTensor {
    let (outputChannels, channels) = (weights.shape[0], weights.shape[3])
    precondition(image.shape[3] == channels && bias.map { $0.count == outputChannels } ?? true)
    let grid = WindowGrid(image: image.shape, filterHeight: weights.shape[1], filterWidth: weights.shape[2], window: window)
    return ReferenceTensor(shape: grid.outputShape(channels: outputChannels)) { output in
      image.values.withUnsafeBufferPointer { pixels in
        weights.values.withUnsafeBufferPointer { filter in
          let filterSize = grid.filterHeight * grid.filterWidth * channels
          grid.forEachPosition { outputPixel, batchStart, top, left in
            for channel in 0..<outputChannels {
              var sum = Double(bias?[channel] ?? 0)
              for tapY in 0..<grid.filterHeight {
                let y = top + tapY * window.dilationHeight
                guard y >= 0, y < grid.height else { continue }
                for tapX in 0..<grid.filterWidth {
                  let x = left + tapX * window.dilationWidth
                  guard x >= 0, x < grid.width else { continue }
                  let pixel = batchStart + (y * grid.width + x) * channels
                  let tap = channel * filterSize + (tapY * grid.filterWidth + tapX) * channels
                  for inner in 0..<channels { sum += Double(pixels[pixel + inner]) * Double(filter[tap + inner]) }
                }
              }
              output[outputPixel * outputChannels + channel] = activate(Float(sum), activation)
            }
          }
        }
      }
    }
  }

  /// Depthwise convolution. `weights` are 1, height, width, channels × multiplier; output channel `c · multiplier + m`
  /// sees input channel `c` only.
  package static func depthwiseConv2D(
    _ image: ReferenceTensor, weights: ReferenceTensor, bias: [Float]?, window: Window, multiplier: Int = 1,
    activation: FusedActivation = .none
  ) -> ReferenceTensor {
    let channels = image.shape[3]
    let outputChannels = weights.shape[3]
    precondition(outputChannels == channels * multiplier && bias.map { $0.count == outputChannels } ?? true)
    let grid = WindowGrid(image: image.shape, filterHeight: weights.shape[1], filterWidth: weights.shape[2], window: window)
    return ReferenceTensor(shape: grid.outputShape(channels: outputChannels)) { output in
      image.values.withUnsafeBufferPointer { pixels in
        weights.values.withUnsafeBufferPointer { filter in
          grid.forEachPosition { outputPixel, batchStart, top, left in
            for channel in 0..<outputChannels {
              var sum = Double(bias?[channel] ?? 0)
              for tapY in 0..<grid.filterHeight {
                let y = top + tapY * window.dilationHeight
                guard y >= 0, y < grid.height else { continue }
                for tapX in 0..<grid.filterWidth {
                  let x = left + tapX * window.dilationWidth
                  guard x >= 0, x < grid.width else { continue }
                  let pixel = pixels[batchStart + (y * grid.width + x) * channels + channel / multiplier]
                  sum += Double(pixel) * Double(filter[(tapY * grid.filterWidth + tapX) * outputChannels + channel])
                }
              }
              output[outputPixel * outputChannels + channel] = activate(Float(sum), activation)
            }
          }
        }
      }
    }
  }

  /// Largest value of each window and channel; pixels outside the picture do not count.
  package static func maxPool2D(
    _ image: ReferenceTensor, filterHeight: Int, filterWidth: Int, window: Window, activation: FusedActivation = .none
  ) -> ReferenceTensor {
    let channels = image.shape[3]
    let grid = WindowGrid(image: image.shape, filterHeight: filterHeight, filterWidth: filterWidth, window: window)
    return ReferenceTensor(shape: grid.outputShape(channels: channels)) { output in
      image.values.withUnsafeBufferPointer { pixels in
        grid.forEachPosition { outputPixel, batchStart, top, left in
          for channel in 0..<channels {
            var largest = -Float.infinity
            for y in max(top, 0)..<min(top + filterHeight, grid.height) {
              for x in max(left, 0)..<min(left + filterWidth, grid.width) {
                largest = max(largest, pixels[batchStart + (y * grid.width + x) * channels + channel])
              }
            }
            output[outputPixel * channels + channel] = activate(largest, activation)
          }
        }
      }
    }
  }
}

/// The positions of a window on a picture.
private struct WindowGrid {
  let batches: Int
  let height: Int
  let width: Int
  let channels: Int
  let filterHeight: Int
  let filterWidth: Int
  let window: Window
  let rows: WindowExtent
  let columns: WindowExtent

  init(image: [Int], filterHeight: Int, filterWidth: Int, window: Window) {
    (batches, height, width, channels) = (image[0], image[1], image[2], image[3])
    self.filterHeight = filterHeight
    self.filterWidth = filterWidth
    self.window = window
    rows = window.vertical(inputSize: height, filterSize: filterHeight)
    columns = window.horizontal(inputSize: width, filterSize: filterWidth)
  }

  func outputShape(channels: Int) -> [Int] { [batches, rows.outputSize, columns.outputSize, channels] }

  /// Calls `body` for each window with the number of the output pixel, the first element of the batch's picture, and
  /// the window's first row and column, which may be negative.
  @inline(__always)
  func forEachPosition(_ body: (_ outputPixel: Int, _ batchStart: Int, _ top: Int, _ left: Int) -> Void) {
    var outputPixel = 0
    for batch in 0..<batches {
      for row in 0..<rows.outputSize {
        for column in 0..<columns.outputSize {
          body(
            outputPixel, batch * height * width * channels, row * window.strideHeight - rows.padBefore,
            column * window.strideWidth - columns.padBefore)
          outputPixel += 1
        }
      }
    }
  }
}
