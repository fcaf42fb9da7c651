@_exported public import MLKitPoseDetectionCommon

/// Options of a pose detector with the accurate model: `pose_landmarker_heavy.task`, else `pose_landmarker_full.task`.
open class AccuratePoseDetectorOptions: CommonPoseDetectorOptions {
  /// Makes options with the defaults.
  public init() { super.init(modelNames: ["pose_landmarker_heavy.task", "pose_landmarker_full.task"]) }
}
