import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// What a run of the program left behind.
struct ProgramOutput: Sendable {
  var standardOutput: Data
  var standardError: String
  /// Exit status, or the signal's number if ``wasSignalled``.
  var status: Int32
  var wasSignalled: Bool

  var text: String { String(decoding: standardOutput, as: UTF8.self) }

  /// One object per line of standard output.
  func objects() throws -> [[String: Any]] {
    try text.split(separator: "\n").map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw CocoaError(.coderReadCorrupt)
      }
      return object
    }
  }
}

/// Runs the built program as a process of its own.
struct ProgramRunner: Sendable {
  /// The program beside the running test bundle: the same build.
  static let program: URL = {
    let bundle = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = bundle.appendingPathComponent("landmarks")
    if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
    return TestFiles.packageRoot.appendingPathComponent(".build/release/landmarks")
  }()

  var folder: URL = TestFiles.packageRoot
  /// Replaces the whole environment.
  var environment: [String: String] = ["SWIFT_BACKTRACE": "enable=no"]

  /// Starts the program; both pipes are drained at the same time, so that neither can fill up and stop it.
  func run(_ arguments: [String], input: Data? = nil) throws -> ProgramOutput {
    let process = makeProcess(arguments)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    let source = Pipe()
    process.standardInput = input == nil ? FileHandle.nullDevice : source
    try process.run()
    let outputDrain = Drain(output.fileHandleForReading)
    let errorDrain = Drain(errors.fileHandleForReading)
    if let input {
      try? source.fileHandleForWriting.write(contentsOf: input)
      try? source.fileHandleForWriting.close()
    }
    let standardOutput = outputDrain.wait()
    let standardError = errorDrain.wait()
    process.waitUntilExit()
    return ProgramOutput(
      standardOutput: standardOutput, standardError: String(decoding: standardError, as: UTF8.self),
      status: process.terminationStatus, wasSignalled: process.terminationReason == .uncaughtSignal)
  }

  func makeProcess(_ arguments: [String]) -> Process {
    let process = Process()
    process.executableURL = Self.program
    process.arguments = arguments
    process.environment = environment
    process.currentDirectoryURL = folder
    return process
  }

  #if os(Linux)
    /// Starts the program with standard error, and on request standard output, on a terminal of its own. Returns what
    /// the terminal was sent.
    func runOnTerminal(_ arguments: [String], outputToo: Bool = false) throws -> (screen: String, output: Data, status: Int32) {
      let master = posix_openpt(O_RDWR | O_NOCTTY)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else {
        throw CocoaError(.fileReadUnknown)
      }
      let slave = open(name, O_RDWR | O_NOCTTY)
      guard slave >= 0 else { throw CocoaError(.fileReadUnknown) }
      let terminal = FileHandle(fileDescriptor: slave, closeOnDealloc: true)
      let process = makeProcess(arguments)
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardError = terminal
      if outputToo { process.standardOutput = terminal } else { process.standardOutput = output }
      let screen = Drain(FileHandle(fileDescriptor: master, closeOnDealloc: true))
      try process.run()
      // This process must not hold the terminal open, or its end never comes.
      try terminal.close()
      if outputToo { try output.fileHandleForWriting.close() }
      let outputDrain = Drain(output.fileHandleForReading)
      let bytes = outputDrain.wait()
      process.waitUntilExit()
      return (String(decoding: screen.wait(), as: UTF8.self), bytes, process.terminationStatus)
    }
  #endif
}

/// Reads a descriptor to its end on a thread of its own.
final class Drain: @unchecked Sendable {
  // Written by the reading thread before it signals, read after waiting for that signal.
  private var bytes = Data()
  private let done = DispatchSemaphore(value: 0)

  init(_ handle: FileHandle) {
    let thread = Thread { [self] in
      var chunk = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        // A terminal answers with an error when the other side is closed: the end, too.
        let count = read(handle.fileDescriptor, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        bytes.append(contentsOf: chunk[..<count])
      }
      done.signal()
    }
    thread.start()
  }

  func wait() -> Data {
    done.wait()
    return bytes
  }
}

/// A folder that is gone after the test.
final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("landmarks-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// Names of the files, hidden ones too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Lays down an even grey picture, a BMP of 24 bits, and returns its path.
  func picture(_ name: String, width: Int = 64, height: Int = 48) throws -> String {
    let rowBytes = (width * 3 + 3) / 4 * 4
    var bytes = Data("BM".utf8)
    func append(_ value: Int, _ count: Int) {
      for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    append(54 + rowBytes * height, 4)
    append(0, 4)
    append(54, 4)
    append(40, 4)
    append(width, 4)
    append(height, 4)
    append(1, 2)
    append(24, 2)
    append(0, 4)
    append(rowBytes * height, 4)
    for _ in 0..<4 { append(0, 4) }
    bytes.append(contentsOf: [UInt8](repeating: 128, count: rowBytes * height))
    let target = path(name)
    try bytes.write(to: URL(fileURLWithPath: target))
    return target
  }
}
