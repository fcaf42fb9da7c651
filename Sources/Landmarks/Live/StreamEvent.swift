/// One frame of a live stream.
public struct StreamFrame: Sendable {
  /// The pixels; all frames of a stream have one size.
  public var image: Image
  /// Time of the frame; must grow from frame to frame.
  public var timestampInMilliseconds: Int
  /// How the pixels stand and where to look; the same for all frames of a stream.
  public var processing: ImageProcessingOptions

  /// Makes a frame from its parts.
  public init(image: Image, timestampInMilliseconds: Int, processing: ImageProcessingOptions = .init()) {
    self.image = image
    self.timestampInMilliseconds = timestampInMilliseconds
    self.processing = processing
  }
}

/// What became of frames of a live stream: every frame ends in exactly one event.
public enum StreamEvent<Result: Sendable>: Sendable {
  /// A frame was looked at; the result carries its time. Times of results grow.
  case result(Result)
  /// Frames that were not looked at.
  case dropped(DroppedFrames)
}

/// Frames that ended without a result, one after the other and for the same reason.
public struct DroppedFrames: Sendable, Hashable {
  /// Time of the first of them.
  public var firstTimestampInMilliseconds: Int
  /// Time of the last of them; the same for one frame.
  public var lastTimestampInMilliseconds: Int
  /// How many they are, at least 1. A consumer that keeps up is told of each on its own; for one that does not, frames
  /// are added up, so that what waits for it never grows.
  public var count: Int
  /// Why they were dropped.
  public var reason: DropReason

  /// Makes a report from its parts.
  public init(firstTimestampInMilliseconds: Int, lastTimestampInMilliseconds: Int, count: Int, reason: DropReason) {
    self.firstTimestampInMilliseconds = firstTimestampInMilliseconds
    self.lastTimestampInMilliseconds = lastTimestampInMilliseconds
    self.count = count
    self.reason = reason
  }
}

/// Why a frame of a live stream ended without a result.
public enum DropReason: Sendable, Hashable {
  /// A newer frame came while another was in work.
  case newerFrame
  /// It was not later than the frame before, and the timestamp policy drops such frames.
  case timestamp
  /// Looking at it failed.
  case failed(LandmarkError)
}
