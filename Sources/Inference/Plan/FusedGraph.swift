import ModelFormat
import VisionBase

/// The live operators of a graph in execution order, with activations and residual additions folded into the
/// convolution before them and zero padding folded into the convolution after it.
struct FusedGraph {
  struct Node {
    var kind: OperationKind
    var inputs: [Int]
    var outputs: [Int]
    var epilogue = Epilogue()
    /// Zeros around the picture that a folded `PAD` asks for; only with ``kind`` convolution or depthwise.
    var explicitPadding: SpatialPadding?
    /// Position of the operator in the graph, for messages.
    var position: Int
  }

  /// Applied to a convolution's sum in this order: `pre`, then plus `residual`, then `post`.
  struct Epilogue {
    var pre = Activation.none
    var residual: Int?
    var post = Activation.none
  }

  enum Activation: Hashable {
    case none, relu, reluN1To1, relu6
    /// Slopes per channel: a constant tensor with as many elements as there are channels.
    case prelu(slopes: Int)

    init(_ fused: FusedActivation) {
      switch fused {
      case .none: self = .none
      case .relu: self = .relu
      case .reluN1To1: self = .reluN1To1
      case .relu6: self = .relu6
      }
    }
  }

  struct SpatialPadding: Hashable {
    var top: Int
    var bottom: Int
    var left: Int
    var right: Int
  }

  private(set) var nodes: [Node] = []
  private let graph: Graph

  /// - Parameter outputs: tensors that must be computed; operators that none of them needs are left out.
  init(graph: Graph, outputs: [Int]) {
    self.graph = graph
    let live = Self.liveOperations(graph, outputs: outputs)
    var consumers: [Int: [Int]] = [:]  // tensor -> positions of live operators
    var producer: [Int: Int] = [:]
    for position in live {
      for tensor in graph.operations[position].inputs where tensor >= 0 { consumers[tensor, default: []].append(position) }
      for tensor in graph.operations[position].outputs { producer[tensor] = position }
    }
    let kept = Set(outputs)
    var absorbed = Set<Int>()
    var placedAt: [Int: Node] = [:]

    for position in live where !absorbed.contains(position) {
      let operation = graph.operations[position]
      var node = Node(kind: operation.kind, inputs: operation.inputs, outputs: operation.outputs, position: position)
      var last = position
      switch operation.kind {
      case .conv2D(_, let activation):
        node.epilogue.pre = Activation(activation)
        foldPadding(into: &node, producer: producer)
        last = absorb(
          into: &node, from: position, consumers: consumers, producer: producer, kept: kept, absorbed: &absorbed, residuals: true)
      case .depthwiseConv2D(_, _, let activation):
        node.epilogue.pre = Activation(activation)
        foldPadding(into: &node, producer: producer)
        last = absorb(
          into: &node, from: position, consumers: consumers, producer: producer, kept: kept, absorbed: &absorbed, residuals: false
        )
      default: break
      }
      placedAt[last] = node
    }
    nodes = Self.withoutDeadNodes(live.compactMap { placedAt[$0] }, outputs: kept)
  }

  /// Follows the only consumers of the node's output and takes over activations and at most one addition.
  /// Returns the position of the last operator taken over: there all operands exist.
  private func absorb(
    into node: inout Node, from start: Int, consumers: [Int: [Int]], producer: [Int: Int], kept: Set<Int>,
    absorbed: inout Set<Int>, residuals: Bool
  ) -> Int {
    var last = start
    while true {
      let output = node.outputs[0]
      guard !kept.contains(output), let next = consumers[output], next.count == 1 else { return last }
      let operation = graph.operations[next[0]]
      guard !absorbed.contains(next[0]) else { return last }
      if let activation = standaloneActivation(operation, of: output) {
        if node.epilogue.residual != nil {
          guard node.epilogue.post == .none else { return last }
          node.epilogue.post = activation
        } else {
          guard node.epilogue.pre == .none else { return last }
          node.epilogue.pre = activation
        }
      } else if residuals, node.epilogue.residual == nil, case .add(let activation) = operation.kind,
        let other = residualOperand(operation, of: output, producer: producer)
      {
        node.epilogue.residual = other
        node.epilogue.post = Activation(activation)
      } else {
        return last
      }
      absorbed.insert(next[0])
      node.outputs = operation.outputs
      last = next[0]
    }
  }

  /// The activation that an operator of its own applies to `input`, if it is one that an epilogue can do.
  private func standaloneActivation(_ operation: Operation, of input: Int) -> Activation? {
    switch operation.kind {
    case .relu: .relu
    case .relu6: .relu6
    case .prelu where operation.inputs[0] == input: channelSlopes(operation.inputs[1], channelsOf: input).map(Activation.prelu)
    default: nil
    }
  }

  /// `slopes` if it is a constant with one value per channel.
  private func channelSlopes(_ slopes: Int, channelsOf tensor: Int) -> Int? {
    let channels = graph.tensors[tensor].shape.last ?? 0
    let candidate = graph.tensors[slopes]
    return candidate.constant != nil && candidate.elementCount == channels && candidate.shape.last == channels ? slopes : nil
  }

  /// The other operand of an addition if it has the same shape, or the same picture with fewer channels behind a `PAD`
  /// (missing channel blocks count as zero).
  private func residualOperand(_ operation: Operation, of output: Int, producer: [Int: Int]) -> Int? {
    let other = operation.inputs[0] == output ? operation.inputs[1] : operation.inputs[0]
    let shape = graph.tensors[output].shape
    guard other != output, graph.tensors[other].constant == nil, graph.tensors[other].shape == shape, shape.count == 4,
      shape[0] == 1
    else { return nil }
    if let position = producer[other], let pads = constantPads(graph.operations[position]),
      pads.dropLast().allSatisfy({ $0 == (0, 0) }), pads[3].0 == 0
    {
      return graph.operations[position].inputs[0]
    }
    return other
  }

  /// Lets a `VALID` convolution read the tensor in front of a zero `PAD` of rows and columns.
  private func foldPadding(into node: inout Node, producer: [Int: Int]) {
    let window: Window
    switch node.kind {
    case .conv2D(let w, _): window = w
    case .depthwiseConv2D(let w, _, _): window = w
    default: return
    }
    guard window.padding == .valid, let position = producer[node.inputs[0]],
      let pads = constantPads(graph.operations[position]), pads.count == 4, pads[0] == (0, 0), pads[3] == (0, 0)
    else { return }
    // A window that lies wholly in the padding is nothing the kernels know of: such a PAD stays an operator of its own.
    let weights = graph.tensors[node.inputs[1]].shape
    let reach = (
      (weights[1] - 1) * window.dilationHeight + 1, (weights[2] - 1) * window.dilationWidth + 1
    )
    guard max(pads[1].0, pads[1].1) < reach.0, max(pads[2].0, pads[2].1) < reach.1 else { return }
    node.inputs[0] = graph.operations[position].inputs[0]
    node.explicitPadding = SpatialPadding(top: pads[1].0, bottom: pads[1].1, left: pads[2].0, right: pads[2].1)
  }

  /// Amounts per axis if the operator is a `PAD` with constant amounts of a rank-4 tensor.
  private func constantPads(_ operation: Operation) -> [(Int, Int)]? {
    guard case .pad = operation.kind, graph.tensors[operation.inputs[0]].shape.count == 4,
      let amounts = graph.tensors[operation.inputs[1]].constant?.integers(), amounts.count == 8
    else { return nil }
    return (0..<4).map { (Int(amounts[2 * $0]), Int(amounts[2 * $0 + 1])) }
  }

  private static func liveOperations(_ graph: Graph, outputs: [Int]) -> [Int] {
    var needed = Set(outputs)
    var live: [Int] = []
    for position in graph.operations.indices.reversed() {
      let operation = graph.operations[position]
      guard operation.outputs.contains(where: needed.contains) else { continue }
      live.append(position)
      needed.formUnion(operation.inputs)
    }
    return live.reversed()
  }

  /// Folding leaves operators behind that nobody reads any more.
  private static func withoutDeadNodes(_ nodes: [Node], outputs: Set<Int>) -> [Node] {
    var needed = outputs
    var kept: [Node] = []
    for node in nodes.reversed() where node.outputs.contains(where: needed.contains) {
      kept.append(node)
      needed.formUnion(node.inputs)
      if let residual = node.epilogue.residual { needed.insert(residual) }
      for case .prelu(let slopes) in [node.epilogue.pre, node.epilogue.post] { needed.insert(slopes) }
    }
    return kept.reversed()
  }
}
