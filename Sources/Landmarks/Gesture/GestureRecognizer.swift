import Inference
import LandmarkDecode
import ModelFormat

/// Finds hands in pictures and streams and names their gestures.
///
/// ``recognize(_:_:)`` looks at its picture alone; nothing is remembered.
/// ``recognize(videoFrame:timestampInMilliseconds:_:)`` follows hands from frame to frame. One object may be used from any
/// number of threads; calls wait for each other, so make one object per thread to work in parallel, and one per stream.
public final class GestureRecognizer: Sendable {
  /// The options this object was made with.
  public let options: GestureRecognizerOptions
  private let state: Guarded<State>
  private let networks: BundleNetworks
  private let gestureNetworks: BundleNetworks
  /// Copies of this object that work on batches.
  private let crew = BatchCrew<GestureRecognizer>()

  private struct State {
    let session: TaskSession<HandPipeline>
    let classifier: GestureClassifier
  }

  /// Reads the networks; takes some tens of milliseconds.
  ///
  /// - Parameters:
  ///   - model: A `gesture_recognizer.task` bundle.
  ///   - options: Number of hands, thresholds, classes.
  /// - Throws: `LandmarkError` with `invalidArgument` for an option outside its range or a list of classes for a model
  ///   without labels, `fileNotFound`, `invalidModel` or `unsupportedModel` for the bundle.
  public convenience init(model: ModelSource, options: GestureRecognizerOptions = .init()) throws(LandmarkError) {
    try options.settings.check()
    try options.cannedGestures.check("cannedGestures")
    try options.customGestures.check("customGestures")
    let bundle = try model.open()
    try self.init(
      networks: BundleNetworks(bundle.requiredBundle(named: "hand_landmarker.task")),
      gestureNetworks: BundleNetworks(bundle.requiredBundle(named: "hand_gesture_recognizer.task")), options: options)
  }

  private init(
    networks: BundleNetworks, gestureNetworks: BundleNetworks, options: GestureRecognizerOptions
  ) throws(LandmarkError) {
    self.options = options
    self.networks = networks
    self.gestureNetworks = gestureNetworks
    let team = try ThreadTeam(threads: options.threads)
    let session = try HandPipeline.session(networks: networks, settings: options.settings, team: team)
    let classifier = try GestureClassifier(networks: gestureNetworks, options: options, team: team)
    state = Guarded(State(session: session, classifier: classifier))
    networks.releasePages()
    gestureNetworks.releasePages()
  }

  /// Finds the hands in a picture and names their gestures.
  ///
  /// - Parameters:
  ///   - image: Pixels of any format and size.
  ///   - processing: How the pixels stand and where to look. Results refer to the picture as it is stored.
  /// - Returns: The hands by descending score of the detector; empty arrays if there are none. As in the original the
  ///   whole result is empty if no hand has a gesture left by the options.
  /// - Throws: `LandmarkError` with `invalidArgument` for a region outside the picture, `closed` after ``close()``.
  public func recognize(
    _ image: Image, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> GestureRecognizerResult {
    try state.withLock { (state) throws(LandmarkError) in
      let classifier = state.classifier
      return try state.session.single(image, processing) { (frame) throws(LandmarkError) in
        try Self.result(of: frame, classifier, smoothsHandedness: false)
      }
    }
  }

  /// Finds the hands in the next frame of a stream and names their gestures.
  ///
  /// - Parameters:
  ///   - videoFrame: Pixels of any format; all frames of a stream have one size.
  ///   - timestampInMilliseconds: Time of the frame; must grow from call to call.
  ///   - processing: How the pixels stand and where to look; the same for all frames of a stream.
  /// - Returns: Hands followed from the last frame first, then new ones; `nil` if the frame was dropped because of its
  ///   time and `StreamOptions.timestampPolicy` says so.
  /// - Throws: `LandmarkError` with `timestampNotIncreasing` under the strict policy, else as ``recognize(_:_:)``.
  public func recognize(
    videoFrame: Image, timestampInMilliseconds: Int, _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> GestureRecognizerResult? {
    let smoothsHandedness = options.stream.smoothsHandedness
    return try state.withLock { (state) throws(LandmarkError) -> GestureRecognizerResult? in
      let classifier = state.classifier
      return try state.session.frame(videoFrame, timestampInMilliseconds, processing) { (frame) throws(LandmarkError) in
        try Self.result(of: frame, classifier, smoothsHandedness: smoothsHandedness)
      }
    }
  }

  private static func result(
    of frame: FoundFrame<FoundHand>, _ classifier: GestureClassifier, smoothsHandedness: Bool
  ) throws(LandmarkError) -> GestureRecognizerResult {
    let gestures = try classifier.gestures(of: frame)
    // Source: MediaPipe, `pipelines.md` section 8.5.
    guard gestures.contains(where: { $0 != nil }) else {
      return GestureRecognizerResult(timestampInMilliseconds: frame.timestampMilliseconds)
    }
    let hands = HandLandmarkerResult(frame, smoothsHandedness: smoothsHandedness)
    return GestureRecognizerResult(
      gestures: gestures.map { $0.map { [$0] } ?? [] }, handedness: hands.handedness, rawHandedness: hands.rawHandedness,
      landmarks: hands.landmarks, worldLandmarks: hands.worldLandmarks, presenceScores: hands.presenceScores,
      trackIDs: hands.trackIDs, timestampInMilliseconds: hands.timestampInMilliseconds)
  }

  /// Finds the hands in many pictures and names their gestures, on all processors at once (or as many threads as ``options`` say, 16 at
  /// most). May be called from any thread; batches of one object wait for each other. The copies made for it are kept.
  ///
  /// - Parameters:
  ///   - batch: Pictures of any formats and sizes, any number of them.
  ///   - processing: How the pixels stand and where to look, the same for all.
  /// - Returns: The results in the order of the pictures, each the same as ``recognize(_:_:)`` gives.
  /// - Throws: `LandmarkError` of the first picture that fails, with its position; `closed` after ``close()``.
  public func recognize(
    batch: [Image], _ processing: ImageProcessingOptions = .init()
  ) throws(LandmarkError) -> [GestureRecognizerResult] {
    var single = options
    single.threads = 1
    return try crew.map(batch, threads: options.threads) { () throws(LandmarkError) in
      try GestureRecognizer(networks: networks, gestureNetworks: gestureNetworks, options: single)
    } body: { (copy, picture) throws(LandmarkError) in
      try copy.recognize(picture, processing)
    }
  }

  /// Makes the first picture as fast as the others: runs the networks once on nothing, so that all their memory is there.
  ///
  /// - Throws: `LandmarkError` with `closed` after ``close()``.
  public func warmUp() throws(LandmarkError) {
    try state.withLock { (state) throws(LandmarkError) in
      try state.session.warmUp()
      state.classifier.warmUp()
    }
  }

  /// Forgets the stream: the next frame may have any time and starts without followed hands.
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
