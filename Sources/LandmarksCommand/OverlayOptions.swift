import CommandLineKit

/// What `--overlay` asks for beside the landmarks and their lines.
struct OverlayOptions: Sendable, Hashable {
  /// The number of each subject's track.
  var ids = false
  /// Handedness and gestures.
  var labels = false
  /// How sure the task is of them.
  var scores = false
  /// The net over faces.
  var mesh = false
  /// Eyes, brows, lips and oval of faces; drawn unless only the net is asked for.
  var contours = false
  /// Lines coloured by distance.
  var depth = false

  private static let parts: [(name: String, path: any WritableKeyPath<OverlayOptions, Bool> & Sendable)] = [
    ("ids", \.ids), ("labels", \.labels), ("scores", \.scores), ("mesh", \.mesh), ("contours", \.contours), ("depth", \.depth),
  ]

  /// `nil` if a word is none of the known ones.
  init?(_ words: [String]) {
    for word in words {
      guard let part = Self.parts.first(where: { $0.name == word }) else { return nil }
      self[keyPath: part.path] = true
    }
  }

  init() {}

  /// Whether anything is to be written as text.
  var hasText: Bool { ids || labels || scores }
}

extension TaskOptions {
  static let overlayOption = Option<OverlayOptions>(
    OptionDefinition(
      name: "overlay", metavar: "A,B",
      meaning: "what --annotate draws beside landmarks and lines: ids, labels, scores; mesh, contours (faces); depth (lines from "
        + "red, near, to blue, far)",
      defaultText: "contours"),
    defaultValue: OverlayOptions(), expectation: "words of ids, labels, scores, mesh, contours, depth, separated by commas"
  ) { text in OverlayOptions(CommaList.words(text)) }
}
