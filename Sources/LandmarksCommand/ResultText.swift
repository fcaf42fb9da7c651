import CommandLineKit
import Landmarks
import VisionBase

/// Answers for people: one line per picture, one per subject, with `--verbose` one per landmark.
enum ResultText {
  static func lines(for answer: InputAnswer, kind: TaskKind, isVerbose: Bool) -> String {
    let subjects = answer.result.subjects
    let found = subjects.isEmpty ? "no \(kind.plural)" : "\(subjects.count) \(subjects.count == 1 ? kind.singular : kind.plural)"
    let frame = answer.isFrame ? "frame \(answer.frame) at \(answer.result.timestampInMilliseconds) ms, " : ""
    var text = "\(Terminal.printable(answer.source)): \(frame)\(answer.size.width) × \(answer.size.height), \(found)\n"
    for (index, subject) in subjects.enumerated() {
      let mask = index < answer.maskPaths.count ? answer.maskPaths[index] : nil
      let facts = facts(about: subject, maskPath: mask)
      text += "  \(kind.singular) \(index + 1):\(facts)\(extent(of: subject.landmarks, in: answer.size))\n"
      guard isVerbose else { continue }
      for (number, landmark) in subject.landmarks.enumerated() {
        let values = [landmark.x, landmark.y, landmark.z, landmark.visibility, landmark.presence].compactMap { $0 }
        text += "    \(padded(String(number), 3)) \(values.map { padded(fixed($0, digits: 5), 9) }.joined())\n"
      }
    }
    return text
  }

  static func line(droppedFrame frame: Int, source: String) -> String {
    "\(Terminal.printable(source)): frame \(frame), dropped\n"
  }

  private static func facts(about subject: TaskResult.Subject, maskPath: String?) -> String {
    var facts: [String] = []
    if let trackID = subject.trackID { facts.append("track \(trackID)") }
    for category in [subject.label, subject.gesture] {
      if let category { facts.append("\(Terminal.printable(category.categoryName)) \(fixed(category.score, digits: 2))") }
    }
    if let maskPath { facts.append("mask \(Terminal.printable(maskPath))") }
    return facts.map { " \($0)" }.joined(separator: ",") + (facts.isEmpty ? "" : ",")
  }

  /// The box of the landmarks in pixels.
  private static func extent(of landmarks: [NormalizedLandmark], in size: ImageSize) -> String {
    let points = landmarks.map { $0.point.imagePoint(in: size) }.filter { $0.x.isFinite && $0.y.isFinite }
    guard let left = points.map(\.x).min(), let right = points.map(\.x).max(), let top = points.map(\.y).min(),
      let bottom = points.map(\.y).max()
    else { return "" }
    return
      " x \(fixed(left, digits: 0))…\(fixed(right, digits: 0)), y \(fixed(top, digits: 0))…\(fixed(bottom, digits: 0)) pixels"
  }

  /// A number with a fixed count of digits after the point; one too large for that as it is.
  static func fixed(_ value: Float, digits: Int) -> String {
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (Double(value) * scale).rounded()
    guard scaled.isFinite, abs(scaled) < 1e15 else { return "\(value)" }
    let magnitude = String(Int(abs(scaled)))
    let filled = String(repeating: "0", count: max(digits + 1 - magnitude.count, 0)) + magnitude
    let sign = scaled < 0 ? "-" : ""
    return digits == 0 ? sign + filled : "\(sign)\(filled.dropLast(digits)).\(filled.suffix(digits))"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 0)) + text
  }
}
