import CommandLineKit
import ImageFiles
import VisionBase

/// Which file the annotated picture of each input goes to; decided before work begins.
struct AnnotationPlan: Sendable {
  private enum Targets: Sendable {
    /// One path per input.
    case files([String])
    /// Numbered pictures in a folder for the frames of a list.
    case frames(FrameFolder)
  }

  private let targets: Targets

  /// - Parameters:
  ///   - path: A file for one input, else a folder, which is made if it is not there.
  ///   - inputs: Where the inputs come from.
  init(path: String, inputs: InputList) throws(CommandFailure) {
    let isFolder = FileIdentity(path)?.isFolder ?? false
    if isFolder || path.hasSuffix("/") || inputs.operands.count != 1 {
      if !isFolder, PictureNames.pictureExtension(of: path) != nil {
        throw CommandFailure(.wrongUsage, "--annotate \(path): several inputs need a folder, not a picture.")
      }
      try PictureNames.makeFolder(path, option: "--annotate")
      let folder = path.hasSuffix("/") ? path : path + "/"
      if inputs.list != nil {
        targets = .frames(try FrameFolder(folder, option: "--annotate", inputs: inputs))
        return
      }
      targets = .files(PictureNames.names(for: inputs.operands).map { folder + $0 })
    } else {
      guard PictureNames.pictureExtension(of: path) != nil else {
        throw CommandFailure(
          .wrongUsage, "--annotate \(path): the name must end in .png, .jpg or .jpeg.", hint: "A folder ends in /.")
      }
      targets = .files([path])
    }
    if case .files(let paths) = targets {
      for target in paths { try FileIdentity.refuseOverwriting(target, inputs: inputs.operands, option: "--annotate") }
    }
  }

  /// Writes the picture of an input; it appears under its name when it is whole.
  func write(_ image: Image, for item: InputItem) throws(LandmarkError) {
    let path =
      switch targets {
      case .files(let paths): paths[item.index]
      case .frames(let folder): try folder.path(for: item, suffix: ".png")
      }
    try ImageFile.write(image, path: path, format: ImageFile.Format(path: path))
  }
}
