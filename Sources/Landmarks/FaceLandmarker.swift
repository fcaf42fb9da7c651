import ImagePrep
import LandmarkDecode

/// Finds faces in pictures: 478 landmarks of each.
///
/// Every call looks at its picture alone; nothing is remembered. One object may be used from any number of threads;
/// calls wait for each other, so make one object per thread to work in parallel. Making one reads the model (some
/// tens of milliseconds) and takes memory for two networks.
public final class FaceLandmarker: Sendable {
  /// The options this object was made with.
  public let options: FaceLandmarkerOptions
  private let pipeline: Guarded<FacePipeline>

  /// Reads the networks.
  ///
  /// - Parameters:
  ///   - model: A `face_landmarker.task` bundle.
  ///   - options: Number of faces and thresholds.
  /// - Throws: ``LandmarkError`` with `invalidArgument` for an option outside its range, `fileNotFound`, `invalidModel`
  ///   or `unsupportedModel` for the bundle.
  public init(model: ModelSource, options: FaceLandmarkerOptions = .init()) throws(LandmarkError) {
    try options.check()
    self.options = options
    pipeline = Guarded(try FacePipeline(bundle: model.open()))
  }

  /// Finds the faces in a picture.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - rotationDegrees: By how much the picture must be turned clockwise to stand upright: a multiple of 90. Results
  ///     refer to the picture as it is stored, not to the turned one.
  /// - Returns: The faces by descending score of the detector; empty arrays if there are none.
  /// - Throws: ``LandmarkError`` with `invalidArgument` if the rotation is not a multiple of 90.
  public func detect(_ image: Image, rotationDegrees: Int = 0) throws(LandmarkError) -> FaceLandmarkerResult {
    let frame = try NormalizedRegion.frame(of: image.size, rotationDegrees: rotationDegrees)
    let options = options
    let source = try image.sampleable()
    let faces = try pipeline.withLock { (pipeline) throws(LandmarkError) in
      try pipeline.faces(in: source, frame: frame, options: options)
    }
    return FaceLandmarkerResult(
      faceLandmarks: faces.map(\.landmarks), presenceScores: faces.map(\.presence), timestampInMilliseconds: 0)
  }
}
