import ModelFormat
import TestSupport
import Testing
import VisionBase

struct ModelBundleTests {
  private func bundle(_ bytes: [UInt8]) throws(LandmarkError) -> ModelBundle {
    try ModelBundle(ModelBytes(bytes), name: "test.task")
  }

  private func error(_ bytes: [UInt8]) throws -> LandmarkError {
    try #require(throws: LandmarkError.self) { try bundle(bytes) }
  }

  @Test func readsStoredEntriesBehindPaddingAndExtraFields() throws {
    let bytes = ZipWriter.archive([
      .init("a.tflite", [1, 2, 3], padding: 2), .init("empty", []),
      .init("b.txt", [4, 5], padding: 3, localExtra: [9, 9, 9, 9]),
    ])
    let bundle = try bundle(bytes)
    #expect(bundle.entries.map(\.name) == ["a.tflite", "empty", "b.txt"])
    #expect(try bundle.requiredEntry(named: "a.tflite").withUnsafeBytes { [UInt8]($0) } == [1, 2, 3])
    #expect(try bundle.requiredEntry(named: "b.txt").withUnsafeBytes { [UInt8]($0) } == [4, 5])
    #expect(bundle.entry(named: "empty")?.count == 0)
    #expect(bundle.entry(named: "B.txt") == nil)
  }

  @Test(arguments: [true, false])
  func readsAnArchiveAppendedToOtherData(absoluteOffsets: Bool) throws {
    let prefix = [UInt8](repeating: 7, count: 100)
    let bytes = ZipWriter.archive([.init("x", [1, 2])], prefix: prefix, absoluteOffsets: absoluteOffsets, comment: [1, 2, 3])
    #expect(try bundle(bytes).requiredEntry(named: "x").withUnsafeBytes { [UInt8]($0) } == [1, 2])
  }

  @Test func readsNestedBundlesAndNamesThePath() throws {
    let inner = ZipWriter.archive([.init("in.bin", [5])])
    let outer = try bundle(ZipWriter.archive([.init("inner.task", inner, padding: 2)]))
    let nested = try outer.requiredBundle(named: "inner.task")
    #expect(nested.name == "test.task/inner.task")
    #expect(nested.entry(named: "in.bin")?.count == 1)
  }

  @Test func missingEntryListsAllEntries() throws {
    let bundle = try bundle(ZipWriter.archive([.init("a", []), .init("b", [])]))
    let error = try #require(throws: LandmarkError.self) { try bundle.requiredEntry(named: "X") }
    #expect(error.code == .invalidModel)
    #expect(error.message == "test.task: No file with name: X. All files in the model asset bundle are: a, b.")
  }

  @Test func compressedEntryIsRefusedByName() throws {
    let error = try error(ZipWriter.archive([.init("a", [1], method: 8)]))
    #expect(error.code == .unsupportedModel)
    #expect(error.message.contains("Expected uncompressed zip archive"))
    #expect(error.message.contains("entry a"))
  }

  @Test func encryptedAndDoubledEntriesAreRefused() throws {
    #expect(try error(ZipWriter.archive([.init("a", [1], flags: 1)])).message.contains("encrypted"))
    #expect(try error(ZipWriter.archive([.init("a", [1]), .init("a", [2])])).message.contains("two entries"))
  }

  @Test func otherFilesAreNotBundles() throws {
    for bytes in [[], [1, 2, 3], [UInt8](repeating: 0x50, count: 70_000)] as [[UInt8]] {
      #expect(try error(bytes).message.contains("not a model bundle"))
    }
  }

  @Test func anEmptyArchiveHasNoEntries() throws {
    #expect(try bundle(ZipWriter.archive([])).entries.isEmpty)
  }

  @Test func everyByteOfASmallArchiveMayBeCutOrChanged() throws {
    let whole = ZipWriter.archive([.init("a", [1, 2, 3], padding: 2), .init("bc", [4])])
    for count in 0..<whole.count {
      #expect(throws: LandmarkError.self) { try bundle([UInt8](whole[..<count])) }
    }
    for index in whole.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = value
        do throws(LandmarkError) {
          // Whatever can still be read must be readable to its last byte.
          for entry in try bundle(changed).entries { _ = entry.bytes.text() }
        } catch {
          #expect(error.message.hasPrefix("test.task: "))
        }
      }
    }
  }

  @Test func missingFileSaysSo() throws {
    let error = try #require(throws: LandmarkError.self) { try ModelBundle(path: "/does/not/exist.task") }
    #expect(error.code == .fileNotFound)
    #expect(error.message.contains("/does/not/exist.task"))
    let folder = try #require(throws: LandmarkError.self) { try ModelBundle(path: "/") }
    #expect(folder.code == .fileNotFound)
  }

  @Test func slicesAreCheckedAndKeepTheirOwner() throws {
    var bytes: ModelBytes? = ModelBytes([0, 1, 2, 3, 4, 5, 6, 7])
    let slice = try #require(bytes).slice(at: 2, length: 4)
    bytes = nil
    #expect(try slice.load(at: 0, as: UInt32.self) == 0x0504_0302)
    #expect(throws: LandmarkError.self) { try slice.load(at: 1, as: UInt32.self) }
    #expect(throws: LandmarkError.self) { try slice.load(at: -1, as: UInt8.self) }
    #expect(throws: LandmarkError.self) { try slice.load(at: .max, as: UInt16.self) }
    for (offset, length) in [(0, 5), (5, 0), (-1, 1), (1, -1), (.max, .max), (4, 1)] {
      #expect(throws: LandmarkError.self) { try slice.slice(at: offset, length: length) }
    }
    #expect(try slice.slice(at: 4, length: 0).count == 0)
  }
}
