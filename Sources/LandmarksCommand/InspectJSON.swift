import CommandLineKit
import Inference
import ModelFormat
import VisionBase

/// The report of `landmarks inspect` for programs: one object, nested as the bundles are.
enum InspectJSON {
  static func text(_ part: ModelPart) -> String {
    var writer = JSONWriter()
    write(part, nameKey: "source", to: &writer)
    return writer.text + "\n"
  }

  private static func write(_ part: ModelPart, nameKey: String, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key(nameKey)
      writer.string(part.name)
      writer.key("bytes")
      writer.integer(part.byteCount)
      writer.key("kind")
      switch part.content {
      case .bundle(let parts):
        writer.string("bundle")
        writer.key("entries")
        writer.array(parts) { write($1, nameKey: "name", to: &$0) }
      case .network(let summary):
        writer.string("network")
        write(summary, to: &writer)
      case .file: writer.string("file")
      case .unreadable(let error):
        writer.string("unreadable")
        ResultJSON.write(error, to: &writer)
      }
    }
  }

  private static func write(_ summary: NetworkSummary, to writer: inout JSONWriter) {
    writer.key("inputs")
    writer.array(summary.inputs) { write($1, to: &$0) }
    writer.key("outputs")
    writer.array(summary.outputs) { write($1, to: &$0) }
    writer.key("operators")
    writer.array(summary.operators) { writer, entry in
      writer.object { writer in
        writer.key("name")
        writer.string(entry.name)
        writer.key("count")
        writer.integer(entry.count)
        writer.key("multiplyAdds")
        writer.integer(entry.multiplyAdds)
      }
    }
    writer.key("multiplyAdds")
    writer.integer(summary.multiplyAdds)
    writer.key("parameters")
    writer.integer(summary.parameterCount)
    writer.key("plan")
    write(summary.plan, to: &writer)
    if let schedule = summary.schedule {
      writer.key("schedule")
      write(schedule, to: &writer)
    }
    write(summary.metadata, to: &writer)
  }

  private static func write(_ plan: Result<NetworkPlan.Summary, LandmarkError>, to writer: inout JSONWriter) {
    writer.object { writer in
      switch plan {
      case .success(let plan):
        writer.key("kernels")
        writer.string(plan.kernels)
        writer.key("arenaBytes")
        writer.integer(plan.arenaBytes)
        writer.key("constantBytes")
        writer.integer(plan.constantBytes)
        writer.key("steps")
        writer.array(plan.steps) { writer, step in
          writer.object { writer in
            writer.key("name")
            writer.string(step.name)
            writer.key("count")
            writer.integer(step.count)
          }
        }
      case .failure(let error): ResultJSON.write(error, to: &writer)
      }
    }
  }

  private static func write(_ schedule: NetworkSummary.Schedule, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("threads")
      writer.integer(schedule.threads)
      writer.key("steps")
      writer.array(schedule.steps) { write($1, to: &$0) }
    }
  }

  private static func write(_ step: ScheduledStep, to writer: inout JSONWriter) {
    writer.object { writer in
      for (key, text) in [
        ("name", step.name), ("description", step.description), ("input", step.input.rawValue), ("output", step.output.rawValue),
      ] {
        writer.key(key)
        writer.string(text)
      }
      writer.key("kernels")
      writer.array(step.kernels) { write($1, to: &$0) }
      writer.key("bandRows")
      write(step.bandRows, to: &writer)
      writer.key("split")
      writer.string(step.split)
      writer.key("splitCount")
      writer.integer(step.splitCount)
      writer.key("busyThreads")
      writer.integer(step.busyThreads)
    }
  }

  private static func write(_ kernel: ScheduledStep.Kernel, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(kernel.name)
      for (key, number) in [
        ("tileRows", kernel.tile?.rows), ("tilePixels", kernel.tile?.pixels), ("tileChannels", kernel.tile?.channels),
      ] {
        writer.key(key)
        write(number, to: &writer)
      }
    }
  }

  private static func write(_ number: Int?, to writer: inout JSONWriter) {
    if let number { writer.integer(number) } else { writer.null() }
  }

  private static func write(_ tensor: NetworkSummary.Tensor, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("name")
      writer.string(tensor.name)
      writer.key("shape")
      writer.array(tensor.shape) { $0.integer($1) }
      writer.key("type")
      writer.string(tensor.type)
    }
  }

  private static func write(_ metadata: ModelMetadata, to writer: inout JSONWriter) {
    writer.key("normalization")
    writer.object { writer in
      writer.key("mean")
      writer.array(metadata.normalizationMean) { $0.number($1) }
      writer.key("standardDeviation")
      writer.array(metadata.normalizationStd) { $0.number($1) }
    }
    writer.key("labels")
    writer.array(metadata.labelFiles) { writer, file in
      writer.object { writer in
        writer.key("name")
        writer.string(file.name)
        writer.key("locale")
        writer.string(file.locale)
        writer.key("output")
        writer.integer(file.outputIndex)
        writer.key("lines")
        writer.array(file.lines) { $0.string($1) }
      }
    }
    writer.key("scoreThreshold")
    writer.number(metadata.scoreThreshold)
  }
}
