import Foundation
import Landmarks
import MotionFiles
import TestSupport
import VisionBase

/// A body of rigid bones for tests, bent by angles, as the 33 world landmarks that a model would give.
struct TestBody {
  /// Metres; by landmark. Made from a standing figure in the axes of the files: y up, facing z.
  var places: [PoseLandmark: SIMD3<Double>] = [:]

  /// Upright with the arms out and the palms down: the rest pose.
  static var resting: TestBody {
    var body = TestBody()
    for (side, sign) in [(BodySide.left, 1.0), (.right, -1.0)] {
      body.set(side.hipName, sign * 0.1, 0, 0)
      body.set(side.kneeName, sign * 0.1, -0.42, 0)
      body.set(side.ankleName, sign * 0.1, -0.83, 0)
      body.set(side.heelName, sign * 0.1, -0.89, -0.05)
      body.set(side.toeName, sign * 0.1, -0.89, 0.13)
      body.set(side.shoulderName, sign * 0.18, 0.5, 0)
      body.set(side.elbowName, sign * 0.46, 0.5, 0)
      body.set(side.wristName, sign * 0.71, 0.5, 0)
      body.set(side.indexName, sign * 0.80, 0.5, 0.03)
      body.set(side.pinkyName, sign * 0.80, 0.5, -0.03)
      body.set(side.earName, sign * 0.08, 0.68, 0)
    }
    body.set(.nose, 0, 0.68, 0.12)
    return body
  }

  mutating func set(_ landmark: PoseLandmark, _ x: Double, _ y: Double, _ z: Double) { places[landmark] = SIMD3(x, y, z) }

  /// Turns the places of `landmarks` about a point.
  mutating func turn(_ landmarks: [PoseLandmark], about center: SIMD3<Double>, by turn: Rotation) {
    for landmark in landmarks {
      if let place = places[landmark] { places[landmark] = center + turn(place - center) }
    }
  }

  /// As the models give them: right, down, away from the camera.
  var landmarks: [WorldLandmark] {
    PoseLandmark.allCases.map { landmark in
      let place = places[landmark] ?? SIMD3()
      return WorldLandmark(x: Float(place.x), y: Float(-place.y), z: Float(-place.z), visibility: 1, presence: 1)
    }
  }

  func points() throws -> BodyPoints {
    guard let points = BodyPoints(landmarks) else { throw CocoaError(.coderInvalidValue) }
    return points
  }
}

extension BodySide {
  var isLeft: Bool { self == .left }
  var hipName: PoseLandmark { isLeft ? .leftHip : .rightHip }
  var kneeName: PoseLandmark { isLeft ? .leftKnee : .rightKnee }
  var ankleName: PoseLandmark { isLeft ? .leftAnkle : .rightAnkle }
  var heelName: PoseLandmark { isLeft ? .leftHeel : .rightHeel }
  var toeName: PoseLandmark { isLeft ? .leftFootIndex : .rightFootIndex }
  var shoulderName: PoseLandmark { isLeft ? .leftShoulder : .rightShoulder }
  var elbowName: PoseLandmark { isLeft ? .leftElbow : .rightElbow }
  var wristName: PoseLandmark { isLeft ? .leftWrist : .rightWrist }
  var indexName: PoseLandmark { isLeft ? .leftIndex : .rightIndex }
  var pinkyName: PoseLandmark { isLeft ? .leftPinky : .rightPinky }
  var earName: PoseLandmark { isLeft ? .leftEar : .rightEar }
}

/// Sine and cosine for the reader, which has no mathematics library of its own.
func cosineAndSine(_ degrees: Double) -> (Double, Double) { (cos(degrees * .pi / 180), sin(degrees * .pi / 180)) }

/// Where the file's joints and ends should lie: the landmarks they stand for.
func expectedPlaces(_ points: BodyPoints) -> (joints: [String: SIMD3<Double>], ends: [String: SIMD3<Double>]) {
  var joints: [String: SIMD3<Double>] = ["Hips": points.hips, "Chest": points.shoulders, "Head": points.ears]
  var ends: [String: SIMD3<Double>] = [:]
  for (side, name) in [(BodySide.left, "Left"), (.right, "Right")] {
    joints[name + "Arm"] = points[side.shoulderName]
    joints[name + "ForeArm"] = points[side.elbowName]
    joints[name + "Hand"] = points[side.wristName]
    joints[name + "UpLeg"] = points[side.hipName]
    joints[name + "Leg"] = points[side.kneeName]
    joints[name + "Foot"] = points[side.ankleName]
    ends[name + "Hand"] = points.knuckles(side)
    ends[name + "Foot"] = points[side.toeName]
  }
  return (joints, ends)
}

/// The text of a file.
func text(_ file: BVHFile) -> String {
  var text = ""
  file.write { (part) throws(Never) in text += part }
  return text
}
