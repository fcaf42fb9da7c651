// Live streams of the four tasks. The stream keeps the task alive; the task must not be used for anything else meanwhile,
// or its frames count as part of the stream.

extension HandLandmarker {
  /// Follows hands through frames as they come, as fast as this machine can and no faster.
  ///
  /// - Parameter frames: The source, for instance an `AsyncStream` fed by a camera.
  /// - Returns: One event per frame, results in order of time; see ``LiveStream``.
  public func events<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStream<HandLandmarkerResult> where Frames.Element == StreamFrame {
    LiveStream(of: frames) { (frame) throws(LandmarkError) in
      try self.detect(
        videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds, frame.processing)
    }
  }
}

extension GestureRecognizer {
  /// Follows hands through frames as they come and names their gestures, as fast as this machine can and no faster.
  ///
  /// - Parameter frames: The source, for instance an `AsyncStream` fed by a camera.
  /// - Returns: One event per frame, results in order of time; see ``LiveStream``.
  public func events<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStream<GestureRecognizerResult> where Frames.Element == StreamFrame {
    LiveStream(of: frames) { (frame) throws(LandmarkError) in
      try self.recognize(
        videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds, frame.processing)
    }
  }
}

extension FaceLandmarker {
  /// Follows faces through frames as they come, as fast as this machine can and no faster.
  ///
  /// - Parameter frames: The source, for instance an `AsyncStream` fed by a camera.
  /// - Returns: One event per frame, results in order of time; see ``LiveStream``.
  public func events<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStream<FaceLandmarkerResult> where Frames.Element == StreamFrame {
    LiveStream(of: frames) { (frame) throws(LandmarkError) in
      try self.detect(
        videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds, frame.processing)
    }
  }
}

extension PoseLandmarker {
  /// Follows people through frames as they come, as fast as this machine can and no faster.
  ///
  /// - Parameter frames: The source, for instance an `AsyncStream` fed by a camera.
  /// - Returns: One event per frame, results in order of time; see ``LiveStream``.
  public func events<Frames: AsyncSequence & Sendable>(
    of frames: Frames
  ) -> LiveStream<PoseLandmarkerResult> where Frames.Element == StreamFrame {
    LiveStream(of: frames) { (frame) throws(LandmarkError) in
      try self.detect(
        videoFrame: frame.image, timestampInMilliseconds: frame.timestampInMilliseconds, frame.processing)
    }
  }
}
