import VisionBase

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whole files in and out, on the system's own calls.
enum FileBytes {
  /// Reads a file to its end.
  static func read(path: String, byteLimit: Int) throws(LandmarkError) -> [UInt8] {
    let descriptor = retrying { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw LandmarkError(
        .fileNotFound, "The file cannot be opened (\(errorText(errno))).", remedy: "Check the path and its permissions.")
    }
    defer { _ = close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw LandmarkError(.fileNotFound, "The file cannot be examined (\(errorText(errno))).")
    }
    guard status.st_mode & S_IFMT != S_IFDIR else {
      throw LandmarkError(.fileNotFound, "This is a folder, not a picture.", remedy: "Name the files in it.")
    }
    // The size is only a hint: pipes have none, and a file may grow while it is read. One byte more than the size
    // lets the first pass see the end of an ordinary file.
    let hint = max(0, min(Int(status.st_size), byteLimit))
    return try readToEnd(descriptor, sizeHint: hint + 1, byteLimit: byteLimit)
  }

  private static func readToEnd(_ descriptor: Int32, sizeHint: Int, byteLimit: Int) throws(LandmarkError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = max(sizeHint, 1 << 16)
    while true {
      var failure: Int32 = 0
      var reachedEnd = false
      let part = [UInt8](unsafeUninitializedCapacity: chunk) { buffer, count in
        while count < buffer.count {
          // The capacity is positive, so there is a base address.
          let got = retrying { systemRead(descriptor, buffer.baseAddress! + count, buffer.count - count) }
          if got < 0 { failure = errno }
          if got == 0 { reachedEnd = true }
          if got <= 0 { return }
          count += got
        }
      }
      guard failure == 0 else {
        throw LandmarkError(.fileNotFound, "The file cannot be read (\(errorText(failure))).")
      }
      if bytes.isEmpty { bytes = part } else { bytes += part }
      guard bytes.count <= byteLimit else {
        throw LandmarkError(
          .unsupportedImage, "The file has more than \(byteLimit) bytes, more than any picture within the pixel limit.",
          remedy: "Scale the picture down, or raise pixelLimit if the file can be trusted.")
      }
      if reachedEnd { return bytes }
      chunk = max(1 << 16, bytes.count)
    }
  }

  /// Writes a file so that its final name only ever names a complete one.
  static func write(_ bytes: [UInt8], path: String) throws(LandmarkError) {
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR {
      throw LandmarkError(.outputFailed, "\(path): this is a folder.", remedy: "Name a file in it.")
    }
    if exists, status.st_mode & S_IFMT != S_IFREG {
      // A rename would replace the device or pipe itself.
      try writeDirectly(bytes, path: path)
      return
    }
    let target = exists ? resolved(path) : path
    let (temporary, descriptor) = try openTemporary(beside: target)
    do {
      try writeAll(bytes, to: descriptor, path: path)
    } catch {
      _ = close(descriptor)
      _ = unlink(temporary)
      throw error
    }
    if exists { _ = fchmod(descriptor, status.st_mode & 0o7777) }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0, rename(temporary, target) == 0 else {
      let reason = errorText(errno)
      _ = unlink(temporary)
      throw LandmarkError(.outputFailed, "\(path): the file cannot be put in place (\(reason)).")
    }
  }

  private static func writeDirectly(_ bytes: [UInt8], path: String) throws(LandmarkError) {
    let descriptor = retrying { open(path, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else {
      throw LandmarkError(.outputFailed, "\(path): cannot be opened for writing (\(errorText(errno))).")
    }
    defer { _ = close(descriptor) }
    try writeAll(bytes, to: descriptor, path: path)
  }

  /// A new file in the folder of `path`, with the permissions that the user's mask asks for.
  private static func openTemporary(beside path: String) throws(LandmarkError) -> (name: String, descriptor: Int32) {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    // A name may have 255 bytes; the original one need not be part of this one.
    for _ in 0..<100 {
      let name = folder + ".landmarks-\(getpid())-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).part"
      let descriptor = retrying { open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
      if descriptor >= 0 { return (name, descriptor) }
      guard errno == EEXIST else { break }
    }
    throw LandmarkError(
      .outputFailed, "\(path): no file can be made in this folder (\(errorText(errno))).",
      remedy: "Check that the folder exists and may be written to.")
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(LandmarkError) {
    var failure: Int32 = 0
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        // Not empty here, so there is a base address.
        let count = retrying { systemWrite(descriptor, buffer.baseAddress! + written, buffer.count - written) }
        guard count > 0 else {
          failure = count < 0 ? errno : EIO
          return
        }
        written += count
      }
    }
    guard failure == 0 else {
      throw LandmarkError(.outputFailed, "\(path): cannot be written (\(errorText(failure))).", remedy: "Check the free space.")
    }
  }

  /// The file behind symbolic links, or `path` itself if that cannot be found out.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func systemRead(_ descriptor: Int32, _ target: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, target, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, target, count)
    #else
      Darwin.read(descriptor, target, count)
    #endif
  }

  private static func systemWrite(_ descriptor: Int32, _ source: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, source, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, source, count)
    #else
      Darwin.write(descriptor, source, count)
    #endif
  }

  /// Repeats a system call that a signal interrupted.
  private static func retrying<Answer: SignedInteger>(_ call: () -> Answer) -> Answer {
    while true {
      let answer = call()
      if answer >= 0 || errno != EINTR { return answer }
    }
  }

  /// The system's words for an error number; `strerror` itself is not safe between threads.
  private static func errorText(_ code: Int32) -> String {
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer -> String in
      guard let base = buffer.baseAddress, strerror_r(code, base, buffer.count) == 0 else { return "error \(code)" }
      return String(cString: base)
    }
    return text
  }
}
