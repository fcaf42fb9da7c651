public import Foundation
import Landmarks

/// Options of a ``PoseLandmarker``. Ranges are checked when the task is made.
open class PoseLandmarkerOptions: TaskOptions {
  /// What the task is made for; `.image` by default.
  open var runningMode = RunningMode.image
  /// Who receives results; needed in live stream mode and not allowed in others. Held weakly.
  open weak var poseLandmarkerLiveStreamDelegate: (any PoseLandmarkerLiveStreamDelegate)?
  /// The largest number of people reported, at least 1; 1 by default.
  open var numPoses = 1
  /// People that the detector scores below this are not looked at, 0…1; 0.5 by default.
  open var minPoseDetectionConfidence: Float = 0.5
  /// People whose presence score is not above this are dropped, 0…1; 0.5 by default.
  open var minPosePresenceConfidence: Float = 0.5
  /// Overlap above which a new region counts as a person already followed, 0…1; 0.5 by default. Not used in image mode.
  open var minTrackingConfidence: Float = 0.5

  /// Whether to compute a mask of each person; false by default. The original computes masks in any case.
  open var shouldOutputSegmentationMasks = false

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// Options with the same values and the same delegate.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = PoseLandmarkerOptions()
    copy.takeBase(from: self)
    copy.runningMode = runningMode
    copy.poseLandmarkerLiveStreamDelegate = poseLandmarkerLiveStreamDelegate
    copy.numPoses = numPoses
    copy.minPoseDetectionConfidence = minPoseDetectionConfidence
    copy.minPosePresenceConfidence = minPosePresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    copy.shouldOutputSegmentationMasks = shouldOutputSegmentationMasks
    return copy
  }

  var native: Landmarks.PoseLandmarkerOptions {
    .init(
      numPoses: numPoses, minPoseDetectionConfidence: minPoseDetectionConfidence,
      minPosePresenceConfidence: minPosePresenceConfidence, minTrackingConfidence: minTrackingConfidence,
      outputSegmentationMasks: shouldOutputSegmentationMasks)
  }
}
