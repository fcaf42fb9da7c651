import CommandLineKit
import VisionBase

/// One picture or frame to be answered.
struct InputItem: Sendable {
  /// Where its bytes are.
  enum Place: Sendable {
    case standardInput
    case file(String)
    /// A film: one input, many frames.
    case film(String)
    /// A list of frames that stands among the inputs: one input, many frames.
    case list(String)
    /// It cannot be read: its line in the list is wrong, for example.
    case nowhere(LandmarkError)

    /// Whether it is a stream of its own.
    var isStream: Bool {
      switch self {
      case .film, .list: true
      case .standardInput, .file, .nowhere: false
      }
    }
  }

  /// What it is called in the answer: its name on the command line or in the list.
  let source: String
  let place: Place
  /// Its place among the inputs, from 0.
  let index: Int
  /// The time of a frame.
  let timestampInMilliseconds: Int
}

/// The inputs in their order. Lists are read as they come, so a stream need not be known as a whole before it begins.
enum InputFeed: ~Copyable {
  case operands(InputList, next: Int)
  case list(FrameList)

  /// Between frames that carry no time of their own: about 30 frames a second.
  static let defaultFrameMilliseconds = 33

  init(_ inputs: InputList) {
    if let list = inputs.list { self = .list(FrameList(path: list)) } else { self = .operands(inputs, next: 0) }
  }

  /// The next input, `nil` after the last one, or when the program was asked to end.
  mutating func next() -> InputItem? {
    switch consume self {
    case .operands(let operands, let index):
      guard index < operands.expanded.count else {
        self = .operands(operands, next: index)
        return nil
      }
      self = .operands(operands, next: index + 1)
      return operands.item(at: index)
    case .list(var list):
      let item = list.next()
      self = .list(list)
      return item
    }
  }
}

extension InputList {
  /// One of the inputs on the command line.
  func item(at index: Int) -> InputItem {
    let input = expanded[index]
    return InputItem(
      source: input.source, place: Self.place(of: input), index: index,
      timestampInMilliseconds: index * InputFeed.defaultFrameMilliseconds)
  }

  private static func place(of input: ExpandedInput) -> InputItem.Place {
    if let trouble = input.trouble { return .nowhere(trouble) }
    if input.source == "-" { return .standardInput }
    return switch InputKind(ofFile: input.source) {
    case .picture: .file(input.source)
    case .film: .film(input.source)
    case .list: .list(input.source)
    }
  }
}

/// A stream given as text: `timestampMilliseconds<TAB>path` a line. Empty lines do not count.
struct FrameList: ~Copyable {
  private let path: String
  private var reader: LineReader?
  private var trouble: LandmarkError?
  private var lineNumber = 0
  private var index = 0

  init(path: String) {
    self.path = path
    do throws(SystemFailure) { reader = try LineReader(path: path) } catch {
      reader = nil
      trouble = Self.unreadable(error)
    }
  }

  /// The next frame. A line that is none comes as an item without a place, so that it is answered where it stands; a
  /// list that cannot be read on is answered the same way and then ends.
  mutating func next() -> InputItem? {
    if let trouble {
      self.trouble = nil
      reader = nil
      return item(source: path, .nowhere(trouble))
    }
    do throws(SystemFailure) {
      while let line = try reader?.next() {
        lineNumber += 1
        switch line {
        case .text(""): continue
        case .text(let text): return parse(text)
        case .unreadable: return item(source: path, .nowhere(wrong("it is no UTF-8 text.")))
        case .tooLong: return item(source: path, .nowhere(wrong("it has more than \(LineReader.byteLimit) bytes.")))
        }
      }
      return nil
    } catch {
      trouble = Self.unreadable(error)
      return next()
    }
  }

  private mutating func parse(_ line: String) -> InputItem {
    // By scalars: a combining mark after the tab would hide it from a search by Character.
    let scalars = line.unicodeScalars
    guard let tab = scalars.firstIndex(of: "\t") else {
      return item(source: path, .nowhere(wrong("there is no tab.")))
    }
    let time = String(scalars[..<tab])
    let frame = String(scalars[scalars.index(after: tab)...])
    guard let milliseconds = Int(time) else {
      return item(source: path, .nowhere(wrong("\"\(time)\" is no whole number of milliseconds.")))
    }
    guard !frame.isEmpty else { return item(source: path, .nowhere(wrong("the path is empty."))) }
    return item(source: frame, .file(frame), timestampInMilliseconds: milliseconds)
  }

  private mutating func item(source: String, _ place: InputItem.Place, timestampInMilliseconds: Int = 0) -> InputItem {
    defer { index += 1 }
    return InputItem(source: source, place: place, index: index, timestampInMilliseconds: timestampInMilliseconds)
  }

  private func wrong(_ what: String) -> LandmarkError {
    let name = path == "-" ? "Standard input" : path
    return LandmarkError(
      .invalidArgument, "\(name), line \(lineNumber): \(what)",
      remedy: "A line is a time in milliseconds, a tab and a path.")
  }

  private static func unreadable(_ failure: SystemFailure) -> LandmarkError {
    let name = failure.path == "-" ? "Standard input" : failure.path
    return LandmarkError(.fileNotFound, "\(name): The list of frames cannot be read: \(failure.reason).")
  }
}
