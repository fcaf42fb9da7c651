import ModelFormat
import TestSupport
import Testing
import VisionBase

/// The official bundles, cut and with changed bytes: everything must throw or work, nothing may trap.
@Suite(.enabled(if: TestNetwork.areAvailable, "needs the five bundles in Models/"))
struct DamagedBundleTests {
  private static let flipCount = 10_000
  private static let seed: UInt64 = 20_261_130

  /// One bundle in memory that may be changed in place, so that opening it again copies nothing.
  private final class Specimen {
    let memory: UnsafeMutableRawBufferPointer

    init(bundle name: String) throws {
      let file = try ModelBytes(mappingFileAt: TestNetwork.path(ofBundle: name))
      memory = .allocate(byteCount: file.count, alignment: 64)
      file.withUnsafeBytes { memory.copyMemory(from: $0) }
    }

    deinit { memory.deallocate() }

    /// The first `count` bytes; they must not be used after the specimen is gone.
    func bytes(_ count: Int? = nil) -> ModelBytes {
      ModelBytes(borrowing: UnsafeRawBufferPointer(rebasing: memory[..<(count ?? memory.count)]))
    }

    func range(of bytes: ModelBytes) -> Range<Int> {
      bytes.withUnsafeBytes { raw in
        guard let start = raw.baseAddress, let base = memory.baseAddress else { return 0..<0 }
        let offset = start - UnsafeRawPointer(base)
        return offset..<offset + raw.count
      }
    }
  }

  @Test(arguments: TestNetwork.bundleNames)
  func aBundleCutAnywhereThrows(_ name: String) throws {
    let specimen = try Specimen(bundle: name)
    for count in stride(from: 0, to: specimen.memory.count, by: 1024) {
      #expect(throws: LandmarkError.self, "cut to \(count) bytes") { try ModelBundle(specimen.bytes(count), name: name) }
    }
  }

  @Test(arguments: TestNetwork.bundleNames)
  func aNetworkCutAnywhereThrowsOrWorks(_ name: String) throws {
    let specimen = try Specimen(bundle: name)
    var working = 0
    for network in try TestNetwork.networks(in: ModelBundle(specimen.bytes(), name: name), prefix: name) {
      for count in stride(from: 0, to: network.bytes.count, by: 1024) {
        let cut = try network.bytes.slice(at: 0, length: count)
        if let graph = try? TFLiteReader.read(cut, name: name) {
          decodeConstants(graph)
          working += 1
        }
      }
    }
    // Only cuts inside the appended label archive, if any, may leave a network whole.
    #expect(working <= 1, "\(working) cuts of the networks of \(name) still read")
  }

  @Test(arguments: TestNetwork.bundleNames)
  func changedBytesThrowOrWork(_ name: String) throws {
    let specimen = try Specimen(bundle: name)
    let whole = try TestNetwork.networks(in: ModelBundle(specimen.bytes(), name: name), prefix: name)
    let ranges = Set(whole.map { specimen.range(of: $0.bytes) })
    let structure = try structurePlaces(specimen, whole)
    var generator = SeededGenerator(seed: Self.seed)
    var refused = 0
    for number in 0..<Self.flipCount {
      // Two thirds of the changes hit headers, tables and directories, which are a few hundredths of the bytes.
      let place =
        number % 3 == 0
        ? Int.random(in: 0..<specimen.memory.count, using: &generator) : structure.randomElement(using: &generator) ?? 0
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      let change = number % 2 == 0 ? bit : UInt8.random(in: 1...255, using: &generator)
      specimen.memory[place] ^= change
      do throws(LandmarkError) {
        let bundle = try ModelBundle(specimen.bytes(), name: name)
        for network in try TestNetwork.networks(in: bundle, prefix: name) {
          // A network whose bytes are where they were and as they were reads as before.
          let range = specimen.range(of: network.bytes)
          if ranges.contains(range) && !range.contains(place) { continue }
          let graph = try network.graph()
          // Weights may have any bits (see the test of half precision), so decoding after a changed weight is the same
          // work again and again: every tenth time is enough.
          if number % 3 != 0 || number % 30 == 0 { decodeConstants(graph) }
        }
      } catch {
        refused += 1
        #expect(!error.message.isEmpty)
      }
      specimen.memory[place] ^= change
    }
    print("\(name): \(refused) of \(Self.flipCount) changed files refused, seed \(Self.seed)")
    #expect(refused > Self.flipCount / 20, "the changes did not reach the structure (seed \(Self.seed))")
    #expect(refused < Self.flipCount)
  }

  /// Offsets of all bytes that are not data of a large buffer: headers, tables, small constants and directories.
  private func structurePlaces(_ specimen: Specimen, _ networks: [TestNetwork]) throws -> [Int] {
    var isStructure = [Bool](repeating: true, count: specimen.memory.count)
    for network in networks {
      let bytes = network.bytes
      let start = specimen.range(of: bytes).lowerBound
      func word(_ place: Int) throws -> Int { Int(try bytes.load(at: place, as: UInt32.self)) }
      /// Where field `number` of the table at `table` points to.
      func target(_ table: Int, _ number: Int) throws -> Int? {
        let vtable = table - Int(try bytes.load(at: table, as: Int32.self))
        guard try 4 + 2 * number < Int(bytes.load(at: vtable, as: UInt16.self)) else { return nil }
        let offset = Int(try bytes.load(at: vtable + 4 + 2 * number, as: UInt16.self))
        return offset == 0 ? nil : table + offset + (try word(table + offset))
      }
      let buffers = try #require(try target(word(0), 4))
      for index in 0..<(try word(buffers)) {
        let entry = buffers + 4 + 4 * index
        guard let data = try target(entry + word(entry), 0), try word(data) > 256 else { continue }
        for place in data + 4..<data + 4 + (try word(data)) { isStructure[start + place] = false }
      }
    }
    return isStructure.indices.filter { isStructure[$0] }
  }
}
