import CommandLineKit
import ImageFiles
import Landmarks
import Overlay
import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// The only file that calls the library: tasks, picture files, drawing.

/// A task with its model loaded.
enum PictureTask {
  case hand(HandLandmarker)
  case face(FaceLandmarker)

  init(_ kind: TaskKind, modelPath: String, options: TaskOptions) throws(LandmarkError) {
    switch kind {
    case .hand:
      var settings = HandLandmarkerOptions()
      settings.numHands = options.maximumCount
      settings.minHandDetectionConfidence = options.minDetectionConfidence
      settings.minHandPresenceConfidence = options.minPresenceConfidence
      settings.minTrackingConfidence = options.minTrackingConfidence
      self = .hand(try HandLandmarker(model: .path(modelPath), options: settings))
    case .face:
      var settings = FaceLandmarkerOptions()
      settings.numFaces = options.maximumCount
      settings.minFaceDetectionConfidence = options.minDetectionConfidence
      settings.minFacePresenceConfidence = options.minPresenceConfidence
      settings.minTrackingConfidence = options.minTrackingConfidence
      self = .face(try FaceLandmarker(model: .path(modelPath), options: settings))
    }
  }

  func detect(_ image: Image, _ processing: ImageProcessingOptions) throws(LandmarkError) -> TaskResult {
    switch self {
    case .hand(let task): .hand(try task.detect(image, processing))
    case .face(let task): .face(try task.detect(image, processing))
    }
  }
}

/// Reads the pictures named on the command line.
enum PictureReader {
  /// - Parameters:
  ///   - input: A path, or `-` for standard input.
  ///   - asStored: Whether to leave the pixels as they are, whatever EXIF says.
  static func read(_ input: String, asStored: Bool) throws(LandmarkError) -> Image {
    if input == "-" {
      return try ImageFile.load(bytes: standardInput(), orientation: asStored ? .asStored : .fromFile)
    }
    return try ImageFile.load(path: input, orientation: asStored ? .asStored : .fromFile)
  }

  /// Most bytes taken from standard input: 1 GiB, more than any picture below the pixel limit needs.
  private static let standardInputLimit = 1 << 30

  private static func standardInput() throws(LandmarkError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { systemRead(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR, !Interruption.isPending { continue }
        throw LandmarkError(.fileNotFound, "Standard input cannot be read: \(String(cString: strerror(errno))).")
      }
      bytes += chunk[..<count]
      guard bytes.count <= standardInputLimit else {
        throw LandmarkError(.unsupportedImage, "Standard input holds more than \(standardInputLimit) bytes.")
      }
    }
  }
}

/// `read` of the C library: its name is taken by a method above.
private func systemRead(_ descriptor: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, base, count)
}
