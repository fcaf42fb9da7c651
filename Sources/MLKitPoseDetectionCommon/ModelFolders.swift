import Foundation
package import VisionBase

/// Finds the model of a pose detector, which the original carries inside the program.
///
/// Looked at in this order: the folder that the environment variable `LANDMARKS_MODELS` names, the resources of the program's
/// bundle, `Models` in the current folder, `Models` beside the program, and `landmarks/models` in the user's data folder
/// (`XDG_DATA_HOME`, else `~/.local/share`). A better model in a later folder goes before a worse one in an earlier folder.
package enum ModelFolders {
  /// The first file of `names` that lies in any of `folders`.
  ///
  /// - Throws: `LandmarkError` with `fileNotFound` if there is none.
  package static func path(ofFirst names: [String], in folders: [String]) throws(LandmarkError) -> String {
    for name in names {
      for folder in folders {
        let path = folder + "/" + name
        if FileManager.default.isReadableFile(atPath: path) { return path }
      }
    }
    throw LandmarkError(
      .fileNotFound, "No pose model: \(names.joined(separator: ", ")) not found in \(folders.joined(separator: ", ")).",
      remedy: "Add one to the program's resources or name its folder in the environment variable LANDMARKS_MODELS.")
  }

  /// The folders in the order they are searched.
  package static func folders(environment: [String: String] = ProcessInfo.processInfo.environment) -> [String] {
    var folders: [String] = []
    if let folder = environment["LANDMARKS_MODELS"], !folder.isEmpty { folders.append(folder) }
    if let resources = Bundle.main.resourcePath { folders.append(resources) }
    folders.append("Models")
    folders.append(Bundle.main.bundlePath + "/Models")
    if let data = environment["XDG_DATA_HOME"], !data.isEmpty {
      folders.append(data + "/landmarks/models")
    } else if let home = environment["HOME"], !home.isEmpty {
      // The default that the XDG base directory specification gives.
      folders.append(home + "/.local/share/landmarks/models")
    }
    return folders
  }
}
