#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What lies in a folder.
package enum FolderListing {
  /// The names in the folder but `.` and `..`, in the order of their bytes, which is the same everywhere.
  ///
  /// - Parameter path: The folder; empty for the current one.
  /// - Returns: Names that are no UTF-8 text come repaired and marked, so that they can be spoken of.
  package static func names(in path: String) throws(SystemFailure) -> [(name: String, isText: Bool)] {
    guard let folder = opendir(path.isEmpty ? "." : path) else { throw SystemFailure(path: path, errorNumber: errno) }
    defer { closedir(folder) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(folder) else {
        if errno != 0 { throw SystemFailure(path: path, errorNumber: errno) }
        break
      }
      // The name is a C string at the end of the record; a copy of the record would cut longer ones.
      let offset = MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 0
      let start = UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self)
      names.append([UInt8](UnsafeRawBufferPointer(start: start, count: strlen(start))))
    }
    return names.filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
      .sorted { $0.lexicographicallyPrecedes($1) }
      .map { bytes in
        let name = String(decoding: bytes, as: UTF8.self)
        return (name, name.utf8.elementsEqual(bytes))
      }
  }
}
