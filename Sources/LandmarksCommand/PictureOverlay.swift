import Landmarks
import Overlay
import VisionBase

/// Draws what a task found onto its picture, in the colours of MediaPipe's sample apps.
enum PictureOverlay {
  static func draw(_ result: TaskResult, on image: Image, options: OverlayOptions) throws(LandmarkError) -> Image {
    let groups = connections(for: result, options)
    let hasDepth = options.depth && !isFace(result)
    let subjects = result.subjects.map { subject in
      OverlaySubject(
        points: subject.landmarks.map(\.point), connections: groups, depths: hasDepth ? subject.landmarks.map(\.z) : [],
        caption: caption(for: subject, options))
    }
    return try LandmarkOverlay.draw(on: image, subjects: subjects, style: style(for: result, options))
  }

  private static func isFace(_ result: TaskResult) -> Bool { if case .face = result { true } else { false } }

  private static func style(for result: TaskResult, _ options: OverlayOptions) -> OverlayStyle {
    var style: OverlayStyle
    switch result {
    case .hand, .gesture: style = .hand
    case .face: style = .face
    case .pose: style = .pose
    }
    // Coloured lines are to be seen; thin ones are not.
    if options.depth, !isFace(result) { style.lineWidth = 4 }
    // The net shows where the landmarks are; dots on each knot would hide it.
    if options.mesh, isFace(result) { style.dotDiameter = 0 }
    return style
  }

  // MARK: Text

  private static func caption(for subject: TaskResult.Subject, _ options: OverlayOptions) -> OverlayCaption? {
    var words: [String] = []
    if options.ids, let id = subject.trackID { words.append("#\(id)") }
    for category in [subject.label, subject.gesture].compactMap({ $0 }) {
      let name = category.displayName.isEmpty ? category.categoryName : category.displayName
      let parts = [options.labels ? name : "", options.scores ? ResultText.fixed(category.score, digits: 2) : ""]
      let said = parts.filter { !$0.isEmpty }.joined(separator: " ")
      if !said.isEmpty { words.append(said) }
    }
    guard !words.isEmpty else { return nil }
    return OverlayCaption(text: words.joined(separator: " · "), color: color(ofTrack: options.ids ? subject.trackID : nil))
  }

  /// Colours that can be told apart, one per track in turn.
  private static let trackColors = [
    OverlayColor(red: 0, green: 100, blue: 110), OverlayColor(red: 176, green: 0, blue: 32),
    OverlayColor(red: 30, green: 80, blue: 200), OverlayColor(red: 120, green: 60, blue: 160),
    OverlayColor(red: 30, green: 120, blue: 50), OverlayColor(red: 190, green: 90, blue: 0),
    OverlayColor(red: 90, green: 70, blue: 50), OverlayColor(red: 60, green: 60, blue: 70),
  ]

  private static func color(ofTrack id: Int?) -> OverlayColor {
    let count = trackColors.count
    return trackColors[(((id ?? 0) % count) + count) % count]
  }

  // MARK: Lines

  private static func connections(for result: TaskResult, _ options: OverlayOptions) -> [OverlayConnections] {
    switch result {
    case .hand, .gesture: [group(.skeleton, HandConnections.all)]
    case .pose: [group(.skeleton, PoseConnections.all)]
    case .face: (options.mesh ? [mesh] : []) + (options.mesh && !options.contours ? [] : contours)
    }
  }

  private static var mesh: OverlayConnections {
    OverlayConnections(
      color: OverlayColor(red: 200, green: 214, blue: 220),
      pairs: FaceConnections.tesselation.map { (start: $0.start, end: $0.end) }, width: 0.8, opacity: 0.85)
  }

  private static var contours: [OverlayConnections] {
    [
      group(.skeleton, FaceConnections.faceOval),
      group(.eyebrows, FaceConnections.leftEyebrow + FaceConnections.rightEyebrow),
      group(
        .eyes, FaceConnections.leftEye + FaceConnections.rightEye + FaceConnections.leftIris + FaceConnections.rightIris),
      group(.lips, FaceConnections.lips),
    ]
  }

  private static func group(_ color: OverlayColor, _ connections: [Connection]) -> OverlayConnections {
    OverlayConnections(color: color, pairs: connections.map { (start: $0.start, end: $0.end) })
  }
}
