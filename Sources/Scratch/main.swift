import Foundation
import Inference
import ModelFormat
import VisionBase
let files = try FileManager.default.contentsOfDirectory(atPath: "/tmp/nets").filter { $0.hasSuffix(".tflite") }.sorted()
func load(_ p: String) -> [Float] { let d = FileManager.default.contents(atPath: p)!; return d.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) } }
for set in KernelSet.available {
  for f in files {
    do {
      let name = String(f.dropLast(7))
      let t0 = ContinuousClock.now
      let graph = try TFLiteReader.read(try ModelBytes(mappingFileAt: "/tmp/nets/" + f), name: f)
      let t1 = ContinuousClock.now
      let plan = try NetworkPlan(graph: graph, kernels: set)
      let t2 = ContinuousClock.now
      let run = NetworkRun(plan: plan)
      for i in run.inputs.indices { let v = load("/tmp/ref/\(name).in\(i)"); for k in v.indices { run.input(i)[k] = v[k] } }
      run.run()
      var worst = [String]()
      for o in run.outputs.indices {
        let r = load("/tmp/ref/\(name).out\(o)"), u = run.output(o)
        var m: Float = 0, d: Float = 0
        for k in r.indices { m = max(m, abs(r[k])); let e = abs(r[k] - u[k]); if !(e <= d) { d = e } }
        worst.append("\(d / m)")
      }
      var best = 1e9
      for _ in 0..<(set.name == "baseline" ? 3 : 20) { let a = ContinuousClock.now; run.run(); best = min(best, Double((ContinuousClock.now - a).components.attoseconds) / 1e15) }
      print(set.name, name, "err", worst.joined(separator: " "), "ms", best, "read", t1 - t0, "plan", t2 - t1, "arena MB", plan.arenaCount * 4 / 1_000_000)
    } catch { print(f, error) }
  }
}
