/// How a ``GestureRecognizer`` works. Ranges are checked when the task is made.
public struct GestureRecognizerOptions: Sendable, Hashable, Codable {
  /// The largest number of hands reported, at least 1.
  public var numHands: Int
  /// Palms with a smaller score are not looked at, 0…1.
  public var minHandDetectionConfidence: Float
  /// Hands whose presence score is not above this are dropped, 0…1.
  public var minHandPresenceConfidence: Float
  /// Overlap above which a new region counts as a hand already followed, 0…1. Not used for single images.
  public var minTrackingConfidence: Float
  /// Which of the model's own gestures may be reported.
  public var cannedGestures: ClassifierOptions
  /// Which of the added gestures may be reported, for models with a second classifier; they go before the model's own.
  public var customGestures: ClassifierOptions
  /// Whose numbers to give.
  public var precision: Precision
  /// How hands are followed in a stream.
  public var stream: StreamOptions
  /// Processor threads that share the work of one call, at least 1; `nil` = one per processor. Results do not depend on
  /// it. Waiting threads spin for a moment, so 1 is better on a machine that is busy with other things.
  public var threads: Int?

  /// Makes options; the defaults are those of MediaPipe.
  public init(
    numHands: Int = 1, minHandDetectionConfidence: Float = 0.5, minHandPresenceConfidence: Float = 0.5,
    minTrackingConfidence: Float = 0.5, cannedGestures: ClassifierOptions = ClassifierOptions(),
    customGestures: ClassifierOptions = ClassifierOptions(), precision: Precision = .mediaPipe,
    stream: StreamOptions = StreamOptions(),
    threads: Int? = nil
  ) {
    self.numHands = numHands
    self.minHandDetectionConfidence = minHandDetectionConfidence
    self.minHandPresenceConfidence = minHandPresenceConfidence
    self.minTrackingConfidence = minTrackingConfidence
    self.cannedGestures = cannedGestures
    self.customGestures = customGestures
    self.precision = precision
    self.stream = stream
    self.threads = threads
  }

  var settings: HandSettings {
    HandSettings(
      numHands: numHands, minHandDetectionConfidence: minHandDetectionConfidence,
      minHandPresenceConfidence: minHandPresenceConfidence, minTrackingConfidence: minTrackingConfidence, precision: precision,
      stream: stream, threads: threads)
  }
}
