package import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Bytes of a model file or of a part of one: immutable, shared without copying, every read checked.
///
/// The bytes are either a memory-mapped file or memory of this process. Slices keep the whole owner alive. Safe to use
/// from any number of threads. A mapped file must not be shortened while it is in use: the operating system answers a
/// read past its new end with a signal that no check here can prevent.
package struct ModelBytes: Sendable {
  private let owner: Owner
  // The owner keeps the memory alive and nobody writes to it, so the pointer may cross threads.
  private nonisolated(unsafe) let base: UnsafeRawPointer
  package let count: Int

  /// What keeps the memory alive; `release` runs when the last slice is gone.
  private final class Owner: Sendable {
    private let release: @Sendable () -> Void
    /// Whether the bytes are a file's, so that the system can read them again.
    let isMapped: Bool
    init(isMapped: Bool = false, release: @escaping @Sendable () -> Void) {
      self.isMapped = isMapped
      self.release = release
    }
    deinit { release() }
  }

  private init(owner: Owner, base: UnsafeRawPointer, count: Int) {
    self.owner = owner
    self.base = base
    self.count = count
  }

  /// Copies `array` once; slices share the copy.
  package init(_ array: [UInt8]) {
    nonisolated(unsafe) let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(array.count, 1), alignment: 64)
    memory.copyBytes(from: array)
    self.init(
      owner: Owner { memory.deallocate() },
      base: UnsafeRawPointer(memory.baseAddress!),  // At least one byte was allocated.
      count: array.count)
  }

  /// Uses memory that somebody else keeps: it must stay readable until `release` is called and must not change between
  /// reading a graph and the last use of its constants.
  package init(borrowing memory: UnsafeRawBufferPointer, release: @escaping @Sendable () -> Void = {}) {
    guard let start = memory.baseAddress else {
      self.init([])
      release()
      return
    }
    self.init(owner: Owner(release: release), base: start, count: memory.count)
  }

  /// Maps the file at `path` read-only.
  package init(mappingFileAt path: String) throws(LandmarkError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw LandmarkError(
        .fileNotFound, "Model file \(path) cannot be opened: \(String(cString: strerror(errno))).",
        remedy: "Check the path and its permissions.")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, (status.st_mode & S_IFMT) == S_IFREG else {
      throw LandmarkError(.fileNotFound, "\(path) is not a regular file.", remedy: "Pass the path of a model file.")
    }
    let size = Int(status.st_size)
    guard size > 0 else { throw LandmarkError(.invalidModel, "Model file \(path) is empty.") }
    let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let mapped, mapped != UnsafeMutableRawPointer(bitPattern: -1) else {
      throw LandmarkError(
        .fileNotFound, "Model file \(path) cannot be mapped into memory: \(String(cString: strerror(errno))).")
    }
    nonisolated(unsafe) let address = mapped
    self.init(owner: Owner(isMapped: true) { munmap(address, size) }, base: UnsafeRawPointer(address), count: size)
  }

  /// Gives the memory that these bytes of a mapped file take back to the system, which reads the file again should anybody
  /// look. Does nothing for other bytes.
  package func releasePages() {
    guard owner.isMapped else { return }
    let inPage = Int(bitPattern: base) % sysconf(Int32(_SC_PAGESIZE))
    // Advice: failing changes nothing. Neighbours that share the first page are read again as well.
    madvise(UnsafeMutableRawPointer(mutating: base - inPage), count + inPage, MADV_DONTNEED)
  }

  /// The bytes from `offset` on, `length` of them; they share the owner.
  package func slice(at offset: Int, length: Int) throws(LandmarkError) -> ModelBytes {
    guard offset >= 0, length >= 0, offset <= count, length <= count - offset else {
      throw Self.outOfRange(offset: offset, length: length, count: count)
    }
    return ModelBytes(owner: owner, base: base + offset, count: length)
  }

  /// The little-endian integer at `offset`, which need not be aligned.
  @inline(__always)
  package func load<Value: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, as type: Value.Type
  ) throws(LandmarkError) -> Value {
    guard offset >= 0, offset <= count - MemoryLayout<Value>.size else {
      throw Self.outOfRange(offset: offset, length: MemoryLayout<Value>.size, count: count)
    }
    return Value(littleEndian: base.loadUnaligned(fromByteOffset: offset, as: Value.self))
  }

  /// The bytes as text; malformed UTF-8 is replaced.
  package func text() -> String {
    String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self)
  }

  /// Calls `body` with all bytes; the pointer must not escape.
  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    body(UnsafeRawBufferPointer(start: base, count: count))
  }

  private static func outOfRange(offset: Int, length: Int, count: Int) -> LandmarkError {
    LandmarkError(
      .invalidModel, "Offset \(offset) with \(length) bytes lies outside the \(count) bytes there are.",
      remedy: "The file is damaged or cut short; fetch it again.")
  }
}
