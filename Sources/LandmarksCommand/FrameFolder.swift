import CommandLineKit
import VisionBase

/// A folder that pictures of a list's frames are written to. It must not be one that frames come from: a name there
/// could be that of a frame still to be read.
struct FrameFolder: Sendable {
  private let path: String
  private let option: String
  private let identity: FileIdentity?

  /// - Parameters:
  ///   - path: The folder, empty or with a slash at its end; it exists.
  ///   - option: The option that asked for it.
  ///   - inputs: Where the frames come from.
  init(_ path: String, option: String, inputs: InputList) throws(CommandFailure) {
    self.path = path
    self.option = option
    identity = Self.identity(of: path)
    for folder in inputs.foldersOfList where Self.identity(of: folder) == identity {
      throw CommandFailure(.wrongUsage, message(aboutFolderOf: folder), hint: "Choose another folder.")
    }
  }

  /// The path for something about a frame; throws if the frame comes from this very folder.
  func path(for item: InputItem, suffix: String) throws(LandmarkError) -> String {
    if Self.identity(of: PictureNames.folder(of: item.source)) == identity {
      throw LandmarkError(.outputFailed, message(aboutFolderOf: item.source), remedy: "Choose another folder.")
    }
    return path + PictureNames.frameStem(item.index) + suffix
  }

  private func message(aboutFolderOf source: String) -> String {
    "\(option) \(path.isEmpty ? "." : path): the frame \(source) comes from this folder and could be overwritten."
  }

  private static func identity(of folder: String) -> FileIdentity? { FileIdentity(folder.isEmpty ? "." : folder) }
}
