import CommandLineKit
import Films
import VisionBase

// The options that are about cameras.
extension TaskOptions {
  static let cameraOption = Option.text(
    "camera", metavar: "DEVICE",
    meaning:
      "looks through a camera instead of at inputs, /dev/video0 for example, until Ctrl-C or --end; when it is faster than "
      + "the task, the newest frame counts and the others are answered as dropped")
  static let cameraSize = Option<ImageSize?>(
    OptionDefinition(
      name: "camera-size", metavar: "WIDTHxHEIGHT", meaning: "asks the camera for frames of about this size",
      defaultText: "as it is set"),
    defaultValue: nil, expectation: "WIDTHxHEIGHT, for example 1280x720", read: readSize)

  static var cameraOptions: [OptionDefinition] { [cameraOption.definition, cameraSize.definition] }

  private static func readSize(_ text: String) -> ImageSize?? {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16384).contains(width),
      (1...16384).contains(height)
    else { return nil }
    return .some(ImageSize(width: width, height: height))
  }

  /// What does not go with a camera, which has no end that could be known and cannot be read twice.
  func checkCamera() throws(UsageError) {
    guard let camera else { return }
    let excluded = [
      ("inputs", !operands.isEmpty), ("--frames", list != nil), ("--beside", run.isBeside), ("--resume", run.resumes),
      ("--masks", wantsMasks), ("--format bvh", format == .bvh), ("--start", selection.startInMilliseconds > 0),
    ]
    if let other = excluded.first(where: \.1) { throw UsageError("--camera \(camera) does not go with \(other.0).") }
  }
}
