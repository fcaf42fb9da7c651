import CommandLineKit
import VisionBase

/// Prints answers in one of the formats, each as soon as it is known.
struct ResultWriter: ~Copyable {
  private var output: FileOutput
  private let format: OutputFormat
  private let kind: TaskKind
  private let isVerbose: Bool
  private var writer = JSONWriter()
  private var count = 0

  init(output: consuming FileOutput, format: OutputFormat?, kind: TaskKind, isVerbose: Bool) {
    self.format = format ?? (output.isTerminal ? .text : .jsonLines)
    self.output = output
    self.kind = kind
    self.isVerbose = isVerbose
  }

  /// Whether answers and the progress bar share a screen.
  var writesToTerminal: Bool { output.isTerminal }

  /// Writes what stands before the first answer.
  mutating func begin() throws(SystemFailure) {
    switch format {
    case .json: try output.write("[")
    case .csv: try output.write(CSV.row(ResultCSV.columns))
    case .text, .jsonLines: break
    }
  }

  mutating func write(_ answer: InputAnswer) throws(SystemFailure) {
    switch format {
    case .text: try output.write(ResultText.lines(for: answer, kind: kind, isVerbose: isVerbose))
    case .csv: try output.write(ResultCSV.rows(for: answer))
    case .json, .jsonLines: try writeObject { ResultJSON.write(answer, to: &$0) }
    }
    count += 1
  }

  /// Writes the answer to an input that failed. Text and CSV have no place for it: there it stands on standard error only.
  mutating func write(failure: LandmarkError, source: String) throws(SystemFailure) {
    switch format {
    case .text, .csv: return
    case .json, .jsonLines: try writeObject { ResultJSON.write(failure, source: source, to: &$0) }
    }
    count += 1
  }

  /// Writes the answer to a frame that the stream left out. CSV has no place for it.
  mutating func write(droppedFrame frame: Int, source: String) throws(SystemFailure) {
    switch format {
    case .csv: return
    case .text: try output.write(ResultText.line(droppedFrame: frame, source: source))
    case .json, .jsonLines: try writeObject { ResultJSON.write(droppedFrame: frame, source: source, to: &$0) }
    }
    count += 1
  }

  /// Writes what stands after the last answer and gives the file its name.
  mutating func finish() throws(SystemFailure) {
    if format == .json { try output.write("\n]\n") }
    try output.finish()
  }

  private mutating func writeObject(_ body: (inout JSONWriter) -> Void) throws(SystemFailure) {
    writer.reset()
    body(&writer)
    let before = format == .json ? (count == 0 ? "\n" : ",\n") : ""
    let after = format == .json ? "" : "\n"
    try output.write(Array(before.utf8) + writer.bytes + Array(after.utf8))
  }
}
