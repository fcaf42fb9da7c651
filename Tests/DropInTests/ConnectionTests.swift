import Foundation
import MediaPipeTasksVision
import TestSupport
import Testing

private let hasConnections = TestFiles.shared != nil

struct ConnectionTests {
  @Test(.enabled(if: hasConnections, "needs ../shared/spec/connections.json"))
  func listsAreThoseOfTheOriginalsHeaders() throws {
    let file = try #require(TestFiles.shared).appendingPathComponent("spec/connections.json")
    let json = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let lists: [String: [String: [Connection]]] = [
      "HandLandmarker": [
        "handPalmConnections": HandLandmarker.handPalmConnections, "handThumbConnections": HandLandmarker.handThumbConnections,
        "handIndexFingerConnections": HandLandmarker.handIndexFingerConnections,
        "handMiddleFingerConnections": HandLandmarker.handMiddleFingerConnections,
        "handRingFingerConnections": HandLandmarker.handRingFingerConnections,
        "handPinkyConnections": HandLandmarker.handPinkyConnections, "handConnections": HandLandmarker.handConnections,
      ],
      "FaceLandmarker": [
        "lipsConnections": FaceLandmarker.lipsConnections(), "leftEyeConnections": FaceLandmarker.leftEyeConnections(),
        "leftEyebrowConnections": FaceLandmarker.leftEyebrowConnections(),
        "leftIrisConnections": FaceLandmarker.leftIrisConnections(),
        "rightEyeConnections": FaceLandmarker.rightEyeConnections(),
        "rightEyebrowConnections": FaceLandmarker.rightEyebrowConnections(),
        "rightIrisConnections": FaceLandmarker.rightIrisConnections(),
        "faceOvalConnections": FaceLandmarker.faceOvalConnections(),
        "tesselationConnections": FaceLandmarker.tesselationConnections(),
        "contoursConnections": FaceLandmarker.contoursConnections(), "faceConnections": FaceLandmarker.faceConnections(),
      ],
      "PoseLandmarker": ["poseLandmarks": PoseLandmarker.poseLandmarks],
    ]
    for (type, named) in lists {
      let expected = try #require(json[type] as? [String: [[Int]]])
      #expect(Set(expected.keys) == Set(named.keys))
      for (name, list) in named { #expect(list.map { [Int($0.start), Int($0.end)] } == expected[name], "\(type).\(name)") }
    }
  }

  @Test func listsHaveTheDocumentedLengths() {
    #expect(HandLandmarker.handConnections.count == 21)
    #expect(FaceLandmarker.contoursConnections().count == 132)
    #expect(FaceLandmarker.faceConnections().count == 2728)
    #expect(FaceLandmarker.rightIrisConnections().map(\.start) == [469, 470, 471, 472])
    #expect(PoseLandmarker.poseLandmarks.count == 35)
  }
}
