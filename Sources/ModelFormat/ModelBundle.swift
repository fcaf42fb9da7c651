package import VisionBase

/// A task bundle: a ZIP archive whose entries are stored without compression, read in place.
///
/// Only the central directory counts; entries may lie anywhere, padded before their local headers. The archive may
/// follow other data (label files are appended to a TFLite file in this way).
package struct ModelBundle: Sendable {
  package struct Entry: Sendable {
    package let name: String
    package let bytes: ModelBytes
  }

  /// File or entry name, for messages.
  package let name: String
  /// The entries in the order of the central directory.
  package let entries: [Entry]

  /// Reads the directory of `bytes`. Throws `invalidModel` if it is not a well-formed archive, `unsupportedModel` if
  /// it is of a kind that bundles never are (compressed, encrypted, split, ZIP64).
  package init(_ bytes: ModelBytes, name: String) throws(LandmarkError) {
    do throws(LandmarkError) {
      guard let end = Self.endRecord(in: bytes) else {
        throw LandmarkError(
          .invalidModel, "This is not a model bundle: it has no ZIP directory.",
          remedy: "Pass a .task file; if it is one, it is cut short, so fetch it again.")
      }
      self.name = name
      self.entries = try Self.readDirectory(of: bytes, endRecord: end)
    } catch {
      throw error.located(in: name)
    }
  }

  /// Maps the file at `path` and reads its directory.
  package init(path: String) throws(LandmarkError) {
    try self.init(ModelBytes(mappingFileAt: path), name: path)
  }

  /// The entry of exactly this name, or `nil`.
  package func entry(named wanted: String) -> ModelBytes? {
    entries.first { $0.name == wanted }?.bytes
  }

  /// The entry of exactly this name; the error lists the entries that there are.
  package func requiredEntry(named wanted: String) throws(LandmarkError) -> ModelBytes {
    if let bytes = entry(named: wanted) { return bytes }
    let all = entries.map(\.name).joined(separator: ", ")
    throw LandmarkError(
      .invalidModel, "No file with name: \(wanted). All files in the model asset bundle are: \(all).",
      remedy: "Pass the bundle that belongs to this task."
    ).located(in: name)
  }

  /// The bundle nested as the entry of exactly this name.
  package func requiredBundle(named wanted: String) throws(LandmarkError) -> ModelBundle {
    try ModelBundle(requiredEntry(named: wanted), name: "\(name)/\(wanted)")
  }

  /// The network stored as the entry of exactly this name.
  package func requiredGraph(named wanted: String) throws(LandmarkError) -> Graph {
    try TFLiteReader.read(requiredEntry(named: wanted), name: "\(name)/\(wanted)")
  }
}

// The records of a ZIP archive. Source: APPNOTE.TXT of PKWARE, sections 4.3.7, 4.3.12 and 4.3.16.
extension ModelBundle {
  private static let localSignature: UInt32 = 0x0403_4b50
  private static let directorySignature: UInt32 = 0x0201_4b50
  private static let endSignature: UInt32 = 0x0605_4b50
  private static let localSize = 30
  private static let directorySize = 46
  private static let endSize = 22

  /// Offset of the end record: the last signature whose comment ends with the archive.
  static func endRecord(in bytes: ModelBytes) -> Int? {
    bytes.withUnsafeBytes { raw in
      var position = raw.count - endSize
      let lowest = max(0, position - Int(UInt16.max))
      while position >= lowest {
        if raw[position] == 0x50,
          UInt32(littleEndian: raw.loadUnaligned(fromByteOffset: position, as: UInt32.self)) == endSignature,
          Int(UInt16(littleEndian: raw.loadUnaligned(fromByteOffset: position + 20, as: UInt16.self)))
            == raw.count - position - endSize
        {
          return position
        }
        position -= 1
      }
      return nil
    }
  }

  private static func readDirectory(of bytes: ModelBytes, endRecord: Int) throws(LandmarkError) -> [Entry] {
    let disk = try bytes.load(at: endRecord + 4, as: UInt16.self)
    let directoryDisk = try bytes.load(at: endRecord + 6, as: UInt16.self)
    let countOnDisk = try bytes.load(at: endRecord + 8, as: UInt16.self)
    let count = try bytes.load(at: endRecord + 10, as: UInt16.self)
    let directoryLength = Int(try bytes.load(at: endRecord + 12, as: UInt32.self))
    let directoryOffset = Int(try bytes.load(at: endRecord + 16, as: UInt32.self))
    guard disk == 0, directoryDisk == 0, countOnDisk == count, count != .max, directoryOffset != Int(UInt32.max) else {
      throw LandmarkError(.unsupportedModel, "Split and ZIP64 archives are not supported.")
    }
    // The directory ends where the end record starts; what its offset lacks to that is data before the archive.
    let directoryStart = endRecord - directoryLength
    let archiveStart = directoryStart - directoryOffset
    guard directoryStart >= 0, archiveStart >= 0 else {
      throw LandmarkError(
        .invalidModel, "The ZIP directory of \(directoryLength) bytes at \(directoryOffset) does not fit the file.")
    }
    var entries: [Entry] = []
    var seen: Set<String> = []
    var position = directoryStart
    for index in 0..<Int(count) {
      let (entry, next) = try readEntry(
        index, at: position, in: bytes, directoryEnd: endRecord, archiveStart: archiveStart)
      guard seen.insert(entry.name).inserted else {
        throw LandmarkError(.invalidModel, "The bundle has two entries named \(entry.name).")
      }
      entries.append(entry)
      position = next
    }
    return entries
  }

  private static func readEntry(
    _ index: Int, at position: Int, in bytes: ModelBytes, directoryEnd: Int, archiveStart: Int
  ) throws(LandmarkError) -> (Entry, next: Int) {
    guard position + directorySize <= directoryEnd,
      try bytes.load(at: position, as: UInt32.self) == directorySignature
    else {
      throw LandmarkError(.invalidModel, "ZIP directory entry \(index) at offset \(position) is damaged.")
    }
    let flags = try bytes.load(at: position + 8, as: UInt16.self)
    let method = try bytes.load(at: position + 10, as: UInt16.self)
    let storedLength = try bytes.load(at: position + 20, as: UInt32.self)
    let length = try bytes.load(at: position + 24, as: UInt32.self)
    let nameLength = Int(try bytes.load(at: position + 28, as: UInt16.self))
    let extraLength = Int(try bytes.load(at: position + 30, as: UInt16.self))
    let commentLength = Int(try bytes.load(at: position + 32, as: UInt16.self))
    let localOffset = Int(try bytes.load(at: position + 42, as: UInt32.self))
    let next = position + directorySize + nameLength + extraLength + commentLength
    guard next <= directoryEnd else {
      throw LandmarkError(.invalidModel, "ZIP directory entry \(index) at offset \(position) runs past the directory.")
    }
    let name = try bytes.slice(at: position + directorySize, length: nameLength).text()
    guard flags & 1 == 0 else {
      throw LandmarkError(.unsupportedModel, "Entry \(name) is encrypted.", remedy: "Store it plainly.")
    }
    guard method == 0 else {
      throw LandmarkError(
        .unsupportedModel, "Expected uncompressed zip archive, but entry \(name) is compressed (method \(method)).",
        remedy: "Pack the bundle again with `zip -0`.")
    }
    guard storedLength == length, length != .max else {
      throw LandmarkError(.invalidModel, "Entry \(name) is stored in \(storedLength) bytes, but its length is \(length).")
    }
    let local = archiveStart + localOffset
    guard try bytes.load(at: local, as: UInt32.self) == localSignature else {
      throw LandmarkError(.invalidModel, "Entry \(name) has no local header at offset \(local).")
    }
    let localNameLength = Int(try bytes.load(at: local + 26, as: UInt16.self))
    let localExtraLength = Int(try bytes.load(at: local + 28, as: UInt16.self))
    let data = try bytes.slice(at: local + localSize + localNameLength + localExtraLength, length: Int(length))
    return (Entry(name: name, bytes: data), next)
  }
}
