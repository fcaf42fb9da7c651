import Dispatch
import Foundation
import Landmarks
import MLKitVision
import VisionBase

/// What a detector works with, without the classes of its surface: the native task, made when the first picture comes, and
/// the clock of a stream.
final class PoseFinder: Sendable {
  /// A picture that was copied out of the caller's object.
  struct Picture: Sendable {
    let image: Image
    let processing: ImageProcessingOptions
    let timeInMilliseconds: Int?

    /// - Throws: If it is none of this package's pictures, or there are no pixels to read.
    init(_ image: any MLKitCompatibleImage) throws {
      guard let source = image as? any PictureSource else {
        throw PoseDetectionFailure.error(
          LandmarkError(.invalidImage, "A picture must be a VisionImage or an MLImage, not \(type(of: image))."))
      }
      do { self.image = try source.storedPicture() } catch { throw PoseDetectionFailure.error(error) }
      processing = ImageProcessingOptions(orientation: source.storedOrientation)
      timeInMilliseconds = source.presentationTimeInMilliseconds
    }
  }

  /// What was found, before it becomes objects.
  struct Found: Sendable {
    let landmarks: [[NormalizedLandmark]]
    let size: ImageSize

    var poses: [Pose] { landmarks.map { Pose($0, in: size) } }
  }

  private struct State: Sendable {
    var task: PoseLandmarker?
    var lastTime: Int?
  }

  private let modelNames: [String]
  private let followsPeople: Bool
  private let state = Guarded(State())
  private let queue = DispatchQueue(label: "com.google.mlkit.posedetection.\(UUID().uuidString)", qos: .userInitiated)

  init(modelNames: [String], followsPeople: Bool) {
    self.modelNames = modelNames
    self.followsPeople = followsPeople
  }

  /// Looks at a picture on the calling thread.
  func poses(in picture: Picture) throws -> Found {
    do { return try find(picture) } catch { throw PoseDetectionFailure.error(error) }
  }

  /// Looks at a picture on a queue of its own, one after the other.
  func poses(in picture: Picture, _ receive: @escaping @Sendable (Result<Found, any Error>) -> Void) {
    queue.async { receive(Result { try self.poses(in: picture) }) }
  }

  private func find(_ picture: Picture) throws(LandmarkError) -> Found {
    // The lock is held throughout: frames of a stream must reach the task in the order their times were given out.
    try state.withLock { (state) throws(LandmarkError) -> Found in
      let task: PoseLandmarker
      if let made = state.task { task = made } else { task = try makeTask() }
      state.task = task
      let landmarks: [[NormalizedLandmark]]
      if followsPeople {
        let time = Self.time(of: picture, after: &state.lastTime, task)
        landmarks =
          try task.detect(videoFrame: picture.image, timestampInMilliseconds: time, picture.processing)?.landmarks ?? []
      } else {
        landmarks = try task.detect(picture.image, picture.processing).landmarks
      }
      return Found(landmarks: landmarks, size: picture.image.size)
    }
  }

  private func makeTask() throws(LandmarkError) -> PoseLandmarker {
    let path = try ModelFolders.path(ofFirst: modelNames, in: ModelFolders.folders())
    return try PoseLandmarker(model: .path(path), options: PoseLandmarkerOptions(numPoses: 1))
  }

  /// The picture's own time, else the machine's. A time that falls begins another film: who was followed is forgotten.
  private static func time(of picture: Picture, after last: inout Int?, _ task: PoseLandmarker) -> Int {
    var time = picture.timeInMilliseconds ?? Int(clamping: DispatchTime.now().uptimeNanoseconds / 1_000_000)
    if let previous = last {
      if time < previous { task.reset() } else if time == previous { time += 1 }
    }
    last = time
    return time
  }
}

/// The one place where errors get their domain and code. Those of the original are not published: the domain is this
/// package's, the codes are those of the module `MediaPipeTasksVision`.
enum PoseDetectionFailure {
  static let domain = "MLKitPoseDetection"

  static func error(_ native: LandmarkError) -> NSError {
    let code =
      switch native.code {
      case .invalidArgument, .invalidModel, .invalidImage, .unsupportedImage, .timestampNotIncreasing: 3
      case .fileNotFound: 5
      case .closed: 9
      case .unsupportedModel: 12
      case .internalFailure, .outputFailed: 13
      default: 2
      }
    return NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: native.description])
  }
}
