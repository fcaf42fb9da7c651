import CommandLineKit

/// One line of the table. Times in milliseconds.
struct BenchRow: Sendable {
  var name: String
  var mode: String
  var threads: Int
  var median: Double
  var minimum: Double
  /// Processor time of a run, all threads together.
  var cpu: Double
  /// Making the task, and from there to its first result; `nil` for networks.
  var create: Double?
  var firstResult: Double?
  /// Largest memory of the process so far.
  var peakMemoryMegabytes: Double
  /// How much the process has grown since before the task was made.
  var growthMegabytes: Double?
  /// Floating-point operations per second in 10^9, counting a multiply-add as two; `nil` for tasks.
  var gigaflopsPerSecond: Double?
  /// The same as a part of what plain multiply-adds reach on as many threads; `nil` for tasks.
  var shareOfPeak: Double?

  static let header =
    "task or network                          mode   median ms  min ms  create ms  first ms  peak MB  GFLOP/s"

  var text: String {
    func column(_ value: Double?, _ width: Int) -> String {
      let text = value.map { BenchRow.decimal($0) } ?? "-"
      return String(repeating: " ", count: max(width - text.count, 1)) + text
    }
    let title = name + String(repeating: " ", count: max(40 - name.count, 1))
    return title + mode + String(repeating: " ", count: max(6 - mode.count, 0)) + column(median, 10) + column(minimum, 8)
      + column(create, 11) + column(firstResult, 10) + column(peakMemoryMegabytes, 9) + column(gigaflopsPerSecond, 9)
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("name")
      writer.string(name)
      writer.key("mode")
      writer.string(mode)
      writer.key("threads")
      writer.integer(threads)
      for (key, value) in [
        ("medianMilliseconds", median), ("minimumMilliseconds", minimum), ("createMilliseconds", create),
        ("firstResultMilliseconds", firstResult), ("peakMemoryMegabytes", peakMemoryMegabytes),
        ("gigaflopsPerSecond", gigaflopsPerSecond), ("cpuMilliseconds", cpu), ("memoryGrowthMegabytes", growthMegabytes),
        ("shareOfPeak", shareOfPeak),
      ] as [(String, Double?)] {
        writer.key(key)
        writer.number(value.map { Float($0) })
      }
    }
    return writer.text
  }

  /// Three decimals below 100, one above.
  fileprivate static func decimal(_ value: Double) -> String {
    let digits = value < 100 ? 1000.0 : 10.0
    let scaled = Int((value * digits).rounded())
    let fraction = String(scaled % Int(digits))
    let padding = String(repeating: "0", count: (value < 100 ? 3 : 1) - fraction.count)
    return "\(scaled / Int(digits)).\(padding)\(fraction)"
  }
}

/// One step of a network's plan.
struct BenchLayer: Sendable {
  var network: String
  var step: String
  var milliseconds: Double
  /// Part of the network's time, 0…1.
  var share: Double
  /// 10^9 operations per second, a multiply-add being two; 0 for steps that only move numbers.
  var gigaflopsPerSecond: Double

  static let header = "      ms  share  GFLOP/s  step"

  var text: String {
    func column(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(width - text.count, 1)) + text
    }
    return column(BenchRow.decimal(milliseconds), 8) + column("\(Int((share * 100).rounded())) %", 7)
      + column(gigaflopsPerSecond > 0 ? BenchRow.decimal(gigaflopsPerSecond) : "-", 9) + "  " + network + ": " + step
  }

  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.key("network")
      writer.string(network)
      writer.key("step")
      writer.string(step)
      for (key, value) in [
        ("milliseconds", milliseconds), ("share", share), ("gigaflopsPerSecond", gigaflopsPerSecond),
      ] {
        writer.key(key)
        writer.number(Float(value))
      }
    }
    return writer.text
  }
}
