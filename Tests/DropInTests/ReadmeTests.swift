import Foundation
import TestSupport
import Testing

/// The Swift of README.md, compiled as it stands there.
@Suite struct ReadmeTests {
  /// The blocks of a document.
  static let blocks: [String] = {
    let url = TestFiles.packageRoot.appendingPathComponent("README.md")
    let text = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    return text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "```")[0] }
  }()

  /// What the text around an example takes for granted, by a word of the example.
  static let given = [
    "cameraFrames": "let cameraFrames = AsyncStream<StreamFrame> { $0.finish() }"
  ]

  @Test func thereAreExamples() { #expect(Self.blocks.count >= 2) }

  @Test(.enabled(if: Compiler.products != nil, "needs the built modules"), arguments: blocks)
  func blockCompiles(_ block: String) throws {
    let compiler = try Compiler()
    defer { compiler.remove() }
    // An example that goes on where the one before ended has its imports from there.
    let imports = Set(Self.blocks.flatMap { $0.split(separator: "\n").filter { $0.hasPrefix("import ") } })
    let body = block.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("import ") }
    let known = Self.given.filter { block.contains($0.key) }.map(\.value)
    let source =
      imports.sorted().joined(separator: "\n") + "\n" + known.joined(separator: "\n") + "\n" + body.joined(separator: "\n")
    // In a file of this name statements may stand at the top.
    let file = compiler.folder.appendingPathComponent("main.swift")
    try source.write(to: file, atomically: true, encoding: .utf8)
    let (succeeded, text) = try compiler.swiftc(
      ["-typecheck", "-warnings-as-errors", "-swift-version", "6"] + Compiler.searchFlags() + [file.path])
    #expect(succeeded, "\(text)\n\(source)")
  }
}
