import CommandLineKit
import Foundation
import TestSupport
import Testing

/// Patterns of file names.
@Suite struct GlobPatternTests {
  @Test(arguments: [
    ("*.jpg", "a.jpg", true), ("*.jpg", ".a.jpg", false), (".*.jpg", ".a.jpg", true), ("*.jpg", "a.jpg.txt", false),
    ("?.jpg", "é.jpg", true), ("?.jpg", "日.jpg", true), ("??.jpg", "a.jpg", false), ("*", "", true), ("*", "any thing", true),
    ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[^a-c]x", "ax", false), ("[]a]x", "]x", true),
    ("[a-]x", "-x", true), ("[z-a]x", "mx", false), ("[ab", "[ab", true), ("a\\*b", "a*b", true), ("a\\*b", "axb", false),
    ("日*.png", "日本 1.png", true), ("100%*", "100% sure", true), ("*a*b*c*", "xxaxxbxxcxx", true),
    ("*a*b*c*", "xxaxxcxxbxx", false),
  ])
  func namesMatchAsInShells(_ pattern: String, _ name: String, _ matches: Bool) {
    #expect(GlobPattern.Name(pattern).matches(name) == matches)
  }

  @Test func manyStarsTakeNoTimeToSpeakOf() {
    let name = String(repeating: "a", count: 5000)
    #expect(!GlobPattern.Name(String(repeating: "*a", count: 200) + "b").matches(name))
  }

  @Test func patternsAreFoundInPaths() {
    #expect(GlobPattern("plain/path.jpg") == nil)
    let pattern = GlobPattern("/photos/2024*/**/x?.jpg")
    #expect(pattern?.start == "/photos/" && pattern?.parts.count == 3 && pattern?.parts[1] == .anyFolders)
    #expect(GlobPattern("*.jpg")?.start == "")
    // Combining marks do not hide what they follow.
    #expect(GlobPattern("a/\u{301}b/*\u{301}.jpg")?.start == "a/\u{301}b/")
  }
}

/// Work that is shared between threads.
@Suite struct OrderedWorkTests {
  @Test(arguments: [1, 2, 7])
  func resultsComeInTheOrderOfTheThings(_ workers: Int) {
    let seed: UInt64 = 3
    var random = SeededGenerator(seed: seed)
    let pauses = (0..<60).map { _ in UInt32.random(in: 0...3000, using: &random) }
    var delivered: [Int] = []
    OrderedWork.run(Array(100..<160), workers: workers) { (index, worker) in
      usleep(pauses[index - 100])
      return (index * 2, worker)
    } deliver: { (index, answer) in
      guard let answer else { return true }
      #expect(answer.0 == index * 2 && (0..<workers).contains(answer.1))
      delivered.append(index)
      return true
    }
    #expect(delivered == Array(100..<160))
  }

  @Test func workEndsEarlyWhenNoMoreIsWanted() {
    var delivered = 0
    OrderedWork.run(Array(0..<100_000), workers: 3) { (index, _) in
      index
    } deliver: { (_, answer) in
      if answer != nil { delivered += 1 }
      return delivered < 5
    }
    #expect(delivered == 5)
    OrderedWork.run([], workers: 3) { (index, _) in
      index
    } deliver: { (_, _) in
      Issue.record("nothing was asked for")
      return false
    }
  }
}
