import Inference
import LandmarkDecode
import Tracking

/// Finds faces in pictures and streams: 478 landmarks of each with the irises, and if asked for 52 blendshape scores and
/// where the head is in space.
///
/// ``detect(_:_:)`` looks at its picture alone; nothing is remembered. ``detect(videoFrame:timestampInMilliseconds:_:)``
/// follows faces from frame to frame. One object may be used from any number of threads; calls wait for each other, so
/// make one object per thread to work in parallel (or hand in a batch), and one per stream to follow faces.
public final class FaceLandmarker: Sendable {
  /// The options this object was made with.
  public let options: FaceLandmarkerOptions
  private let state: Guarded<State>
  private let networks: BundleNetworks
  /// Copies of this object that work on batches.
  private let crew = BatchCrew<FaceLandmarker>()

  private struct State {
    let session: TaskSession<FacePipeline>
    let extras: FaceExtras
  }

  /// Reads the networks; takes some tens of milliseconds.
  ///
  /// - Parameters:
  ///   - model: A `face_landmarker.task` bundle.
  ///   - options: Number of faces, thresholds, what to compute.
  /// - Throws: `LandmarkError` with `invalidArgument` for an option outside its range or blendshapes without their
  ///   model, `fileNotFound`, `invalidModel` or `unsupportedModel` for the bundle.
  public convenience init(model: ModelSource, options: FaceLandmarkerOptions = .init()) throws(LandmarkError) {
    try options.check()
    try self.init(networks: BundleNetworks(model.open()), options: options)
  }

  private init(networks: BundleNetworks, options: FaceLandmarkerOptions) throws(LandmarkError) {
    self.options = options
    self.networks = networks
    let team = try ThreadTeam(threads: options.threads)
    let session = TaskSession(
      pipeline: try FacePipeline(networks: networks, options: options, team: team), team: team, maximumCount: options.numFaces,
      overlap: options.minTrackingConfidence, stream: options.stream, rule: .image, precision: options.precision)
    state = Guarded(State(session: session, extras: try FaceExtras(networks: networks, options: options, team: team)))
    networks.releasePages()
  }

  /// Finds the faces in a picture.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - processing: How the pixels stand and where to look. Landmarks refer to the picture as it is stored;
  ///     blendshapes and matrices are those of the part looked at, as it is stored but not mirrored.
  /// - Returns: The faces by descending score of the detector; empty arrays if there are none.
  /// - Throws: `LandmarkError` with `invalidArgument` for a region outside the picture, `closed` after ``close()``.
  public func detect(
    _ image: Image, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> FaceLandmarkerResult {
    try state.withLock { (state) throws(LandmarkError) in
      let extras = state.extras
      return try state.session.single(image, processing) { (frame) throws(LandmarkError) in
        try Self.result(of: frame, extras)
      }
    }
  }

  /// Finds the faces in the next frame of a stream.
  ///
  /// - Parameters:
  ///   - videoFrame: Pixels of any format; all frames of a stream have one size.
  ///   - timestampInMilliseconds: Time of the frame; must grow from call to call.
  ///   - processing: How the pixels stand and where to look; the same for all frames of a stream.
  /// - Returns: Faces followed from the last frame first, then new ones; `nil` if the frame was dropped because of its
  ///   time and `StreamOptions.timestampPolicy` says so.
  /// - Throws: `LandmarkError` with `timestampNotIncreasing` under the strict policy, else as ``detect(_:_:)``.
  public func detect(
    videoFrame: Image, timestampInMilliseconds: Int, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> FaceLandmarkerResult? {
    try state.withLock { (state) throws(LandmarkError) -> FaceLandmarkerResult? in
      let extras = state.extras
      return try state.session.frame(videoFrame, timestampInMilliseconds, processing) { (frame) throws(LandmarkError) in
        try Self.result(of: frame, extras)
      }
    }
  }

  private static func result(of frame: FoundFrame<FoundFace>, _ extras: FaceExtras) throws(LandmarkError) -> FaceLandmarkerResult
  {
    FaceLandmarkerResult(
      faceLandmarks: frame.subjects.map { frame.viewpoint.stored($0.subject.landmarks) },
      faceBlendshapes: try extras.classifications(of: frame),
      facialTransformationMatrixes: try extras.matrices(of: frame), presenceScores: frame.subjects.map(\.subject.presence),
      trackIDs: frame.trackIDs, timestampInMilliseconds: frame.timestampMilliseconds)
  }

  /// Finds the faces in many pictures, on all processors at once (or as many threads as ``options`` say, 16 at
  /// most). May be called from any thread; batches of one object wait for each other. The copies made for it are kept.
  ///
  /// - Parameters:
  ///   - batch: Pictures of any formats and sizes, any number of them.
  ///   - processing: How the pixels stand and where to look, the same for all.
  /// - Returns: The results in the order of the pictures, each the same as ``detect(_:_:)`` gives.
  /// - Throws: `LandmarkError` of the first picture that fails, with its position; `closed` after ``close()``.
  public func detect(
    batch: [Image], _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> [FaceLandmarkerResult] {
    var single = options
    single.threads = 1
    return try crew.map(batch, threads: options.threads) { () throws(LandmarkError) in
      try FaceLandmarker(networks: networks, options: single)
    } body: { (copy, picture) throws(LandmarkError) in
      try copy.detect(picture, processing)
    }
  }

  /// Makes the first picture as fast as the others: runs the networks once on nothing, so that all their memory is there.
  ///
  /// - Throws: `LandmarkError` with `closed` after ``close()``.
  public func warmUp() throws(LandmarkError) {
    try state.withLock { (state) throws(LandmarkError) in
      try state.session.warmUp()
      state.extras.warmUp()
    }
  }

  /// Forgets the stream: the next frame may have any time and starts without followed faces.
  public func reset() { state.withLock { $0.session.reset() } }

  /// Ends the task: waits for the call in work, then makes every later call throw `closed`. May be called again.
  public func close() {
    state.withLock { $0.session.close() }
    crew.close()
  }

  /// What has been done so far, batches included.
  public var statistics: TaskStatistics {
    var sum = state.withLock { $0.session.statistics }
    for copy in crew.workers { sum.add(copy.statistics) }
    return sum
  }
}
