/// Writes ZIP archives for tests, wrong ones on purpose too.
package struct ZipWriter {
  package struct Entry {
    package var name: String
    package var content: [UInt8]
    package var method: UInt16 = 0
    package var flags: UInt16 = 0
    /// Zero bytes before the local header.
    package var padding = 0
    package var localExtra: [UInt8] = []

    package init(
      _ name: String, _ content: [UInt8], method: UInt16 = 0, flags: UInt16 = 0, padding: Int = 0, localExtra: [UInt8] = []
    ) {
      (self.name, self.content, self.method, self.flags) = (name, content, method, flags)
      (self.padding, self.localExtra) = (padding, localExtra)
    }
  }

  /// An archive; `prefix` stands before it. Offsets count from the start of the file if `absoluteOffsets`, else from
  /// the start of the archive: both occur.
  package static func archive(
    _ entries: [Entry], prefix: [UInt8] = [], absoluteOffsets: Bool = false, comment: [UInt8] = []
  ) -> [UInt8] {
    var bytes = prefix
    let base = absoluteOffsets ? 0 : prefix.count
    var directory: [UInt8] = []
    for entry in entries {
      bytes += [UInt8](repeating: 0, count: entry.padding)
      let offset = bytes.count - base
      let name = [UInt8](entry.name.utf8)
      let size = little(UInt32(entry.content.count))
      let common =
        little(entry.flags) + little(entry.method) + [UInt8](repeating: 0, count: 8) + size + size + little(UInt16(name.count))
      bytes += [0x50, 0x4b, 3, 4, 20, 0] + common + little(UInt16(entry.localExtra.count)) + name + entry.localExtra
      bytes += entry.content
      directory += [0x50, 0x4b, 1, 2, 20, 0, 20, 0] + common + [UInt8](repeating: 0, count: 12) + little(UInt32(offset)) + name
    }
    let start = bytes.count - base
    bytes += directory
    bytes += [0x50, 0x4b, 5, 6, 0, 0, 0, 0] + little(UInt16(entries.count)) + little(UInt16(entries.count))
    bytes += little(UInt32(directory.count)) + little(UInt32(start)) + little(UInt16(comment.count)) + comment
    return bytes
  }

  private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] {
    withUnsafeBytes(of: value.littleEndian) { [UInt8]($0) }
  }
}
