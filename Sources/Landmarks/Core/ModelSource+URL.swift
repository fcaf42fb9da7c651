#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension ModelSource {
  /// A file named by a `file:` URL, see ``path(_:)``. Any other URL makes the task's initializer throw
  /// `invalidArgument`.
  public static func url(_ url: URL) -> ModelSource {
    guard url.isFileURL else {
      return ModelSource(
        storage: .unusable(
          LandmarkError(
            .invalidArgument, "The model URL \(url.absoluteString) is not a file URL.",
            remedy: "Store the file on this machine and pass its path.")))
    }
    return .path(url.path)
  }
}
