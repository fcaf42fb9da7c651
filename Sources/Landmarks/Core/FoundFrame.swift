/// A subject of the current frame.
struct FoundSubject<Subject> {
  var subject: Subject
  /// Whether the landmark network found somebody.
  var isFound = false
  /// Position of the followed region it was found in, `nil` for a fresh detection.
  var followedIndex: Int?
  /// Its number in the stream; 0 in a picture on its own.
  var trackID = 0
}

/// One picture or frame with its subjects: what a task makes its result of. Valid only while the result is made.
struct FoundFrame<Subject> {
  let viewpoint: Viewpoint
  let scene: Scene
  let subjects: ArraySlice<FoundSubject<Subject>>
  /// `nil` for a picture on its own.
  let streamMilliseconds: Int?

  /// Numbers of the subjects; none for a picture on its own.
  var trackIDs: [Int] { streamMilliseconds == nil ? [] : subjects.map(\.trackID) }
  /// Time of the frame, 0 for a picture on its own.
  var timestampMilliseconds: Int { streamMilliseconds ?? 0 }
}
