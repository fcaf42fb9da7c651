import Inference
import LandmarkDecode
import Tracking

/// Finds people in pictures and streams: 33 landmarks of each, the same in metres, and if asked for a mask.
///
/// ``detect(_:_:)`` looks at its picture alone; nothing is remembered. ``detect(videoFrame:timestampInMilliseconds:_:)``
/// follows people from frame to frame. One object may be used from any number of threads; calls wait for each other, so
/// make one object per thread to work in parallel (or hand in a batch), and one per stream to follow people.
public final class PoseLandmarker: Sendable {
  /// The options this object was made with.
  public let options: PoseLandmarkerOptions
  private let state: Guarded<TaskSession<PosePipeline>>
  private let networks: BundleNetworks
  /// Copies of this object that work on batches.
  private let crew = BatchCrew<PoseLandmarker>()

  /// Reads the networks; takes some tens of milliseconds.
  ///
  /// - Parameters:
  ///   - model: A `pose_landmarker_lite.task`, `…_full.task` or `…_heavy.task` bundle.
  ///   - options: Number of people, thresholds, masks.
  /// - Throws: `LandmarkError` with `invalidArgument` for an option outside its range, `fileNotFound`, `invalidModel`
  ///   or `unsupportedModel` for the bundle.
  public convenience init(model: ModelSource, options: PoseLandmarkerOptions = .init()) throws(LandmarkError) {
    try options.check()
    try self.init(networks: BundleNetworks(model.open()), options: options)
  }

  private init(networks: BundleNetworks, options: PoseLandmarkerOptions) throws(LandmarkError) {
    self.options = options
    self.networks = networks
    let team = try ThreadTeam(threads: options.threads)
    state = Guarded(
      TaskSession(
        pipeline: try PosePipeline(networks: networks, options: options, team: team), team: team, maximumCount: options.numPoses,
        overlap: options.minTrackingConfidence, stream: options.stream, rule: .imageAndWorld, precision: options.precision))
    networks.releasePages()
  }

  /// Finds the people in a picture.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - processing: How the pixels stand and where to look. Results refer to the picture as it is stored.
  /// - Returns: The people by descending score of the detector; empty arrays if there are none.
  /// - Throws: `LandmarkError` with `invalidArgument` for a region outside the picture, `closed` after ``close()``.
  public func detect(
    _ image: Image, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> PoseLandmarkerResult {
    try state.withLock { (session) throws(LandmarkError) in
      let pipeline = session.finder.pipeline
      return try session.single(image, processing) { PoseLandmarkerResult($0, masks: pipeline.masks(of: $0)) }
    }
  }

  /// Finds the people in the next frame of a stream.
  ///
  /// - Parameters:
  ///   - videoFrame: Pixels of any format; all frames of a stream have one size.
  ///   - timestampInMilliseconds: Time of the frame; must grow from call to call.
  ///   - processing: How the pixels stand and where to look; the same for all frames of a stream.
  /// - Returns: The people of this frame; `nil` if the frame was dropped because of its time and
  ///   `StreamOptions.timestampPolicy` says so.
  /// - Throws: `LandmarkError` with `timestampNotIncreasing` under the strict policy, else as ``detect(_:_:)``.
  public func detect(
    videoFrame: Image, timestampInMilliseconds: Int, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> PoseLandmarkerResult? {
    try state.withLock { (session) throws(LandmarkError) -> PoseLandmarkerResult? in
      let pipeline = session.finder.pipeline
      return try session.frame(videoFrame, timestampInMilliseconds, processing) {
        PoseLandmarkerResult($0, masks: pipeline.masks(of: $0))
      }
    }
  }

  /// Finds the people in many pictures, on all processors at once (or as many threads as ``options`` say, 16 at
  /// most). May be called from any thread; batches of one object wait for each other. The copies made for it are kept.
  ///
  /// - Parameters:
  ///   - batch: Pictures of any formats and sizes, any number of them.
  ///   - processing: How the pixels stand and where to look, the same for all.
  /// - Returns: The results in the order of the pictures, each the same as ``detect(_:_:)`` gives.
  /// - Throws: `LandmarkError` of the first picture that fails, with its position; `closed` after ``close()``.
  public func detect(
    batch: [Image], _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> [PoseLandmarkerResult] {
    var single = options
    single.threads = 1
    return try crew.map(batch, threads: options.threads) { () throws(LandmarkError) in
      try PoseLandmarker(networks: networks, options: single)
    } body: { (copy, picture) throws(LandmarkError) in
      try copy.detect(picture, processing)
    }
  }

  /// Makes the first picture as fast as the others: runs the networks once on nothing, so that all their memory is there.
  ///
  /// - Throws: `LandmarkError` with `closed` after ``close()``.
  public func warmUp() throws(LandmarkError) {
    try state.withLock { (state) throws(LandmarkError) in
      try state.warmUp()
    }
  }

  /// Forgets the stream: the next frame may have any time and starts without followed people.
  public func reset() { state.withLock { $0.reset() } }

  /// Ends the task: waits for the call in work, then makes every later call throw `closed`. May be called again.
  public func close() {
    state.withLock { $0.close() }
    crew.close()
  }

  /// What has been done so far, batches included.
  public var statistics: TaskStatistics {
    var sum = state.withLock { $0.statistics }
    for copy in crew.workers { sum.add(copy.statistics) }
    return sum
  }
}
