import CommandLineKit
import Inference
import ModelFormat
import VisionBase

/// The report of `landmarks inspect` for people.
enum InspectText {
  static func text(_ part: ModelPart) -> String {
    lines(part, indent: "").map { Terminal.printable($0) + "\n" }.joined()
  }

  private static func lines(_ part: ModelPart, indent: String) -> [String] {
    let head = "\(indent)\(part.name): "
    let inner = indent + "  "
    switch part.content {
    case .bundle(let parts):
      return ["\(head)bundle, \(part.byteCount) bytes, \(parts.count) entries"] + parts.flatMap { lines($0, indent: inner) }
    case .network(let summary):
      return ["\(head)network, \(part.byteCount) bytes"] + lines(summary).map { inner + $0 }
    case .file: return ["\(head)file, \(part.byteCount) bytes"]
    case .unreadable(let error): return ["\(head)cannot be read: \(error.message)"]
    }
  }

  private static func lines(_ summary: NetworkSummary) -> [String] {
    var lines = summary.inputs.map { "input   \(line($0))" } + summary.outputs.map { "output  \(line($0))" }
    lines.append("operators: " + summary.operators.map { "\($0.name) ×\($0.count)" }.joined(separator: ", "))
    lines.append("multiply-adds: \(count(summary.multiplyAdds)), parameters: \(count(summary.parameterCount))")
    lines += Self.lines(summary.plan)
    if let schedule = summary.schedule { lines += ScheduleText.lines(schedule) }
    let metadata = summary.metadata
    if !metadata.normalizationMean.isEmpty || !metadata.normalizationStd.isEmpty {
      lines.append(
        "normalization: mean \(list(metadata.normalizationMean)), standard deviation \(list(metadata.normalizationStd))")
    }
    for file in metadata.labelFiles {
      let locale = file.locale.isEmpty ? "" : " (\(file.locale))"
      lines.append("labels of output \(file.outputIndex), \(file.name)\(locale): \(file.lines.joined(separator: ", "))")
    }
    if let threshold = metadata.scoreThreshold { lines.append("score threshold: \(threshold)") }
    return lines
  }

  private static func lines(_ plan: Result<NetworkPlan.Summary, LandmarkError>) -> [String] {
    switch plan {
    case .success(let plan):
      [
        "steps: " + plan.steps.map { "\($0.name) ×\($0.count)" }.joined(separator: ", "),
        "memory: \(plan.arenaBytes) bytes to work in, \(plan.constantBytes) bytes of constants; kernels: \(plan.kernels)",
      ]
    case .failure(let error): ["cannot be run: \(error.description)"]
    }
  }

  private static func line(_ tensor: NetworkSummary.Tensor) -> String {
    "\(tensor.name) [\(tensor.shape.map(String.init).joined(separator: ", "))] \(tensor.type)"
  }

  private static func list(_ values: [Float]) -> String { values.map { "\($0)" }.joined(separator: ", ") }

  /// Exact where it is small, in millions where nobody reads the last digits.
  private static func count(_ number: Int) -> String {
    number < 1_000_000 ? String(number) : "\(ResultText.fixed(Float(Double(number) / 1e6), digits: 2)) million"
  }
}
