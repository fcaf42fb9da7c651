import CommandLineKit
import MotionFiles

/// How a run over many inputs is done and where its results go.
struct RunOptions: Sendable, Hashable {
  /// Whether the results of each input lie beside it.
  var isBeside = false
  /// Whether inputs whose results are there are passed over.
  var resumes = false
  /// How many inputs are worked on at a time.
  var jobs = 1
  var unit = BVHUnit.metres
}

extension TaskOptions {
  static let beside = Flag(
    "beside", meaning: "writes the results of each input beside it, as INPUT.TASK.FORMAT: a.jpg.hand.jsonl")
  static let resume = Flag(
    "resume", meaning: "passes over inputs whose results are complete, and goes on where an earlier call was ended")
  static let jobs = Option.integer(
    "jobs", metavar: "N", in: 1...64, default: 1,
    meaning: "inputs worked on at a time; results and their order do not depend on it")
  static let bvhUnit = Option<BVHUnit>.choice(
    "bvh-unit", [("m", .metres), ("cm", .centimetres)], default: .metres, defaultText: "m",
    meaning: "what --format bvh counts in, metres or centimetres")

  static func runOptions(of kind: TaskKind) -> [OptionDefinition] {
    [beside.definition, resume.definition, jobs.definition] + (kind == .pose ? [bvhUnit.definition] : [])
  }

  static func run(_ parsed: ParsedArguments, kind: TaskKind) throws(UsageError) -> RunOptions {
    RunOptions(
      isBeside: parsed.has(beside), resumes: parsed.has(resume), jobs: try parsed.value(of: jobs),
      unit: kind == .pose ? try parsed.value(of: bvhUnit) : .metres)
  }

  /// What cannot be said about one of these options alone.
  func checkRun() throws(UsageError) {
    if run.isBeside, output != nil { throw UsageError("--beside and --output exclude each other.") }
    if run.isBeside, operands.contains("-") {
      throw UsageError("Nothing lies beside standard input: --beside does not go with -.")
    }
    if run.resumes {
      if output == nil, !run.isBeside {
        throw UsageError("--resume needs results in files.", hint: "Add -o FILE, -o FOLDER/ or --beside.")
      }
      if operands.contains("-") || list == "-" {
        throw UsageError("Standard input can be read only once: --resume does not go with it.")
      }
    }
    if run.jobs > 1 {
      if list != nil || isStream {
        throw UsageError("The frames of one stream depend on each other: --jobs is for several inputs.")
      }
      if operands.contains("-") { throw UsageError("--jobs does not go with standard input.") }
    }
  }
}
