// Names are those of the original.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// What a vision task is made for; raw values as in MediaPipe.
public enum RunningMode: UInt, Sendable {
  /// Single pictures, each looked at alone.
  case image = 0
  /// The frames of a film, one after the other; each call waits for its result.
  case video = 1
  /// The frames of a camera; calls return at once and results go to a delegate.
  case liveStream = 2
}

/// The running modes of all kinds of tasks; raw values as in MediaPipe.
public enum MPPCoreRunningMode: UInt, Sendable {
  /// Not told.
  case unspecified = 0
  /// Single pictures.
  case image = 1
  /// Films.
  case video = 2
  /// Camera frames.
  case liveStream = 3
  /// Pieces of sound.
  case audioClips = 4
  /// Sound as it comes.
  case audioStream = 5
}

/// The name of a running mode as messages show it: `Image`, `Video` or `Live Stream`.
public func MPPRunningModeDisplayName(_ runningMode: RunningMode) -> String? {
  switch runningMode {
  case .image: "Image"
  case .video: "Video"
  case .liveStream: "Live Stream"
  }
}

/// The same mode among the modes of all kinds of tasks.
public func MPPCoreRunningModeFromVisionRunningMode(_ runningMode: RunningMode) -> MPPCoreRunningMode {
  switch runningMode {
  case .image: .image
  case .video: .video
  case .liveStream: .liveStream
  }
}
