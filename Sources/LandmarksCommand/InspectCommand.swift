import CommandLineKit
import Inference
import ModelFormat
import VisionBase

/// `landmarks inspect`: says what is inside a bundle or a network.
struct InspectCommand: Sendable {
  private static let format = Option<OutputFormat>.choice(
    "format", [("text", .text), ("json", .json)], default: .text, defaultText: "text", meaning: "how it is printed")
  private static let steps = Flag(
    "steps", meaning: "lists every step of the networks: how threads share it, order in memory, kernels and their tiles, sizes")
  private static let threads = TaskOptions.threads(meaning: "with --steps: how many threads share the steps")

  static var definition: CommandDefinition {
    CommandDefinition(
      name: "landmarks inspect",
      summary: "Says what is inside a .task bundle or a .tflite network: entries, inputs and outputs, operators, labels, cost.",
      operands: "MODEL", operandCount: 1...1,
      options: [steps.definition, threads.definition, format.definition, TaskOptions.output.definition],
      notes: [
        "Exit status: 0 read, 2 wrong usage, 3 the model is missing or a part of it cannot be read."
      ])
  }

  func run(_ arguments: [String], messages: Messages) throws(CommandFailure) -> ExitStatus {
    guard let parsed = try Program.parse(arguments, of: Self.definition) else { return .answered }
    let path = parsed.operands[0]
    let format: OutputFormat
    let outputPath: String?
    let scheduleThreads: Int?
    do throws(UsageError) {
      format = try parsed.value(of: Self.format)
      outputPath = try TaskOptions.outputPath(parsed)
      scheduleThreads = try Self.scheduleThreads(parsed)
    } catch {
      throw CommandFailure(error)
    }
    if let outputPath { try FileIdentity.refuseOverwriting(outputPath, inputs: [path], option: "--output") }
    let part: ModelPart
    do throws(LandmarkError) { part = try ModelPart(path: path, scheduleThreads: scheduleThreads) } catch {
      throw CommandFailure(.modelUnavailable, error.description)
    }
    let text = format == .json ? InspectJSON.text(part) : InspectText.text(part)
    if try !write(text, to: outputPath) { Interruption.endByBrokenPipe() }
    let failures = part.failures
    for failure in failures { messages.error(failure.description) }
    return failures.isEmpty ? .answered : .modelUnavailable
  }

  /// Threads to list the steps for, `nil` if nobody asked for them.
  private static func scheduleThreads(_ parsed: ParsedArguments) throws(UsageError) -> Int? {
    let threads = try parsed.value(of: Self.threads)
    guard parsed.has(steps) else {
      if threads != nil { throw UsageError("--threads is for --steps.", hint: "Add --steps, or leave --threads out.") }
      return nil
    }
    return threads ?? min(ThreadTeam.processorCount, ThreadTeam.largestSize)
  }

  /// Whether there still was a reader.
  private func write(_ text: String, to path: String?) throws(CommandFailure) -> Bool {
    do throws(SystemFailure) {
      var output = if let path { try FileOutput(path: path) } else { FileOutput.standard }
      try output.write(text)
      try output.finish()
      return true
    } catch {
      if error.isBrokenPipe { return false }
      throw CommandFailure(.someFailed, "Results cannot be written: \(error.description).")
    }
  }
}
