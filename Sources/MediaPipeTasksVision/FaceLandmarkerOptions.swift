public import Foundation
import Landmarks

/// Options of a ``FaceLandmarker``. Ranges are checked when the task is made.
open class FaceLandmarkerOptions: TaskOptions {
  /// What the task is made for; `.image` by default.
  open var runningMode = RunningMode.image
  /// Who receives results; needed in live stream mode and not allowed in others. Held weakly.
  open weak var faceLandmarkerLiveStreamDelegate: (any FaceLandmarkerLiveStreamDelegate)?
  /// The largest number of faces reported, at least 1; 1 by default.
  open var numFaces = 1
  /// Faces that the detector scores below this are not looked at, 0…1; 0.5 by default.
  open var minFaceDetectionConfidence: Float = 0.5
  /// Faces whose presence score is not above this are dropped, 0…1; 0.5 by default.
  open var minFacePresenceConfidence: Float = 0.5
  /// Overlap above which a new region counts as a face already followed, 0…1; 0.5 by default. Not used in image mode.
  open var minTrackingConfidence: Float = 0.5

  /// Whether to compute the 52 blendshapes of each face; false by default.
  open var outputFaceBlendshapes = false
  /// Whether to compute the 4 × 4 matrix of each face; false by default.
  open var outputFacialTransformationMatrixes = false

  /// Makes options with the defaults.
  public override init() { super.init() }

  /// Options with the same values and the same delegate.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = FaceLandmarkerOptions()
    copy.takeBase(from: self)
    copy.runningMode = runningMode
    copy.faceLandmarkerLiveStreamDelegate = faceLandmarkerLiveStreamDelegate
    copy.numFaces = numFaces
    copy.minFaceDetectionConfidence = minFaceDetectionConfidence
    copy.minFacePresenceConfidence = minFacePresenceConfidence
    copy.minTrackingConfidence = minTrackingConfidence
    copy.outputFaceBlendshapes = outputFaceBlendshapes
    copy.outputFacialTransformationMatrixes = outputFacialTransformationMatrixes
    return copy
  }

  var native: Landmarks.FaceLandmarkerOptions {
    .init(
      numFaces: numFaces, minFaceDetectionConfidence: minFaceDetectionConfidence,
      minFacePresenceConfidence: minFacePresenceConfidence, minTrackingConfidence: minTrackingConfidence,
      outputFaceBlendshapes: outputFaceBlendshapes,
      outputFacialTransformationMatrixes: outputFacialTransformationMatrixes)
  }
}
