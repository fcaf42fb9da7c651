import CommandLineKit

/// Where the inputs of a run come from, and what is known of them before it begins.
struct InputList: Sendable {
  /// The list of frames, `-` for standard input; `nil` if the inputs stand on the command line.
  let list: String?
  /// The inputs of the command line with folders and patterns replaced by what is in them, none if there is a list.
  let expanded: [ExpandedInput]
  /// The frames of a list that can be read more than once; empty for others.
  private let frames: [String]

  init(list: String?, expanded: [ExpandedInput]) {
    self.list = list
    self.expanded = expanded
    guard let list, list != "-", FileIdentity(list)?.isRegular == true else {
      frames = []
      return
    }
    var reader = FrameList(path: list)
    var frames: [String] = []
    while let item = reader.next() { frames.append(item.source) }
    self.frames = frames
  }

  /// The names of the inputs of the command line.
  var operands: [String] { expanded.map(\.source) }

  /// Number of inputs, `nil` if only the end will tell.
  var count: Int? { list == nil ? expanded.count : (frames.isEmpty ? nil : frames.count) }

  /// The files that must not be overwritten, as far as they are known.
  var files: [String] { operands + [list].compactMap { $0 } + frames }

  /// The folders that frames of the list come from, each once.
  var foldersOfList: Set<String> { Set(frames.map(PictureNames.folder)) }
}
