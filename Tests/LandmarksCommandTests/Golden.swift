import Foundation
import TestSupport
import Testing

/// Texts that are compared as a whole. With `RECORD_GOLDENS=1` they are written anew, and the run fails so that nobody
/// takes it for a passed test.
enum Golden {
  static func check(_ text: String, named name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let file = TestFiles.packageRoot.appendingPathComponent("Tests/LandmarksCommandTests/Goldens/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
      Issue.record("recorded \(name): look at it, then run without RECORD_GOLDENS", sourceLocation: sourceLocation)
      return
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name) differs: RECORD_GOLDENS=1 records it anew", sourceLocation: sourceLocation)
  }
}
