import ImagePrep
import LandmarkDecode

/// Finds hands in pictures: 21 landmarks of each, the same in metres, and which hand it is.
///
/// Every call looks at its picture alone; nothing is remembered. One object may be used from any number of threads;
/// calls wait for each other, so make one object per thread to work in parallel. Making one reads the model (some
/// tens of milliseconds) and takes memory for two networks.
public final class HandLandmarker: Sendable {
  /// The options this object was made with.
  public let options: HandLandmarkerOptions
  private let pipeline: Guarded<HandPipeline>

  /// Reads the networks.
  ///
  /// - Parameters:
  ///   - model: A `hand_landmarker.task` bundle.
  ///   - options: Number of hands and thresholds.
  /// - Throws: ``LandmarkError`` with `invalidArgument` for an option outside its range, `fileNotFound`, `invalidModel`
  ///   or `unsupportedModel` for the bundle.
  public init(model: ModelSource, options: HandLandmarkerOptions = .init()) throws(LandmarkError) {
    try options.check()
    self.options = options
    pipeline = Guarded(try HandPipeline(bundle: model.open()))
  }

  /// Finds the hands in a picture.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - rotationDegrees: By how much the picture must be turned clockwise to stand upright: a multiple of 90. Results
  ///     refer to the picture as it is stored, not to the turned one.
  /// - Returns: The hands by descending score of the detector; empty arrays if there are none.
  /// - Throws: ``LandmarkError`` with `invalidArgument` if the rotation is not a multiple of 90.
  public func detect(_ image: Image, rotationDegrees: Int = 0) throws(LandmarkError) -> HandLandmarkerResult {
    let frame = try NormalizedRegion.frame(of: image.size, rotationDegrees: rotationDegrees)
    let options = options
    let source = try image.sampleable()
    let hands = try pipeline.withLock { (pipeline) throws(LandmarkError) in
      try pipeline.hands(in: source, frame: frame, options: options)
    }
    return HandLandmarkerResult(
      landmarks: hands.map(\.landmarks), worldLandmarks: hands.map(\.worldLandmarks),
      handedness: hands.map { [$0.handedness] }, presenceScores: hands.map(\.presence), timestampInMilliseconds: 0)
  }
}
