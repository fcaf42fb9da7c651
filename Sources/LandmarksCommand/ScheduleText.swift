import Inference

/// The list of a network's steps that `landmarks inspect --steps` prints for people: one line each, what is longest last.
enum ScheduleText {
  static func lines(_ schedule: NetworkSummary.Schedule) -> [String] {
    let heads = ["", "split", "in memory", "kernel, its tile of rows × pixels × channels"]
    let rows = [heads] + schedule.steps.enumerated().map { cells($0.element, number: $0.offset + 1) }
    let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let sizes = ["step"] + schedule.steps.map(\.description)
    return ["on \(schedule.threads) \(schedule.threads == 1 ? "thread" : "threads"):"]
      + zip(rows, sizes).map { row, size in
        let cells = row.indices.map { column in
          let space = String(repeating: " ", count: widths[column] - row[column].count)
          return column == 0 ? space + row[column] : row[column] + space
        }
        return "  " + (cells + [size]).joined(separator: "  ")
      }
  }

  private static func cells(_ step: ScheduledStep, number: Int) -> [String] {
    [
      "\(number)", split(step), "\(step.input.rawValue) → \(step.output.rawValue)",
      step.kernels.isEmpty ? "-" : step.kernels.map(kernel).joined(separator: ", "),
    ]
  }

  private static func split(_ step: ScheduledStep) -> String {
    guard step.split != "none" else { return "-" }
    // Each of the words is a plural with s.
    return "\(step.splitCount) \(step.splitCount == 1 ? String(step.split.dropLast()) : step.split) on \(step.busyThreads)"
  }

  private static func kernel(_ kernel: ScheduledStep.Kernel) -> String {
    guard let tile = kernel.tile else { return kernel.name }
    return "\(kernel.name) \(tile.rows)×\(tile.pixels)×\(tile.channels)"
  }
}
