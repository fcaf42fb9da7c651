import CommandLineKit
import VisionBase

/// Prints answers in one of the formats, each as soon as it is known.
struct ResultWriter: ~Copyable {
  private let output: any ResultOutput
  private let format: OutputFormat
  private let kind: TaskKind
  private let isVerbose: Bool
  private var writer = JSONWriter()
  /// The people of a stream where motion is asked for; their files are written when the stream has ended.
  private(set) var motion: MotionRecorder?
  /// Number of answers in the file.
  private(set) var count: Int
  /// Frames and pictures that were answered or left out on purpose, since this writer was made.
  private(set) var answered = 0

  /// - Parameters:
  ///   - output: Where answers go.
  ///   - format: `nil` means text on a terminal, else JSON lines.
  ///   - count: Number of answers that are in the file already.
  init(output: any ResultOutput, format: OutputFormat?, kind: TaskKind, options: TaskOptions, count: Int = 0) {
    self.format = format ?? (output.isTerminal ? .text : .jsonLines)
    self.output = output
    self.kind = kind
    self.count = count
    isVerbose = options.isVerbose
    if format == .bvh { motion = MotionRecorder(unit: options.run.unit, orientation: options.orientation) }
  }

  /// Whether answers and the progress bar share a screen.
  var writesToTerminal: Bool { output.isTerminal }

  /// Writes what stands before the first answer.
  mutating func begin() throws(SystemFailure) {
    switch format {
    case .json: try output.write("[")
    case .csv: try output.write(CSV.row(ResultCSV.columns))
    case .text, .jsonLines, .bvh: break
    }
  }

  mutating func write(_ answer: InputAnswer) throws(SystemFailure) {
    answered += 1
    switch format {
    case .text: try output.write(ResultText.lines(for: answer, kind: kind, isVerbose: isVerbose))
    case .csv: try output.write(ResultCSV.rows(for: answer))
    case .json, .jsonLines: try writeObject { ResultJSON.write(answer, to: &$0) }
    case .bvh: motion?.add(answer)
    }
    count += 1
  }

  /// Writes the answer to an input that failed. Text and CSV have no place for it: there it stands on standard error only.
  mutating func write(failure: LandmarkError, source: String) throws(SystemFailure) {
    switch format {
    case .text, .csv, .bvh: return
    case .json, .jsonLines: try writeObject { ResultJSON.write(failure, source: source, to: &$0) }
    }
    count += 1
  }

  /// Writes the answer to a frame that the stream left out. CSV has no place for it.
  mutating func write(droppedFrame frame: Int, source: String) throws(SystemFailure) {
    answered += 1
    switch format {
    case .csv, .bvh: return
    case .text: try output.write(ResultText.line(droppedFrame: frame, source: source))
    case .json, .jsonLines: try writeObject { ResultJSON.write(droppedFrame: frame, source: source, to: &$0) }
    }
    count += 1
  }

  /// Adds answers that another writer, one that began with answers before its own, has written.
  mutating func append(_ answers: WaitingOutput, count added: Int) throws(SystemFailure) {
    // The very first answer has no comma before it.
    var isFirst = format == .json && count == 0
    let output = output
    try answers.empty { (bytes) throws(SystemFailure) in
      try output.write(isFirst ? Array(bytes.dropFirst()) : bytes)
      isFirst = false
    }
    count += added
  }

  /// Says that one more input is answered as a whole.
  mutating func endPart(failed: Bool) throws(SystemFailure) { try output.endPart(count: count, failed: failed) }

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
