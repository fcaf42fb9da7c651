import VisionBase

/// Reads what the tasks need of the TFLite metadata. Source: TFLite metadata schema (identifier M001).
struct MetadataReader {
  let model: FlatBufferTable
  let buffers: ModelBuffers
  /// The whole TFLite file; label files are appended to it as a ZIP archive.
  let file: ModelBytes

  private static let listLimit = 1_024
  /// Largest label file in bytes.
  private static let labelFileLimit = 1 << 20

  // Members of the union `ProcessUnitOptions`, and an `AssociatedFileType`.
  private static let normalization: UInt8 = 1
  private static let scoreThresholding: UInt8 = 3
  private static let axisLabels: Int8 = 2

  func read() throws(LandmarkError) -> ModelMetadata {
    var result = ModelMetadata()
    guard let bytes = try metadataBuffer() else { return result }
    do throws(LandmarkError) {
      let root = try FlatBufferTable.root(of: bytes, identifier: "M001", what: "TFLite metadata")
      let subgraphs = try root.tables(3, limit: Self.listLimit, what: "sub-graphs")
      guard subgraphs.count > 0 else { return result }
      let subgraph = try subgraphs.table(0)
      let inputs = try subgraph.tables(2, limit: Self.listLimit, what: "inputs")
      for index in 0..<inputs.count where result.normalizationMean.isEmpty {
        try readNormalization(inputs.table(index), into: &result)
      }
      let outputs = try subgraph.tables(3, limit: Self.listLimit, what: "outputs")
      for index in 0..<outputs.count {
        let tensor = try outputs.table(index)
        try readThreshold(tensor, into: &result)
        try readLabelFiles(tensor, outputIndex: index, into: &result)
      }
      return result
    } catch {
      throw error.located(in: "metadata")
    }
  }

  private func metadataBuffer() throws(LandmarkError) -> ModelBytes? {
    let tables = try model.tables(6, limit: Self.listLimit, what: "metadata entries")
    for index in 0..<tables.count {
      let table = try tables.table(index)
      if try table.string(0) == "TFLITE_METADATA" {
        return try buffers.data(Int(table.integer(1, default: UInt32(0))))
      }
    }
    return nil
  }

  /// The first process unit of a tensor with these options.
  private func processUnit(_ tensor: FlatBufferTable, type: UInt8) throws(LandmarkError) -> FlatBufferTable? {
    let units = try tensor.tables(4, limit: Self.listLimit, what: "process units")
    for index in 0..<units.count {
      let unit = try units.table(index)
      if try unit.integer(0, default: UInt8(0)) == type { return try unit.table(1) }
    }
    return nil
  }

  private func readNormalization(_ tensor: FlatBufferTable, into result: inout ModelMetadata) throws(LandmarkError) {
    guard let unit = try processUnit(tensor, type: Self.normalization) else { return }
    let mean = try unit.floats(0, limit: 16, what: "means")
    let std = try unit.floats(1, limit: 16, what: "deviations")
    guard mean.count == std.count, mean.allSatisfy(\.isFinite), std.allSatisfy({ $0.isFinite && $0 != 0 }) else {
      throw LandmarkError(.invalidModel, "The input normalisation (mean \(mean), std \(std)) is not usable.")
    }
    result.normalizationMean = mean
    result.normalizationStd = std
  }

  private func readThreshold(_ tensor: FlatBufferTable, into result: inout ModelMetadata) throws(LandmarkError) {
    guard result.scoreThreshold == nil, let unit = try processUnit(tensor, type: Self.scoreThresholding) else { return }
    result.scoreThreshold = try unit.float(0, default: 0)
  }

  private func readLabelFiles(
    _ tensor: FlatBufferTable, outputIndex: Int, into result: inout ModelMetadata
  ) throws(LandmarkError) {
    let files = try tensor.tables(6, limit: Self.listLimit, what: "associated files")
    for index in 0..<files.count {
      let table = try files.table(index)
      guard try table.integer(2, default: Int8(0)) == Self.axisLabels else { continue }
      let name = try table.string(0)
      let locale = try table.string(3)
      guard result.labelFiles.count < 64 else {
        throw LandmarkError(.invalidModel, "There are more than 64 label files.")
      }
      let bytes = try ModelBundle(file, name: "appended archive").requiredEntry(named: name)
      guard bytes.count <= Self.labelFileLimit else {
        throw LandmarkError(.unsupportedModel, "Label file \(name) has \(bytes.count) bytes, more than \(Self.labelFileLimit).")
      }
      result.labelFiles.append(
        ModelMetadata.LabelFile(name: name, locale: locale, outputIndex: outputIndex, lines: Self.lines(of: bytes.text())))
    }
  }

  /// One label a line; line ends may be LF or CR LF; one trailing blank line is dropped.
  static func lines(of text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var lines = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
