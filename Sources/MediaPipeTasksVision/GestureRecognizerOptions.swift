public import Foundation
import Landmarks

/// Options of a ``GestureRecognizer``. Ranges are checked when the task is made.
open class GestureRecognizerOptions: TaskOptions {
  /// What the task is made for; `.image` by default.
  open var runningMode = RunningMode.image
  /// Who receives results; needed in live stream mode and not allowed in others. Held weakly.
  open weak var gestureRecognizerLiveStreamDelegate: (any GestureRecognizerLiveStreamDelegate)?
  /// The largest number of hands reported, at least 1; 1 by default.
  open var numHands = 1
  /// Palms with a smaller score are not looked at, 0…1; 0.5 by default.
  open var minHandDetectionConfidence: Float = 0.5
  /// Hands whose presence score is not above this are dropped, 0…1; 0.5 by default.
  open var minHandPresenceConfidence: Float = 0.5
  /// Overlap above which a new region counts as a hand already followed, 0…1; 0.5 by default. Not used in image mode.
  open var minTrackingConfidence: Float = 0.5

  /// Which of the model's own gestures may be reported; `nil` for the model's settings. Assigning stores a copy.
  open var cannedGesturesClassifierOptions: ClassifierOptions? {
    get { storedCannedOptions }
    set { storedCannedOptions = newValue?.duplicate() }
  }
  /// Which gestures of an added classifier may be reported; `nil` for the model's settings. Assigning stores a copy.
  open var customGesturesClassifierOptions: ClassifierOptions? {
    get { storedCustomOptions }
    set { storedCustomOptions = newValue?.duplicate() }
  }

  private var storedCannedOptions: ClassifierOptions?
  private var storedCustomOptions: ClassifierOptions?

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// Options with the same values and the same delegate.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = GestureRecognizerOptions()
    copy.takeBase(from: self)
    copy.runningMode = runningMode
    copy.gestureRecognizerLiveStreamDelegate = gestureRecognizerLiveStreamDelegate
    copy.numHands = numHands
    copy.minHandDetectionConfidence = minHandDetectionConfidence
    copy.minHandPresenceConfidence = minHandPresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    copy.cannedGesturesClassifierOptions = cannedGesturesClassifierOptions
    copy.customGesturesClassifierOptions = customGesturesClassifierOptions
    return copy
  }

  var native: Landmarks.GestureRecognizerOptions {
    .init(
      numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
      minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence,
      cannedGestures: cannedGesturesClassifierOptions?.native ?? .init(),
      customGestures: customGesturesClassifierOptions?.native ?? .init())
  }
}

extension ClassifierOptions {
  /// As the original reads them: an object always sets the threshold, any number of results up to 0 means all, and an
  /// allowlist makes the denylist void. Source: MediaPipe, `pipelines.md` section 8.3.
  var native: Landmarks.ClassifierOptions {
    let allowed = categoryAllowlist ?? []
    return .init(
      displayNamesLocale: displayNamesLocale, maxResults: maxResults > 0 ? maxResults : -1, scoreThreshold: scoreThreshold,
      categoryAllowlist: allowed, categoryDenylist: allowed.isEmpty ? categoryDenylist ?? [] : [])
  }
}
