#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Unfinished files of runs that were killed. They have names of their own, so they are never taken for whole ones, but
/// they take space.
package enum Leftovers {
  /// What the names of unfinished files begin with; the number of their process follows.
  private static let prefix = ".landmarks-"

  /// Removes the unfinished files of processes that are no more.
  ///
  /// - Parameter folders: Where to look, each empty or with a slash at its end. One that cannot be read is passed over.
  package static func remove(from folders: Set<String>) {
    for folder in folders {
      guard let names = try? FolderListing.names(in: folder) else { continue }
      for (name, isText) in names where isText && name.hasPrefix(prefix) {
        let parts = name.dropFirst(prefix.count).split(separator: "-", maxSplits: 1)
        guard parts.count == 2, let process = Int32(parts[0]), process > 0, process != getpid() else { continue }
        // A signal of number zero only asks whether there is such a process.
        if kill(process, 0) != 0, errno == ESRCH { unlink(folder + name) }
      }
    }
  }
}
