import ModelFormat

// Tensors of 8 channels fill half a block of 16 lanes. Where every operator that touches such a tensor can take it without
// the empty lanes, row-major as it is, half the arithmetic and half the memory traffic go away.

extension FusedGraph {
  /// Channels of a tensor that is kept without empty lanes: what the kernels for 8 lanes take.
  static let narrowChannels = 8

  /// The tensors of 8 channels that stay row-major between the operators on channel blocks.
  func narrowTensors(of graph: Graph) -> Set<Int> {
    var narrow = Set<Int>()
    for node in nodes where canWriteNarrow(node, graph) && isNarrowPicture(node.outputs[0], graph) {
      narrow.insert(node.outputs[0])
    }
    // Each round takes away what an operator cannot read, or cannot read unless another tensor is narrow as well.
    while true {
      var refused = Set<Int>()
      for node in nodes {
        for input in pictures(of: node) where narrow.contains(input) && !canReadNarrow(node, input, narrow, graph) {
          refused.insert(input)
        }
        if let output = node.outputs.first, narrow.contains(output), !canWrite(node, whenNarrow: narrow) {
          refused.insert(output)
        }
      }
      if refused.isEmpty { return narrow }
      narrow.subtract(refused)
    }
  }

  private func isNarrowPicture(_ tensor: Int, _ graph: Graph) -> Bool {
    let shape = graph.tensors[tensor].shape
    return shape.count == 4 && shape[0] == 1 && shape[3] == Self.narrowChannels
  }

  /// The operands that are pictures, not constants.
  private func pictures(of node: Node) -> [Int] {
    var operands = node.inputs
    if let residual = node.epilogue.residual { operands.append(residual) }
    return operands
  }

  private func canWriteNarrow(_ node: Node, _ graph: Graph) -> Bool {
    switch node.kind {
    case .conv2D, .resizeBilinear, .add: true
    case .depthwiseConv2D: node.isNarrowDepthwise(graph)
    default: false
    }
  }

  /// Depthwise convolutions, resizes and additions keep the layout: all their operands must be narrow too. So must what is
  /// added to a convolution.
  private func canWrite(_ node: Node, whenNarrow narrow: Set<Int>) -> Bool {
    let residual = node.epilogue.residual.map(narrow.contains) ?? true
    switch node.kind {
    case .conv2D: return residual
    case .depthwiseConv2D, .resizeBilinear: return narrow.contains(node.inputs[0])
    case .add: return node.inputs.allSatisfy(narrow.contains)
    default: return false
    }
  }

  private func canReadNarrow(_ node: Node, _ tensor: Int, _ narrow: Set<Int>, _ graph: Graph) -> Bool {
    switch node.kind {
    case .conv2D:
      // As its picture every convolution can; what is added has the layout of the output.
      return node.epilogue.residual != tensor || narrow.contains(node.outputs[0])
    case .depthwiseConv2D: return node.isNarrowDepthwise(graph) && narrow.contains(node.outputs[0])
    case .resizeBilinear, .add: return narrow.contains(node.outputs[0])
    default: return false
    }
  }
}

extension FusedGraph.Node {
  /// Whether it is a depthwise convolution that the kernel for 8 lanes computes.
  func isNarrowDepthwise(_ graph: Graph) -> Bool {
    guard case .depthwiseConv2D(let window, let multiplier, _) = kind, multiplier == 1 else { return false }
    let weights = graph.tensors[inputs[1]].shape
    let pads = explicitPadding ?? FusedGraph.SpatialPadding(top: 1, bottom: 1, left: 1, right: 1)
    return weights.count == 4 && weights[1] == 3 && weights[2] == 3 && window.strideHeight == 1 && window.strideWidth == 1
      && window.dilationHeight == 1 && window.dilationWidth == 1 && pads.top <= 1 && pads.left <= 1
  }
}
