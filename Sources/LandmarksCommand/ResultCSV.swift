import CommandLineKit
import Landmarks
import VisionBase

/// The CSV of answers: one row per landmark, the same columns for every task, fields that a task does not have empty.
enum ResultCSV {
  static let columns = [
    "source", "frame", "timestampInMilliseconds", "width", "height", "subject", "label", "labelScore", "landmark", "x", "y", "z",
    "worldX", "worldY", "worldZ", "visibility", "presence", "trackID", "gesture", "gestureScore",
  ]

  static func rows(for answer: InputAnswer) -> String {
    var text = ""
    for (index, subject) in answer.result.subjects.enumerated() {
      let head = [
        answer.source, String(answer.frame), String(answer.result.timestampInMilliseconds), String(answer.size.width),
        String(answer.size.height), String(index), subject.label?.categoryName ?? "", CSV.number(subject.label?.score),
      ]
      let tail = [
        subject.trackID.map { String($0) } ?? "", subject.gesture?.categoryName ?? "", CSV.number(subject.gesture?.score),
      ]
      for (number, landmark) in subject.landmarks.enumerated() {
        let world = number < subject.worldLandmarks.count ? subject.worldLandmarks[number] : nil
        let values = [landmark.x, landmark.y, landmark.z, world?.x, world?.y, world?.z, landmark.visibility, landmark.presence]
        text += CSV.row(head + [String(number)] + values.map(CSV.number) + tail)
      }
    }
    return text
  }
}
