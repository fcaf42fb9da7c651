import CommandLineKit
import Landmarks
import MotionFiles
import VisionBase

/// Gathers the people of one stream and writes each of them as a BVH file.
struct MotionRecorder {
  private let unit: BVHUnit
  /// How the stored pixels stand: landmarks lie in the stored picture, and people in motion files stand upright.
  private let orientation: ImageOrientation
  private var times: [Int] = []
  private var tracks: [Int: [(frame: Int, points: BodyPoints)]] = [:]

  /// - Parameters:
  ///   - unit: What the files count in.
  ///   - orientation: As the call says it; `nil` if pictures were turned upright when they were read.
  init(unit: BVHUnit, orientation: ImageOrientation?) {
    self.unit = unit
    self.orientation = orientation ?? .up
  }

  /// Takes the people of the next frame.
  mutating func add(_ answer: InputAnswer) {
    guard case .pose(let result) = answer.result else { return }
    let time = result.timestampInMilliseconds
    // Frames of a stream grow in time; one that does not has no place in the motion.
    if let last = times.last, time <= last { return }
    times.append(time)
    for (track, landmarks) in zip(result.trackIDs, result.worldLandmarks) {
      if let points = BodyPoints(landmarks.map(upright)) { tracks[track, default: []].append((times.count - 1, points)) }
    }
  }

  /// A landmark of the stored picture as it is in the upright one, which is mirrored first and then turned clockwise.
  private func upright(_ landmark: WorldLandmark) -> WorldLandmark {
    var result = landmark
    let x = orientation.isMirrored ? -landmark.x : landmark.x
    switch orientation.clockwiseDegrees {
    case 90: (result.x, result.y) = (-landmark.y, x)
    case 180: (result.x, result.y) = (-x, -landmark.y)
    case 270: (result.x, result.y) = (landmark.y, -x)
    default: result.x = x
    }
    return result
  }

  /// Writes all people as ``write(to:source:)`` does, and says so.
  ///
  /// - Returns: Whether it went well.
  func write(to path: String?, source: String, _ messages: Messages, isQuiet: Bool) -> Bool {
    do throws(LandmarkError) {
      let notes = try write(to: path, source: source)
      if !isQuiet { for note in notes { messages.plain(Terminal.printable(note)) } }
      return true
    } catch {
      messages.error(error.description)
      return false
    }
  }

  /// Writes all people: the first to the file itself, others with their number before the ending; to standard output only
  /// one. All files have the same number of steps from the stream's first frame, so that they stay in time together.
  ///
  /// - Parameters:
  ///   - path: The file; `nil` for standard output.
  ///   - source: The stream's name, for messages.
  /// - Returns: What was written, one line for each person.
  func write(to path: String?, source: String) throws(LandmarkError) -> [String] {
    let people = tracks.keys.sorted()
    guard !people.isEmpty else { return ["\(source): No person was seen in \(times.count) frames: no motion was written."] }
    guard let timeline = MotionTimeline(times: times) else {
      throw LandmarkError(
        .invalidArgument, "\(source): The times of its frames would make more than a million steps of even length.",
        remedy: "Check the times of the frames.")
    }
    guard path != nil || people.count == 1 else {
      throw LandmarkError(
        .invalidArgument, "\(source): \(people.count) people were seen, and a BVH file holds one.",
        remedy: "Name a file with -o: each person gets one.")
    }
    var notes: [String] = []
    // The file itself comes last: where it is, the others are.
    for person in people.reversed() {
      let target = path.map { person == people[0] ? $0 : Self.numbered($0, person) }
      guard let file = BVHFile(samples: tracks[person] ?? [], timeline: timeline, unit: unit) else { continue }
      do throws(SystemFailure) {
        var output = if let target { try FileOutput(path: target) } else { FileOutput.standard }
        try file.write { (text) throws(SystemFailure) in try output.write(text) }
        try output.finish()
      } catch {
        if error.isBrokenPipe { Interruption.endByBrokenPipe() }
        throw LandmarkError(.outputFailed, "Results cannot be written: \(error.description).")
      }
      let held = file.heldSteps == 0 ? "" : ", \(file.heldSteps) of them without the person: there the pose is held"
      notes.insert("\(target ?? source): person \(person), \(file.count) steps\(held).", at: 0)
    }
    return notes
  }

  /// "walk-2.bvh" for "walk.bvh".
  private static func numbered(_ path: String, _ person: Int) -> String {
    let name = PictureNames.baseName(of: path)
    let (stem, suffix) = PictureNames.split(name)
    return PictureNames.folder(of: path) + "\(stem)-\(person)\(suffix)"
  }
}
