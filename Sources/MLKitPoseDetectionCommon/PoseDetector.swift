import Dispatch
public import Foundation
public import MLKitVision

/// Receives the people in a picture: `nil` and an error, or a list that may be empty.
public typealias PoseDetectionCallback = @Sendable (_ poses: [Pose]?, _ error: (any Error)?) -> Void

/// Finds the most prominent person in a picture: 33 landmarks in pixels.
///
/// The original carries its models inside the program. Here they are files, looked for when the first picture comes: in the
/// folder that the environment variable `LANDMARKS_MODELS` names, the resources of the program's bundle, `Models` in the current
/// folder, `Models` beside the program, and `landmarks/models` in the user's data folder (`XDG_DATA_HOME`, else
/// `~/.local/share`). A detector with `PoseDetectorOptions` takes `pose_landmarker_lite.task`, else `pose_landmarker_full.task`;
/// one with `AccuratePoseDetectorOptions` takes `pose_landmarker_heavy.task`, else the full one. Without any of them every call
/// throws.
///
/// Coordinates are pixels of the picture as stored: orientation helps to find a person and turns no coordinates. In stream
/// mode a sample's own time counts for steadying landmarks; pictures without one have the time of the call.
///
/// May be used from any thread; calls wait for each other.
open class PoseDetector: NSObject {
  private let finder: PoseFinder

  /// Not meant for callers, see ``poseDetector(options:)``.
  public required init(_options options: CommonPoseDetectorOptions) {
    finder = PoseFinder(modelNames: options.modelNames, followsPeople: options.detectorMode == .stream)
    super.init()
  }

  /// Makes a detector. Options are read now: later changes of the object have no effect.
  open class func poseDetector(options: CommonPoseDetectorOptions) -> Self { Self(_options: options) }

  /// Finds the person in a picture; returns when the result is there. Not to be called on the main thread of an app: it blocks
  /// for some tens of milliseconds (the original raises an exception).
  ///
  /// - Returns: One person or none.
  /// - Throws: An `NSError` with code 3 for a picture that cannot be used, 5 if there is no model file.
  open func results(in image: any MLKitCompatibleImage) throws -> [Pose] {
    try finder.poses(in: PoseFinder.Picture(image)).poses
  }

  /// Finds the person in a picture; returns at once. The picture is copied: its buffer may be used again afterwards.
  ///
  /// - Parameters:
  ///   - image: A `VisionImage` or an `MLImage`.
  ///   - completion: Called on the main queue, which a program without an app's run loop must serve itself (`dispatchMain()` or
  ///     `RunLoop.main`); such programs rather use the asynchronous form without a closure.
  open func process(_ image: any MLKitCompatibleImage, completion: @escaping PoseDetectionCallback) {
    do {
      finder.poses(in: try PoseFinder.Picture(image)) { result in
        DispatchQueue.main.async {
          switch result {
          case .success(let found): completion(found.poses, nil)
          case .failure(let error): completion(nil, error)
          }
        }
      }
    } catch {
      DispatchQueue.main.async { completion(nil, error) }
    }
  }

  /// Finds the person in a picture, for closures that take the list as if it were never `nil`: it is empty after an error.
  @_disfavoredOverload
  public func process(
    _ image: any MLKitCompatibleImage, completion: @escaping @Sendable (_ poses: [Pose], _ error: (any Error)?) -> Void
  ) {
    let callback: PoseDetectionCallback = { poses, error in completion(poses ?? [], error) }
    process(image, completion: callback)
  }

  /// Finds the person in a picture without blocking a thread of the caller. The picture is copied before the call waits.
  ///
  /// - Returns: One person or none.
  /// - Throws: As ``results(in:)``.
  open nonisolated(nonsending) func process(_ image: any MLKitCompatibleImage) async throws -> [Pose] {
    let picture = try PoseFinder.Picture(image)
    let found = try await withCheckedThrowingContinuation { continuation in
      finder.poses(in: picture) { continuation.resume(with: $0) }
    }
    return found.poses
  }
}
