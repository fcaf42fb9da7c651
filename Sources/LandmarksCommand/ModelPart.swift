import ModelFormat
import VisionBase

/// A file or bundle entry, with what was found in it.
struct ModelPart: Sendable {
  enum Content: Sendable {
    case bundle([ModelPart])
    case network(NetworkSummary)
    /// Something that is neither.
    case file
    case unreadable(LandmarkError)
  }

  /// Path of the file, or name of the entry in its bundle.
  let name: String
  let byteCount: Int
  let content: Content

  /// Reads the file at `path`; throws unless it is a bundle or a network.
  ///
  /// - Parameter scheduleThreads: Threads to show the single steps of networks for; `nil` leaves them out.
  init(path: String, scheduleThreads: Int?) throws(LandmarkError) {
    let bytes = try ModelBytes(mappingFileAt: path)
    if Self.isNetwork(bytes) {
      content = .network(NetworkSummary(try TFLiteReader.read(bytes, name: path), scheduleThreads: scheduleThreads))
    } else {
      content = .bundle(Self.parts(of: try ModelBundle(bytes, name: path), depth: 1, scheduleThreads))
    }
    name = path
    byteCount = bytes.count
  }

  private init(entry: ModelBundle.Entry, path: String, depth: Int, _ scheduleThreads: Int?) {
    name = entry.name
    byteCount = entry.bytes.count
    do throws(LandmarkError) {
      if Self.isNetwork(entry.bytes) {
        content = .network(NetworkSummary(try TFLiteReader.read(entry.bytes, name: path), scheduleThreads: scheduleThreads))
      } else if entry.name.hasSuffix(".task"), depth < Self.depthLimit {
        content = .bundle(Self.parts(of: try ModelBundle(entry.bytes, name: path), depth: depth + 1, scheduleThreads))
      } else {
        content = .file
      }
    } catch {
      content = .unreadable(error)
    }
  }

  /// The parts that could not be read, at any depth.
  var failures: [LandmarkError] {
    switch content {
    case .bundle(let parts): parts.flatMap(\.failures)
    case .unreadable(let error): [error]
    case .network, .file: []
    }
  }

  /// Bundles are nested at most twice; the limit keeps a made-up file from going on for ever.
  private static let depthLimit = 4

  private static func parts(of bundle: ModelBundle, depth: Int, _ scheduleThreads: Int?) -> [ModelPart] {
    bundle.entries.map { ModelPart(entry: $0, path: "\(bundle.name)/\($0.name)", depth: depth, scheduleThreads) }
  }

  /// Whether the bytes carry the identifier of TFLite's FlatBuffers, `TFL3` at offset 4.
  private static func isNetwork(_ bytes: ModelBytes) -> Bool {
    bytes.withUnsafeBytes { $0.count >= 8 && $0[4..<8].elementsEqual("TFL3".utf8) }
  }
}
