import Inference
import KernelSets
import Landmarks
import ModelFormat

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Does the timing for `landmarks bench`.
enum BenchRunner {
  private static let clock = ContinuousClock()

  /// A task on one picture, again and again.
  static func task(
    _ task: BenchTask, modelPath: String, image: Image?, _ settings: BenchSettings
  ) throws(LandmarkError) -> BenchRow {
    let picture: Image
    if let image { picture = image } else { picture = try emptyPicture() }
    let before = residentMemory()
    let start = clock.now
    let call = try makeCall(task, modelPath: modelPath, settings)
    let created = clock.now
    // Frames of a stream are 33 ms apart, as from a camera.
    var time = 0
    func next() throws(LandmarkError) {
      time += 33
      try call(picture, time)
    }
    try next()
    let first = clock.now
    for _ in 0..<3 { try next() }
    let (times, cpu) = try timed(settings.repeats, next)
    return BenchRow(
      name: task.rawValue, mode: settings.mode.rawValue, threads: settings.threads, median: times[times.count / 2],
      minimum: times[0], cpu: cpu,
      create: milliseconds(created - start), firstResult: milliseconds(first - start), peakMemoryMegabytes: peakMemory(),
      growthMegabytes: residentMemory() - before, gigaflopsPerSecond: nil, shareOfPeak: nil)
  }

  /// Every network of a bundle on an even grey input.
  static func networks(of task: BenchTask, modelPath: String, _ settings: BenchSettings) throws(LandmarkError) -> [BenchRow] {
    try networks(in: ModelBundle(path: modelPath), prefix: task.rawValue, settings)
  }

  private static func networks(
    in bundle: ModelBundle, prefix: String, _ settings: BenchSettings
  ) throws(LandmarkError) -> [BenchRow] {
    var rows: [BenchRow] = []
    for (name, graph) in try graphs(in: bundle, prefix: prefix) { rows.append(try network(graph, name: name, settings)) }
    return rows
  }

  /// The steps of every network of a bundle.
  static func layers(of task: BenchTask, modelPath: String, _ settings: BenchSettings) throws(LandmarkError) -> [BenchLayer] {
    var layers: [BenchLayer] = []
    for (name, graph) in try graphs(in: ModelBundle(path: modelPath), prefix: task.rawValue) {
      let run = NetworkRun(plan: try NetworkPlan(graph: graph, outputs: usedOutputs(of: graph, settings)))
      run.setInputs(to: 0.5)
      let costs = run.profile(repeats: settings.repeats)
      let total = costs.reduce(0) { $0 + $1.milliseconds }
      layers += costs.map { cost in
        BenchLayer(
          network: name, step: cost.step, milliseconds: cost.milliseconds, share: cost.milliseconds / total,
          gigaflopsPerSecond: 2 * Double(cost.multiplyAdds) / cost.milliseconds / 1e6)
      }
    }
    return layers
  }

  private static func graphs(in bundle: ModelBundle, prefix: String) throws(LandmarkError) -> [(name: String, graph: Graph)] {
    var graphs: [(name: String, graph: Graph)] = []
    for entry in bundle.entries {
      if entry.name.hasSuffix(".task") {
        graphs += try Self.graphs(in: ModelBundle(entry.bytes, name: entry.name), prefix: prefix)
      } else if entry.name.hasSuffix(".tflite") {
        graphs.append(("\(prefix)/\(entry.name)", try TFLiteReader.read(entry.bytes, name: entry.name)))
      }
    }
    return graphs
  }

  /// What a pose task computes with or without masks; everything for the others.
  private static func usedOutputs(of graph: Graph, _ settings: BenchSettings) -> [Int] {
    let mask = graph.outputs.firstIndex { graph.tensors[$0].shape == [1, 256, 256, 1] }
    return graph.outputs.indices.filter { settings.masks || $0 != mask }
  }

  private static func network(
    _ graph: Graph, name: String, _ settings: BenchSettings
  ) throws(LandmarkError) -> BenchRow {
    let outputs = usedOutputs(of: graph, settings)
    let run = NetworkRun(
      plan: try NetworkPlan(graph: graph, outputs: outputs), team: try ThreadTeam(threads: settings.threads))
    run.setInputs(to: 0.5)
    for _ in 0..<3 { run.run() }
    let (times, cpu) = try timed(settings.repeats) { run.run() }
    // The graph's own count says nothing about a run that leaves a part out.
    let isWhole = outputs.count == graph.outputs.count
    let rate = isWhole ? 2 * Double(NetworkSummary(graph).multiplyAdds) / times[times.count / 2] / 1e6 : nil
    let peak = run.plan.kernels.peakGigaflopsPerSecond * Double(min(settings.threads, ThreadTeam.processorCount))
    return BenchRow(
      name: name, mode: "network", threads: settings.threads, median: times[times.count / 2], minimum: times[0], cpu: cpu,
      create: nil, firstResult: nil, peakMemoryMegabytes: peakMemory(), growthMegabytes: nil, gigaflopsPerSecond: rate,
      shareOfPeak: rate.map { $0 / peak })
  }

  /// The times of `repeats` calls in milliseconds, ascending, and the processor time of one.
  private static func timed(
    _ repeats: Int, _ call: () throws(LandmarkError) -> Void
  ) throws(LandmarkError) -> (times: [Double], cpu: Double) {
    var times: [Double] = []
    times.reserveCapacity(repeats)
    let start = processorMilliseconds()
    for _ in 0..<repeats {
      let before = clock.now
      try call()
      times.append(milliseconds(clock.now - before))
    }
    let cpu = (processorMilliseconds() - start) / Double(repeats)
    return (times.sorted(), cpu)
  }

  /// The task's call in the mode of the settings.
  private static func makeCall(
    _ task: BenchTask, modelPath: String, _ settings: BenchSettings
  ) throws(LandmarkError) -> (Image, Int) throws(LandmarkError) -> Void {
    let model = ModelSource.path(modelPath)
    let isVideo = settings.mode == .video
    switch task {
    case .hand:
      let task = try HandLandmarker(model: model, options: .init(numHands: settings.maximumCount, threads: settings.threads))
      return { (image, time) throws(LandmarkError) in
        if isVideo { _ = try task.detect(videoFrame: image, timestampInMilliseconds: time) } else { _ = try task.detect(image) }
      }
    case .gesture:
      let task = try GestureRecognizer(model: model, options: .init(numHands: settings.maximumCount, threads: settings.threads))
      return { (image, time) throws(LandmarkError) in
        if isVideo {
          _ = try task.recognize(videoFrame: image, timestampInMilliseconds: time)
        } else {
          _ = try task.recognize(image)
        }
      }
    case .face:
      let options = FaceLandmarkerOptions(
        numFaces: settings.maximumCount, outputFaceBlendshapes: true, outputFacialTransformationMatrixes: true,
        threads: settings.threads)
      let task = try FaceLandmarker(model: model, options: options)
      return { (image, time) throws(LandmarkError) in
        if isVideo { _ = try task.detect(videoFrame: image, timestampInMilliseconds: time) } else { _ = try task.detect(image) }
      }
    case .poseLite, .poseFull:
      let options = PoseLandmarkerOptions(
        numPoses: settings.maximumCount, outputSegmentationMasks: settings.masks,
        threads: settings.threads)
      let task = try PoseLandmarker(model: model, options: options)
      return { (image, time) throws(LandmarkError) in
        if isVideo { _ = try task.detect(videoFrame: image, timestampInMilliseconds: time) } else { _ = try task.detect(image) }
      }
    }
  }

  private static func emptyPicture() throws(LandmarkError) -> Image {
    let (width, height) = (640, 480)
    return try Image(
      width: width, height: height, format: .rgb8, bytes: [UInt8](repeating: 128, count: width * height * 3))
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1e3 + Double(duration.components.attoseconds) / 1e15
  }

  /// Processor time of the process so far, all threads together.
  private static func processorMilliseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }

  /// The process's resident memory now in 10^6 bytes, its largest so far where the system does not tell.
  private static func residentMemory() -> Double {
    guard let file = fopen("/proc/self/statm", "r") else { return peakMemory() }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 256)
    let count = fread(&line, 1, line.count, file)
    let fields = String(decoding: line.prefix(count), as: UTF8.self).split(separator: " ")
    guard fields.count > 1, let pages = Double(fields[1]) else { return peakMemory() }
    return pages * Double(getpagesize()) / 1e6
  }

  /// The process's largest resident memory so far in 10^6 bytes.
  private static func peakMemory() -> Double {
    var usage = rusage()
    #if canImport(Glibc)
      // Kilobytes; the constant is an enumeration here.
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return Double(usage.ru_maxrss) * 1024 / 1e6
    #else
      getrusage(RUSAGE_SELF, &usage)
      return Double(usage.ru_maxrss) / 1e6
    #endif
  }
}
