import CommandLineKit
import ImageFiles
import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the pictures named on the command line or in a list.
enum PictureReader {
  /// - Parameters:
  ///   - place: Where the picture's bytes are.
  ///   - asStored: Whether to leave the pixels as they are, whatever EXIF says.
  static func read(_ place: InputItem.Place, asStored: Bool) throws(LandmarkError) -> Image {
    let policy: ImageFile.OrientationPolicy = asStored ? .asStored : .fromFile
    return switch place {
    case .standardInput: try ImageFile.load(bytes: standardInput(), orientation: policy)
    case .file(let path), .film(let path), .list(let path): try ImageFile.load(path: path, orientation: policy)
    case .nowhere(let error): throw error
    }
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
