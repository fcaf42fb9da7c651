import ModelFormat
import TestSupport
import Testing
import VisionBase

struct MetadataTests {
  private func model(_ outputFields: [Int: FlatValue], inputUnits: [FlatValue] = []) -> TinyModel {
    var model = TinyModel(
      tensors: [.init("in", [1]), .init("out", [1])], operators: [.init(19, [0], [1])], inputs: [0], outputs: [1])
    let subgraph = FlatValue.table([
      2: .tables([.table([4: .tables(inputUnits)])]), 3: .tables([.table(outputFields)]),
    ])
    model.metadata = FlatBufferWriter.write(.table([3: .tables([subgraph])]), identifier: "M001")
    return model
  }

  private func labels(_ name: String, type: Int8 = 2, locale: String? = nil) -> FlatValue {
    var fields: [Int: FlatValue] = [0: .string(name), 2: .int8(type)]
    fields[3] = locale.map { FlatValue.string($0) }
    return .table(fields)
  }

  @Test func labelsComeFromTheAppendedArchive() throws {
    let files = FlatValue.tables([labels("other", type: 1), labels("en.txt"), labels("de.txt", locale: "de")])
    let file = model([6: files]).file
    let archive = ZipWriter.archive(
      [.init("en.txt", [UInt8]("None\nOpen\n".utf8)), .init("de.txt", [UInt8]("Keine\r\nOffen".utf8))], prefix: file,
      absoluteOffsets: true)
    let metadata = try TFLiteReader.read(ModelBytes(archive), name: "x").metadata
    #expect(
      metadata.labelFiles == [
        .init(name: "en.txt", locale: "", outputIndex: 0, lines: ["None", "Open"]),
        .init(name: "de.txt", locale: "de", outputIndex: 0, lines: ["Keine", "Offen"]),
      ])
  }

  @Test func oneTrailingBlankLineIsDropped() throws {
    let file = model([6: .tables([labels("l")])]).file
    func lines(_ text: String) throws -> [String] {
      let archive = ZipWriter.archive([.init("l", [UInt8](text.utf8))], prefix: file)
      return try TFLiteReader.read(ModelBytes(archive), name: "x").metadata.labelFiles[0].lines
    }
    #expect(try lines("a\n\nb\n\n") == ["a", "", "b", ""])
    #expect(try lines("") == [])
    #expect(try lines("a") == ["a"])
    #expect(try lines("\n") == [""])
  }

  @Test func aMissingLabelFileIsNamed() throws {
    let error = try #require(throws: LandmarkError.self) { try model([6: .tables([labels("l.txt")])]).graph() }
    #expect(error.code == .invalidModel)
    let archive = ZipWriter.archive([.init("m.txt", [])], prefix: model([6: .tables([labels("l.txt")])]).file)
    let missing = try #require(throws: LandmarkError.self) { try TFLiteReader.read(ModelBytes(archive), name: "x") }
    #expect(missing.message.contains("No file with name: l.txt"))
  }

  @Test func normalisationAndThresholdAreRead() throws {
    let unit = FlatValue.table([0: .uint8(1), 1: .table([0: .floats([127.5]), 1: .floats([128])])])
    let threshold = FlatValue.table([0: .uint8(3), 1: .table([0: .float(0.5)])])
    let metadata = try model([4: .tables([threshold])], inputUnits: [unit]).graph().metadata
    #expect(metadata.normalizationMean == [127.5] && metadata.normalizationStd == [128])
    #expect(metadata.scoreThreshold == 0.5)
    let zero = FlatValue.table([0: .uint8(1), 1: .table([0: .floats([0]), 1: .floats([0])])])
    #expect(throws: LandmarkError.self) { try model([:], inputUnits: [zero]).graph() }
  }
}
