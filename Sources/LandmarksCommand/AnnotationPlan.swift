import CommandLineKit
import Films
import ImageFiles
import VisionBase

/// Which file the annotated picture or film of each input goes to; decided before work begins.
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
      if !isFolder, PictureNames.pictureExtension(of: path) != nil || PictureNames.filmExtension(of: path) != nil {
        throw CommandFailure(.wrongUsage, "--annotate \(path): several inputs need a folder, not a file.")
      }
      try PictureNames.makeFolder(path, option: "--annotate")
      let folder = path.hasSuffix("/") ? path : path + "/"
      if inputs.list != nil {
        targets = .frames(try FrameFolder(folder, option: "--annotate", inputs: inputs))
        return
      }
      targets = .files(PictureNames.names(for: inputs.operands, isFilm: Self.isFilm).map { folder + $0 })
    } else {
      try Self.checkName(path, input: inputs.operands[0])
      targets = .files([path])
    }
    if case .files(let paths) = targets {
      try Self.refuseFoldersOfFrames(paths, inputs: inputs)
      let operands = inputs.operands
      let known = Set(operands.compactMap { FileIdentity($0) })
      for target in paths {
        guard let identity = FileIdentity(target), known.contains(identity) else { continue }
        try FileIdentity.refuseOverwriting(target, inputs: operands, option: "--annotate")
      }
    }
  }

  /// The drawn frames of a list are numbered and could have the names of its frames that are still to be read.
  private static func refuseFoldersOfFrames(_ paths: [String], inputs: InputList) throws(CommandFailure) {
    for (input, path) in zip(inputs.expanded, paths) where input.trouble == nil && InputKind.isListName(input.source) {
      let list = InputList(list: input.source, expanded: [])
      _ = try FrameFolder(PictureNames.folder(of: path), option: "--annotate", inputs: list)
    }
  }

  /// The name must fit what the input is.
  private static func checkName(_ path: String, input: String) throws(CommandFailure) {
    if isFilm(input) {
      guard FilmWriter.canWrite(path), PictureNames.pictureExtension(of: path) == nil else {
        throw CommandFailure(
          .wrongUsage, "--annotate \(path): \(input) is a film, so the name must end like one: .mp4, .mov, .mkv, .webm.",
          hint: "A folder ends in /.")
      }
    } else {
      guard PictureNames.pictureExtension(of: path) != nil else {
        throw CommandFailure(
          .wrongUsage, "--annotate \(path): the name must end in .png, .jpg or .jpeg.", hint: "A folder ends in /.")
      }
    }
  }

  private static func isFilm(_ input: String) -> Bool { input != "-" && InputKind(ofFile: input) == .film }

  /// Writes the picture of an input, or of a frame of a list among the inputs; it appears under its name when it is whole.
  func write(_ image: Image, for item: InputItem, frame: Int? = nil) throws(LandmarkError) {
    let path =
      switch targets {
      case .files(let paths): frame.map { Self.path(paths[item.index], frame: $0) } ?? paths[item.index]
      case .frames(let folder): try folder.path(for: item, suffix: ".png")
      }
    try ImageFile.write(image, path: path, format: ImageFile.Format(path: path))
  }

  /// "out/walk-frame-000007.png" for "out/walk.png".
  private static func path(_ path: String, frame: Int) -> String {
    let (stem, suffix) = PictureNames.split(PictureNames.baseName(of: path))
    return PictureNames.folder(of: path) + "\(stem)-\(PictureNames.frameStem(frame))\(suffix)"
  }

  /// Where the film of an input goes; `nil` for a list, whose frames are pictures.
  func film(for item: InputItem) -> String? {
    if case .files(let paths) = targets { paths[item.index] } else { nil }
  }
}
