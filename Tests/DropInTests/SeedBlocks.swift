import Foundation
import TestSupport

/// A block of Swift code as a product document prints it.
struct SeedBlock {
  /// What the block shows.
  enum Part: String, CaseIterable {
    case createImage, createVideo, createLive
    case fromUIImage, fromPixelBuffer, fromSampleBuffer
    case runImage, runVideo, runLive
    case options, detector, visionImageFromUIImage, imageOrientation, visionImageFromBuffer, results, process, loop
  }

  let document: SeedDocument
  let part: Part
  /// Byte for byte.
  let text: String

  /// Lines that have to stand at the top of a file.
  var imports: [String] { lines.filter { $0.hasPrefix("import ") } }
  /// The other lines, which may stand in a function.
  var statements: [String] { lines.filter { !$0.hasPrefix("import ") } }
  private var lines: [String] { text.components(separatedBy: "\n") }
  var name: String { "\(document.rawValue)_\(part.rawValue)" }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
/// The four documents. Their text has no marks around code: blocks are found by line, first and last as printed.
/// Source: `api.md` sections D.1 and D.2.
enum SeedDocument: String, CaseIterable {
  case gesture_recognizer_ios, hand_landmarker_ios, face_landmarker_ios, mlkit_pose_detection_ios

  private var lines: [(SeedBlock.Part, ClosedRange<Int>)] {
    switch self {
    case .gesture_recognizer_ios:
      [
        (.createImage, 80...93), (.createVideo, 96...109), (.createLive, 112...147), (.fromUIImage, 256...260),
        (.fromPixelBuffer, 286...290), (.fromSampleBuffer, 306...310), (.runImage, 334...334), (.runVideo, 337...339),
        (.runLive, 342...344),
      ]
    case .hand_landmarker_ios:
      [
        (.createImage, 80...93), (.createVideo, 96...109), (.createLive, 112...147), (.fromUIImage, 250...254),
        (.fromPixelBuffer, 280...284), (.fromSampleBuffer, 300...304), (.runImage, 326...326), (.runVideo, 329...331),
        (.runLive, 334...336),
      ]
    case .face_landmarker_ios:
      [
        (.createImage, 80...94), (.createVideo, 97...111), (.createLive, 114...149), (.fromUIImage, 252...256),
        (.fromPixelBuffer, 282...286), (.fromSampleBuffer, 302...306), (.runImage, 330...330), (.runVideo, 333...335),
        (.runLive, 338...340),
      ]
    case .mlkit_pose_detection_ios:
      [
        (.options, 45...52), (.detector, 70...70), (.visionImageFromUIImage, 89...90), (.imageOrientation, 105...121),
        (.visionImageFromBuffer, 152...155), (.results, 172...184), (.process, 205...216), (.loop, 245...250),
      ]
    }
  }

  static let folder: URL? = TestFiles.shared?.appendingPathComponent("seeds")

  func blocks(in folder: URL) throws -> [SeedBlock] {
    let text = try String(contentsOf: folder.appendingPathComponent(rawValue + ".txt"), encoding: .utf8)
    let all = text.components(separatedBy: "\n")
    return try lines.map { part, range in
      guard range.upperBound <= all.count else { throw CocoaError(.fileReadCorruptFile) }
      return SeedBlock(
        document: self, part: part, text: all[range.lowerBound - 1...range.upperBound - 1].joined(separator: "\n"))
    }
  }
}
