import Foundation
import TestSupport

/// Calls the Swift compiler on files, against the modules that this test was built with.
struct Compiler {
  let folder: URL

  /// Makes an empty folder for sources and products.
  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("drop-in-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  func write(_ sources: [SeedSource]) throws -> [String] {
    try sources.map { source in
      let file = folder.appendingPathComponent(source.name + ".swift")
      try source.text.write(to: file, atomically: true, encoding: .utf8)
      return file.path
    }
  }

  /// The folder of the running tests, which is the build's.
  static var products: URL? {
    guard let test = CommandLine.arguments.first.map({ URL(fileURLWithPath: $0).resolvingSymlinksInPath() }) else { return nil }
    let candidates =
      [test.deletingLastPathComponent()]
      + ["release", "debug"].map {
        TestFiles.packageRoot.appendingPathComponent(".build/\($0)").resolvingSymlinksInPath()
      }
    return candidates.first {
      FileManager.default.fileExists(atPath: $0.appendingPathComponent("Modules/MediaPipeTasksVision.swiftmodule").path)
    }
  }

  /// What an app's build passes: nothing but where modules lie.
  static func searchFlags() throws -> [String] {
    guard let products else { throw CocoaError(.fileNoSuchFile) }
    return ["-I", products.appendingPathComponent("Modules").path]
      + (try moduleMaps(in: products)).flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
  }

  private static func moduleMaps(in products: URL) throws -> [String] {
    let generated = try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasSuffix(".build") }.map { products.appendingPathComponent($0 + "/module.modulemap").path }
    let systems = ["CLibJPEG", "CLibPNG", "CLibWebP", "CLibSTB"]
      .map { TestFiles.packageRoot.appendingPathComponent("Sources/\($0)/module.modulemap").path }
    return (generated + systems).filter { FileManager.default.fileExists(atPath: $0) }
  }

  /// Object files of the package's own modules that a program needs.
  static func objects(of targets: [String]) throws -> [String] {
    guard let products else { throw CocoaError(.fileNoSuchFile) }
    return try targets.flatMap { target in
      let build = products.appendingPathComponent(target + ".build")
      return try FileManager.default.subpathsOfDirectory(atPath: build.path).filter { $0.hasSuffix(".o") }
        .map { build.appendingPathComponent($0).path }
    }
  }

  /// - Returns: What the compiler wrote and whether it accepted the files.
  func swiftc(_ arguments: [String]) throws -> (succeeded: Bool, text: String) {
    let (status, output, errors) = try Self.run("/usr/bin/env", ["swiftc"] + arguments, in: folder)
    return (status == 0, output + errors)
  }

  static func run(
    _ program: String, _ arguments: [String], in folder: URL, environment: [String: String] = [:]
  ) throws -> (status: Int32, output: String, errors: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    // Files and not pipes: a full pipe that nobody drains would stop the program.
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("out-\(UUID().uuidString)")
    let errors = FileManager.default.temporaryDirectory.appendingPathComponent("err-\(UUID().uuidString)")
    for file in [output, errors] { _ = FileManager.default.createFile(atPath: file.path, contents: nil) }
    defer { for file in [output, errors] { try? FileManager.default.removeItem(at: file) } }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    try process.run()
    process.waitUntilExit()
    return (
      process.terminationStatus, try String(contentsOf: output, encoding: .utf8), try String(contentsOf: errors, encoding: .utf8)
    )
  }
}
