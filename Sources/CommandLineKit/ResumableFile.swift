#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file of many parts that appears when it is whole, and whose writing can go on after the program was killed.
///
/// For `results.csv` the parts gather in `.results.csv.part`, and `.results.csv.journal` says after each part how long
/// the file is up to there. Both are gone when the file gets its name. What was written after the last entry does not
/// count and is cut off.
package final class ResumableFile {
  /// What is known at the end of a part.
  package struct Mark: Sendable, Hashable {
    /// Number of whole parts.
    package var parts = 0
    /// Anything the caller wants to know again: one number.
    package var count = 0
    /// Whether something failed in one of the parts.
    package var anyFailed = false
    fileprivate var length = 0
    fileprivate var hash = FNVHash()

    package init() {}
  }

  /// Why a file cannot be begun.
  package enum Refusal: Error, Sendable {
    case system(SystemFailure)
    /// The unfinished file belongs to a call with other inputs or options.
    case otherCall(part: String)
    /// Another process is writing it.
    case inUse
  }

  private let path: String
  private let partPath: String
  private let journalPath: String
  private let descriptor: Int32
  private let journal: Int32
  private let keepsUnfinished: Bool
  private var isFinished = false
  /// The state after the last whole part; on opening, what an earlier run had done.
  package private(set) var mark: Mark
  private var written: (length: Int, hash: FNVHash)

  /// - Parameters:
  ///   - path: The file's name when it is whole.
  ///   - call: One line that is the same only for calls with the same results.
  ///   - resumes: Whether to go on with what an earlier call left, and to leave what this one has if it is ended early.
  package init(path: String, call: String, resumes: Bool) throws(Refusal) {
    let names = Self.names(for: path)
    (self.path, partPath, journalPath) = (names.final, names.part, names.journal)
    keepsUnfinished = resumes
    let part = open(names.part, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
    guard part >= 0 else { throw .system(SystemFailure(path: path, errorNumber: errno)) }
    descriptor = part
    guard flock(part, LOCK_EX | LOCK_NB) == 0 else {
      let failure = errno
      close(part)
      if failure == EWOULDBLOCK { throw .inUse }
      throw .system(SystemFailure(path: path, errorNumber: failure))
    }
    // The run that held the lock may have given the file its name in between: then that is not ours to write.
    guard Self.isStill(part, at: names.part) else {
      close(part)
      throw .inUse
    }
    let found: Found
    do {
      found =
        resumes && !Self.isEmpty(part) ? try Self.lastMark(journal: names.journal, part: names.part, call: call) : .none
    } catch {
      close(part)
      throw .system(error)
    }
    let earlier: Mark
    switch found {
    case .none: earlier = Mark()
    case .mark(let mark): earlier = mark
    case .other:
      close(part)
      throw .otherCall(part: names.part)
    }
    mark = earlier
    written = (earlier.length, earlier.hash)
    journal = open(names.journal, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard journal >= 0, ftruncate(part, off_t(earlier.length)) == 0, lseek(part, off_t(earlier.length), SEEK_SET) >= 0 else {
      throw .system(SystemFailure(path: path, errorNumber: errno))
    }
    if let mode = names.mode { fchmod(part, mode) }
    do throws(SystemFailure) { try note(Self.head(call) + (earlier.parts > 0 ? Self.line(earlier) : "")) } catch {
      throw .system(error)
    }
  }

  deinit {
    close(descriptor)
    if journal >= 0 { close(journal) }
    guard !isFinished, !keepsUnfinished else { return }
    unlink(partPath)
    unlink(journalPath)
  }

  /// Whether an earlier call left something to go on with.
  package static func isUnfinished(_ path: String) -> Bool { access(names(for: path).part, F_OK) == 0 }

  /// Removes the journal of a file that got its name just before the program was killed.
  package static func removeJournal(of path: String) { unlink(names(for: path).journal) }

  /// Adds to the part in work.
  package func write(_ bytes: [UInt8]) throws(SystemFailure) {
    do { try FileOutput.writeAll(bytes, to: descriptor) } catch {
      throw SystemFailure(path: path, errorNumber: error.errorNumber)
    }
    written.length += bytes.count
    written.hash.add(bytes)
  }

  /// Says that a part is whole.
  package func endPart(count: Int, failed: Bool) throws(SystemFailure) {
    mark.parts += 1
    mark.count = count
    mark.anyFailed = mark.anyFailed || failed
    (mark.length, mark.hash) = written
    try note(Self.line(mark))
  }

  /// Gives the file its name. Nothing may be written afterwards.
  package func finish() throws(SystemFailure) {
    // On the disk before it is under its name: a power cut must not leave the name without the bytes. Devices and file
    // systems that cannot do so are taken as they are.
    if fsync(descriptor) != 0, ![EINVAL, ENOTSUP, EROFS].contains(errno) {
      throw SystemFailure(path: partPath, errorNumber: errno)
    }
    guard rename(partPath, path) == 0 else { throw SystemFailure(path: path, errorNumber: errno) }
    isFinished = true
    unlink(journalPath)
  }

  private func note(_ text: String) throws(SystemFailure) {
    do { try FileOutput.writeAll(Array(text.utf8), to: journal) } catch {
      throw SystemFailure(path: journalPath, errorNumber: error.errorNumber)
    }
  }

  // MARK: - Names and the journal

  private static func names(for path: String) -> (final: String, part: String, journal: String, mode: mode_t?) {
    let target = AtomicPath(path)
    let bytes = Array(target.final.utf8)
    let nameStart = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let folder = String(decoding: bytes[..<nameStart], as: UTF8.self)
    var name = String(decoding: bytes[nameStart...], as: UTF8.self)
    // A name may have 255 bytes; a longer one is told apart by its hash.
    if name.utf8.count > 200 {
      var hash = FNVHash()
      hash.add(Array(name.utf8))
      name = hash.text
    }
    return (target.final, "\(folder).\(name).part", "\(folder).\(name).journal", target.mode)
  }

  /// Whether nothing was written yet: whose call a journal beside it belongs to does not matter then.
  private static func isEmpty(_ descriptor: Int32) -> Bool {
    var opened = stat()
    return fstat(descriptor, &opened) == 0 && opened.st_size == 0
  }

  /// Whether the open file is the one that stands at `path`.
  private static func isStill(_ descriptor: Int32, at path: String) -> Bool {
    var (opened, named) = (stat(), stat())
    return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
      && opened.st_dev == named.st_dev
  }

  private static func head(_ call: String) -> String { "landmarks journal 1 \(call)\n" }

  private static func line(_ mark: Mark) -> String {
    "\(mark.parts) \(mark.length) \(mark.count) \(mark.anyFailed ? 1 : 0) \(mark.hash.text)\n"
  }

  private enum Found: Equatable {
    case none
    case other
    case mark(Mark)
  }

  /// The last entry of the journal that the part's bytes agree with.
  private static func lastMark(journal: String, part: String, call: String) throws(SystemFailure) -> Found {
    guard access(journal, F_OK) == 0 else { return .none }
    var reader = try LineReader(path: journal)
    // A journal cut short before its first line is whole says nothing.
    guard case .text(let first)? = try reader.next() else { return .none }
    guard first + "\n" == head(call) else { return head(call).hasPrefix(first) ? .none : .other }
    var marks: [Mark] = []
    while case .text(let line)? = try reader.next() {
      // The last line may be cut short anywhere; then it has another shape or another hash.
      let words = line.split(separator: " ")
      guard words.count == 5, let parts = Int(words[0]), let length = Int(words[1]), let count = Int(words[2]),
        let hash = FNVHash(text: String(words[4])), parts > 0, length >= 0, length >= marks.last?.length ?? 0
      else { break }
      var mark = Mark()
      (mark.parts, mark.count, mark.anyFailed) = (parts, count, words[3] == "1")
      (mark.length, mark.hash) = (length, hash)
      marks.append(mark)
    }
    return try longest(marks, in: part).map { .mark($0) } ?? .none
  }

  private static func longest(_ marks: [Mark], in part: String) throws(SystemFailure) -> Mark? {
    let descriptor = open(part, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemFailure(path: part, errorNumber: errno) }
    defer { close(descriptor) }
    var hash = FNVHash()
    var length = 0
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var agreed: Mark?
    for mark in marks {
      while length < mark.length {
        let count = read(descriptor, &chunk, min(chunk.count, mark.length - length))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return agreed }
        hash.add(chunk[..<count])
        length += count
      }
      guard hash == mark.hash else { return agreed }
      agreed = mark
    }
    return agreed
  }
}

/// A hash of 64 bits for telling damaged bytes from whole ones. Source: Fowler, Noll and Vo, FNV-1a.
package struct FNVHash: Sendable, Hashable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// - Parameter text: What ``text`` gave.
  package init?(text: String) {
    guard text.utf8.count == 16, let value = UInt64(text, radix: 16) else { return nil }
    self.value = value
  }

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// 16 hexadecimal digits.
  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
