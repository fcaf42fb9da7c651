@_exported public import MLKitPoseDetectionCommon

/// Options of a pose detector with the fast model: `pose_landmarker_lite.task`, else `pose_landmarker_full.task`.
open class PoseDetectorOptions: CommonPoseDetectorOptions {
  /// Makes options with the defaults.
  public init() { super.init(modelNames: ["pose_landmarker_lite.task", "pose_landmarker_full.task"]) }
}
