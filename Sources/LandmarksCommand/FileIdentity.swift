#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What tells two files apart, whatever they are called.
struct FileIdentity: Sendable, Hashable {
  private let device: UInt64
  private let number: UInt64
  let isFolder: Bool
  let isRegular: Bool

  /// `nil` if there is no such file.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    isFolder = (status.st_mode & S_IFMT) == S_IFDIR
    isRegular = (status.st_mode & S_IFMT) == S_IFREG
  }

  /// Whether there is such a file and nothing in it.
  static func isEmpty(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_size == 0
  }

  /// When the file's content was last changed, in nanoseconds; `nil` if there is no such file.
  static func modificationTime(_ path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    let (nanoseconds, overflow) = Int(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    return overflow ? nil : nanoseconds + Int(time.tv_nsec)
  }

  /// Throws if writing `path` would destroy one of the inputs.
  static func refuseOverwriting(_ path: String, inputs: [String], option: String) throws(CommandFailure) {
    guard let target = FileIdentity(path), target.isRegular else { return }
    if let input = inputs.first(where: { FileIdentity($0) == target }) {
      throw CommandFailure(
        .wrongUsage, "\(option) \(path) would overwrite the input \(input).", hint: "Choose another name or folder.")
    }
  }
}
