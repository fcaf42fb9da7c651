import Inference
import LandmarkDecode

/// Finds hands in pictures and streams: 21 landmarks of each, the same in metres, and which hand it is.
///
/// ``detect(_:_:)`` looks at its picture alone; nothing is remembered. ``detect(videoFrame:timestampInMilliseconds:_:)``
/// follows hands from frame to frame. One object may be used from any number of threads; calls wait for each other, so
/// make one object per thread to work in parallel (or hand in a batch), and one per stream to follow hands.
public final class HandLandmarker: Sendable {
  /// The options this object was made with.
  public let options: HandLandmarkerOptions
  private let state: Guarded<TaskSession<HandPipeline>>
  private let networks: BundleNetworks
  /// Copies of this object that work on batches.
  private let crew = BatchCrew<HandLandmarker>()

  /// Reads the networks; takes some tens of milliseconds.
  ///
  /// - Parameters:
  ///   - model: A `hand_landmarker.task` bundle.
  ///   - options: Number of hands and thresholds.
  /// - Throws: `LandmarkError` with `invalidArgument` for an option outside its range, `fileNotFound`, `invalidModel`
  ///   or `unsupportedModel` for the bundle.
  public convenience init(model: ModelSource, options: HandLandmarkerOptions = .init()) throws(LandmarkError) {
    try options.settings.check()
    try self.init(networks: BundleNetworks(model.open()), options: options)
  }

  private init(networks: BundleNetworks, options: HandLandmarkerOptions) throws(LandmarkError) {
    self.options = options
    self.networks = networks
    let team = try ThreadTeam(threads: options.threads)
    state = Guarded(try HandPipeline.session(networks: networks, settings: options.settings, team: team))
    networks.releasePages()
  }

  /// Finds the hands in a picture.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - processing: How the pixels stand and where to look. Results refer to the picture as it is stored.
  /// - Returns: The hands by descending score of the detector; empty arrays if there are none.
  /// - Throws: `LandmarkError` with `invalidArgument` for a region outside the picture, `closed` after ``close()``.
  public func detect(
    _ image: Image, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> HandLandmarkerResult {
    try state.withLock { (session) throws(LandmarkError) in
      try session.single(image, processing) { HandLandmarkerResult($0, smoothsHandedness: false) }
    }
  }

  /// Finds the hands in the next frame of a stream.
  ///
  /// - Parameters:
  ///   - videoFrame: Pixels of any format; all frames of a stream have one size.
  ///   - timestampInMilliseconds: Time of the frame; must grow from call to call.
  ///   - processing: How the pixels stand and where to look; the same for all frames of a stream.
  /// - Returns: Hands followed from the last frame first, then new ones; `nil` if the frame was dropped because of its
  ///   time and `StreamOptions.timestampPolicy` says so.
  /// - Throws: `LandmarkError` with `timestampNotIncreasing` under the strict policy, else as ``detect(_:_:)``.
  public func detect(
    videoFrame: Image, timestampInMilliseconds: Int, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> HandLandmarkerResult? {
    let smoothsHandedness = options.stream.smoothsHandedness
    return try state.withLock { (session) throws(LandmarkError) -> HandLandmarkerResult? in
      try session.frame(videoFrame, timestampInMilliseconds, processing) {
        HandLandmarkerResult($0, smoothsHandedness: smoothsHandedness)
      }
    }
  }

  /// Finds the hands in many pictures, on all processors at once (or as many threads as ``options`` say, 16 at
  /// most). May be called from any thread; batches of one object wait for each other. The copies made for it are kept.
  ///
  /// - Parameters:
  ///   - batch: Pictures of any formats and sizes, any number of them.
  ///   - processing: How the pixels stand and where to look, the same for all.
  /// - Returns: The results in the order of the pictures, each the same as ``detect(_:_:)`` gives.
  /// - Throws: `LandmarkError` of the first picture that fails, with its position; `closed` after ``close()``.
  public func detect(
    batch: [Image], _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> [HandLandmarkerResult] {
    var single = options
    single.threads = 1
    return try crew.map(batch, threads: options.threads) { () throws(LandmarkError) in
      try HandLandmarker(networks: networks, options: single)
    } body: { (copy, picture) throws(LandmarkError) in
      try copy.detect(picture, processing)
    }
  }

  /// Makes the first picture as fast as the others: runs the networks once on nothing, so that all their memory is there.
  ///
  /// - Throws: `LandmarkError` with `closed` after ``close()``.
  public func warmUp() throws(LandmarkError) {
    try state.withLock { (session) throws(LandmarkError) in
      try session.warmUp()
    }
  }

  /// Forgets the stream: the next frame may have any time and starts without followed hands.
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
