import ModelFormat

/// Where a task's model bundle (`.task` file) comes from.
///
/// Nothing is read before a task is made with it; nothing is ever fetched from a network.
public struct ModelSource: Sendable {
  enum Storage: Sendable {
    case path(String)
    case bytes([UInt8])
    /// Cannot be opened; the error says why, thrown when a task is made.
    case unusable(LandmarkError)
  }

  let storage: Storage

  /// A file, mapped into memory. It must not be shortened or overwritten while a task is being made from it.
  public static func path(_ path: String) -> ModelSource { ModelSource(storage: .path(path)) }

  /// The bytes of a bundle. The array is copied once.
  public static func bytes(_ bytes: [UInt8]) -> ModelSource { ModelSource(storage: .bytes(bytes)) }

  /// Opens the bundle's directory.
  func open() throws(LandmarkError) -> ModelBundle {
    switch storage {
    case .path(let path):
      guard !path.isEmpty else {
        throw LandmarkError(.invalidArgument, "The model path is empty.", remedy: "Pass the path of a .task file.")
      }
      return try ModelBundle(path: path)
    case .bytes(let bytes): return try ModelBundle(ModelBytes(bytes), name: "model bytes")
    case .unusable(let error): throw error
    }
  }
}
