// One import for everything of ML Kit that is here.
@_exported public import MLKitPoseDetection
@_exported public import MLKitPoseDetectionAccurate
@_exported public import MLKitPoseDetectionCommon
@_exported public import MLKitVision
