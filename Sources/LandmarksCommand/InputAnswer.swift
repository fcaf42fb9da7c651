import VisionBase

/// The answer to one input.
struct InputAnswer: Sendable {
  /// The input as it stands on the command line or in the list.
  let source: String
  /// Its place in the stream, from 0; 0 for pictures of their own.
  let frame: Int
  /// Size of the picture that the landmarks refer to.
  let size: ImageSize
  let result: TaskResult
  /// Where the masks of people were written, `nil` for one that could not be.
  var maskPaths: [String?] = []
  /// Whether it is a frame of a stream.
  let isFrame: Bool
}
