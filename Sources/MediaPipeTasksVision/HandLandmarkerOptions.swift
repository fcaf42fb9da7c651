public import Foundation
import Landmarks

/// Options of a ``HandLandmarker``. Ranges are checked when the task is made.
open class HandLandmarkerOptions: TaskOptions {
  /// What the task is made for; `.image` by default.
  open var runningMode = RunningMode.image
  /// Who receives results; needed in live stream mode and not allowed in others. Held weakly.
  open weak var handLandmarkerLiveStreamDelegate: (any HandLandmarkerLiveStreamDelegate)?
  /// The largest number of hands reported, at least 1; 1 by default.
  open var numHands = 1
  /// Palms with a smaller score are not looked at, 0…1; 0.5 by default.
  open var minHandDetectionConfidence: Float = 0.5
  /// Hands whose presence score is not above this are dropped, 0…1; 0.5 by default.
  open var minHandPresenceConfidence: Float = 0.5
  /// Overlap above which a new region counts as a hand already followed, 0…1; 0.5 by default. Not used in image mode.
  open var minTrackingConfidence: Float = 0.5

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// Options with the same values and the same delegate.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = HandLandmarkerOptions()
    copy.takeBase(from: self)
    copy.runningMode = runningMode
    copy.handLandmarkerLiveStreamDelegate = handLandmarkerLiveStreamDelegate
    copy.numHands = numHands
    copy.minHandDetectionConfidence = minHandDetectionConfidence
    copy.minHandPresenceConfidence = minHandPresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    return copy
  }

  var native: Landmarks.HandLandmarkerOptions {
    .init(
      numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
      minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence)
  }
}
