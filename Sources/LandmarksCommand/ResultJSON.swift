import CommandLineKit
import Landmarks
import VisionBase

/// The JSON of one input. Keys are the property names of the library; their order is fixed.
enum ResultJSON {
  static func write(_ answer: InputAnswer, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("source")
      writer.string(answer.source)
      writer.key("frame")
      writer.integer(0)
      writer.key("timestampInMilliseconds")
      writer.integer(answer.result.timestampInMilliseconds)
      writer.key("width")
      writer.integer(answer.size.width)
      writer.key("height")
      writer.integer(answer.size.height)
      switch answer.result {
      case .hand(let result): write(result, to: &writer)
      case .face(let result): write(result, to: &writer)
      }
    }
  }

  static func write(_ failure: LandmarkError, source: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("source")
      writer.string(source)
      writer.key("error")
      writer.object { writer in
        writer.key("code")
        writer.string(failure.code.rawValue)
        writer.key("message")
        writer.string(failure.description)
      }
    }
  }

  private static func write(_ result: HandLandmarkerResult, to writer: inout JSONWriter) {
    writer.key("landmarks")
    writer.array(result.landmarks) { $0.array($1) { write($1, to: &$0) } }
    writer.key("worldLandmarks")
    writer.array(result.worldLandmarks) { writer, hand in
      writer.array(hand) { write(x: $1.x, y: $1.y, z: $1.z, to: &$0) }
    }
    writer.key("handedness")
    writer.array(result.handedness) { $0.array($1) { write($1, to: &$0) } }
  }

  private static func write(_ result: FaceLandmarkerResult, to writer: inout JSONWriter) {
    writer.key("faceLandmarks")
    writer.array(result.faceLandmarks) { $0.array($1) { write($1, to: &$0) } }
    // Both are there from the start, so that readers find the keys also where the output was not asked for.
    writer.key("faceBlendshapes")
    writer.array { _ in }
    writer.key("facialTransformationMatrixes")
    writer.array { _ in }
  }

  /// Visibility and presence stand only where the model has them.
  private static func write(_ landmark: NormalizedLandmark, to writer: inout JSONWriter) {
    writer.object { writer in
      coordinates(x: landmark.x, y: landmark.y, z: landmark.z, to: &writer)
      if let visibility = landmark.visibility {
        writer.key("visibility")
        writer.number(visibility)
      }
      if let presence = landmark.presence {
        writer.key("presence")
        writer.number(presence)
      }
    }
  }

  private static func write(x: Float, y: Float, z: Float, to writer: inout JSONWriter) {
    writer.object { coordinates(x: x, y: y, z: z, to: &$0) }
  }

  private static func coordinates(x: Float, y: Float, z: Float, to writer: inout JSONWriter) {
    writer.key("x")
    writer.number(x)
    writer.key("y")
    writer.number(y)
    writer.key("z")
    writer.number(z)
  }

  private static func write(_ category: Category, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("index")
      writer.integer(category.index)
      writer.key("score")
      writer.number(category.score)
      writer.key("categoryName")
      writer.string(category.categoryName)
      writer.key("displayName")
      writer.string(category.displayName)
    }
  }
}
