#if os(Linux)
  import Foundation
  import TestSupport
  import Testing
  import VisionBase

  /// The camera that is none, see StandInCamera/camera.c.
  enum StandInCamera {
    /// Builds the driver with the compiler of the toolchain; its path is for `LD_PRELOAD`.
    static func driver(in scratch: ScratchFolder) throws -> String {
      let source = TestFiles.packageRoot.appendingPathComponent("Tests/LandmarksCommandTests/StandInCamera/camera.c")
      // Outside of what a test looks at.
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent("stand-in-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let library = folder.appendingPathComponent("camera.so").path
      let swift = try #require(
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/swift" }
          .first { FileManager.default.isExecutableFile(atPath: $0) })
      let compiler = Process()
      compiler.executableURL = URL(fileURLWithPath: swift).resolvingSymlinksInPath().deletingLastPathComponent()
        .appendingPathComponent("clang")
      compiler.arguments = ["-O1", "-Wall", "-Werror", "-fPIC", "-shared", source.path, "-ldl", "-o", library]
      try compiler.run()
      compiler.waitUntilExit()
      try #require(compiler.terminationStatus == 0)
      return library
    }

    /// The environment that describes it.
    static func settings(
      _ format: String, size: ImageSize, frame: String, count: Int, period: Int
    ) -> [String: String] {
      [
        "STAND_IN_FORMAT": format, "STAND_IN_SIZE": "\(size.width)x\(size.height)", "STAND_IN_FRAME": frame,
        "STAND_IN_COUNT": String(count), "STAND_IN_PERIOD": String(period),
      ]
    }
  }
#endif
