import CommandLineKit
import Landmarks
import VisionBase

/// The JSON of one input. Keys are the property names of the library; their order is fixed. All keys of a task are
/// always there, so that readers find them also where an output was not asked for.
enum ResultJSON {
  static func write(_ answer: InputAnswer, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("source")
      writer.string(answer.source)
      writer.key("frame")
      writer.integer(answer.frame)
      writer.key("timestampInMilliseconds")
      writer.integer(answer.result.timestampInMilliseconds)
      writer.key("width")
      writer.integer(answer.size.width)
      writer.key("height")
      writer.integer(answer.size.height)
      switch answer.result {
      case .hand(let result):
        subjects("landmarks", result.landmarks, to: &writer)
        subjects("worldLandmarks", result.worldLandmarks, to: &writer)
        lists("handedness", result.handedness, to: &writer)
      case .gesture(let result):
        subjects("landmarks", result.landmarks, to: &writer)
        subjects("worldLandmarks", result.worldLandmarks, to: &writer)
        lists("handedness", result.handedness, to: &writer)
        lists("gestures", result.gestures, to: &writer)
      case .face(let result):
        subjects("faceLandmarks", result.faceLandmarks, to: &writer)
        write(result.faceBlendshapes, to: &writer)
        write(result.facialTransformationMatrixes, to: &writer)
      case .pose(let result):
        subjects("landmarks", result.landmarks, to: &writer)
        subjects("worldLandmarks", result.worldLandmarks, to: &writer)
        writer.key("segmentationMasks")
        writer.array(answer.maskPaths) { writer, path in
          if let path { writer.string(path) } else { writer.null() }
        }
      }
      writer.key("trackIDs")
      writer.array(answer.result.trackIDs) { $0.integer($1) }
    }
  }

  static func write(_ failure: LandmarkError, source: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("source")
      writer.string(source)
      write(failure, to: &writer)
    }
  }

  /// The key `error` with its value.
  static func write(_ failure: LandmarkError, to writer: inout JSONWriter) {
    writer.key("error")
    writer.object { writer in
      writer.key("code")
      writer.string(failure.code.rawValue)
      writer.key("message")
      writer.string(failure.description)
    }
  }

  static func write(droppedFrame frame: Int, source: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("source")
      writer.string(source)
      writer.key("frame")
      writer.integer(frame)
      writer.key("dropped")
      writer.bool(true)
    }
  }

  private static func subjects(_ key: String, _ subjects: [[NormalizedLandmark]], to writer: inout JSONWriter) {
    writer.key(key)
    writer.array(subjects) { writer, landmarks in
      writer.array(landmarks) { writer, landmark in
        write(landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence, to: &writer)
      }
    }
  }

  private static func subjects(_ key: String, _ subjects: [[WorldLandmark]], to writer: inout JSONWriter) {
    writer.key(key)
    writer.array(subjects) { writer, landmarks in
      writer.array(landmarks) { writer, landmark in
        write(landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence, to: &writer)
      }
    }
  }

  /// Visibility and presence stand only where the model has them.
  private static func write(
    _ x: Float, _ y: Float, _ z: Float, _ visibility: Float?, _ presence: Float?, to writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.key("x")
      writer.number(x)
      writer.key("y")
      writer.number(y)
      writer.key("z")
      writer.number(z)
      if let visibility {
        writer.key("visibility")
        writer.number(visibility)
      }
      if let presence {
        writer.key("presence")
        writer.number(presence)
      }
    }
  }

  private static func lists(_ key: String, _ lists: [[Category]], to writer: inout JSONWriter) {
    writer.key(key)
    writer.array(lists) { $0.array($1) { write($1, to: &$0) } }
  }

  private static func write(_ blendshapes: [Classifications], to writer: inout JSONWriter) {
    writer.key("faceBlendshapes")
    writer.array(blendshapes) { writer, classifications in
      writer.object { writer in
        writer.key("headIndex")
        writer.integer(classifications.headIndex)
        writer.key("headName")
        writer.string(classifications.headName)
        writer.key("categories")
        writer.array(classifications.categories) { write($1, to: &$0) }
      }
    }
  }

  private static func write(_ matrices: [TransformMatrix], to writer: inout JSONWriter) {
    writer.key("facialTransformationMatrixes")
    writer.array(matrices) { writer, matrix in
      writer.object { writer in
        writer.key("rows")
        writer.integer(matrix.rows)
        writer.key("columns")
        writer.integer(matrix.columns)
        writer.key("data")
        writer.array(matrix.data) { $0.number($1) }
      }
    }
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
