import Inference
import ModelFormat
import TestSupport
import Testing
import VisionBase

struct ReferenceInterpreterTests {
  private func graph() throws -> Graph {
    try TinyModel(
      tensors: [
        .init("in", [1, 3]), .init("weights", [2, 3], floats: [1, 2, 3, -1, 0, 1]), .init("bias", [2], floats: [10, 0]),
        .init("fc", [1, 2]), .init("softmax", [1, 2]), .init("negated", [1, 2]),
      ],
      operators: [
        .init(9, [0, 1, 2], [3]), .init(25, [3], [4], optionsType: 9, options: [0: .float(1)]), .init(59, [3], [5]),
      ], inputs: [0], outputs: [5, 4]
    ).graph()
  }

  @Test func outputsComeInTheGraphsOrder() throws {
    let outputs = try ReferenceInterpreter(graph: graph()).run(inputs: [[1, 1, 1]])
    try #require(outputs.count == 2)
    #expect(outputs[0] == [-16, 0])
    // 1 / (1 + e^16) and its complement.
    #expect(abs(outputs[1][1] - 1.125_351_6e-7) < 1e-13)
    #expect(abs(outputs[1][0] - 0.999_999_887) < 1e-7)
  }

  @Test func tensorsInsideCanBeObserved() throws {
    let values = try ReferenceInterpreter(graph: graph()).run(inputs: [[0, 1, 0]], observing: [3, 1])
    #expect(values[3] == ReferenceTensor(shape: [1, 2], values: [12, 0]))
    #expect(values[1]?.values == [1, 2, 3, -1, 0, 1])
    #expect(values.count == 2)
  }

  @Test func wrongInputsAreRefused() throws {
    let interpreter = ReferenceInterpreter(graph: try graph())
    for inputs in [[], [[1, 2]], [[1, 2, 3], [1]]] as [[[Float]]] {
      let error = try #require(throws: LandmarkError.self) { try interpreter.run(inputs: inputs) }
      #expect(error.code == .invalidArgument)
    }
  }

  @Test func aStaleGoldenNamesTheCommand() throws {
    let other = TestNetwork(id: "face_landmarker/face_detector", bytes: ModelBytes([1, 2, 3]))
    let error = try #require(throws: GoldenError.self) { try NetworkGolden.load(network: other, input: "head-8") }
    #expect(error.description.contains("another version of the network"))
    #expect(error.description.contains("python3 Scripts/dump-network-goldens.py Models Tests/Goldens"))
    #expect(throws: GoldenError.self) { try NetworkGolden.inputs(for: TestNetwork(id: "no/such", bytes: ModelBytes([]))) }
  }
}
