import CommandLineKit
import ImageFiles
import Landmarks
import VisionBase

/// Where the masks of people go: one grey PNG each, named after the input, or after the frame's number in a list.
struct MaskPlan: Sendable {
  private enum Stems: Sendable {
    case inputs(folder: String, names: [String], identities: Set<FileIdentity>)
    case frames(FrameFolder)
  }

  private let stems: Stems

  /// - Parameters:
  ///   - folder: The folder asked for, which is made if it is not there; `nil` means beside the output file, or the
  ///     current folder if results go elsewhere.
  ///   - output: The path that results go to, `nil` for standard output.
  ///   - results: The folder that results go to, a file for each input; made if it is not there.
  ///   - isBeside: Whether results lie beside their inputs, and so do masks.
  ///   - inputs: Where the inputs come from.
  init(
    folder: String?, output: String?, results: String?, isBeside: Bool, inputs: InputList
  ) throws(CommandFailure) {
    let place: String
    if let folder {
      try PictureNames.makeFolder(folder, option: "--masks-folder")
      place = folder.hasSuffix("/") ? folder : folder + "/"
    } else if let results {
      try PictureNames.makeFolder(results, option: "--output")
      place = results
    } else if let output, !AtomicPath(output).isSpecial {
      place = PictureNames.folder(of: output)
    } else {
      place = ""
    }
    if inputs.list != nil {
      stems = .frames(try FrameFolder(place, option: folder == nil ? "--masks" : "--masks-folder", inputs: inputs))
    } else {
      var names = PictureNames.stems(for: inputs.operands)
      if isBeside, folder == nil { names = zip(inputs.operands, names).map { PictureNames.folder(of: $0) + $1 } }
      stems = .inputs(
        folder: place, names: names,
        identities: Set(inputs.operands.compactMap { FileIdentity($0) }))
    }
  }

  /// Writes the masks of an input, or of a frame of a film; each appears under its name when it is whole.
  ///
  /// - Returns: The paths in the order of the people, `nil` for one that could not be written, and the first reason.
  func write(_ masks: [SegmentationMask], for item: InputItem, frame: Int? = nil) -> (paths: [String?], trouble: LandmarkError?) {
    var paths: [String?] = []
    var trouble: LandmarkError?
    for (index, mask) in masks.enumerated() {
      do throws(LandmarkError) {
        let path = try path(for: item, person: index + 1, frame: frame)
        let picture = try Image(width: mask.width, height: mask.height, format: .gray8, bytes: mask.bytes)
        try ImageFile.write(picture, path: path, format: .png)
        paths.append(path)
      } catch {
        trouble = trouble ?? error
        paths.append(nil)
      }
    }
    return (paths, trouble)
  }

  private func path(for item: InputItem, person: Int, frame: Int?) throws(LandmarkError) -> String {
    let suffix = "-mask-\(person).png"
    switch stems {
    case .frames(let folder): return try folder.path(for: item, suffix: suffix)
    case .inputs(let folder, let names, let identities):
      let path = folder + names[item.index] + (frame.map { "-" + PictureNames.frameStem($0) } ?? "") + suffix
      if let target = FileIdentity(path), identities.contains(target) {
        throw LandmarkError(.outputFailed, "The mask \(path) would overwrite an input.", remedy: "Choose another folder.")
      }
      return path
    }
  }
}
