import Foundation
import TestSupport
import Testing

/// Material for tests of runs over many inputs.
extension ScratchFolder {
  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appendingPathComponent(name)) }

  func data(_ name: String) throws -> Data { try Data(contentsOf: url.appendingPathComponent(name)) }

  /// Paths of all files below a folder, hidden ones only if asked for.
  func files(_ folder: String, hidden: Bool = false) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path(folder)).filter { name in
      var isFolder: ObjCBool = false
      let isFile =
        FileManager.default.fileExists(atPath: path(folder) + "/" + name, isDirectory: &isFolder) && !isFolder.boolValue
      return isFile && (hidden || !name.split(separator: "/").contains { $0.hasPrefix(".") })
    }.sorted()
  }

  /// The contents of all files below a folder.
  func contents(_ folder: String, hidden: Bool = false) throws -> [String: Data] {
    var contents: [String: Data] = [:]
    for name in try files(folder, hidden: hidden) { contents[name] = try data(folder + "/" + name) }
    return contents
  }
}

/// A runner in a scratch folder that finds the models.
func runner(in scratch: ScratchFolder) -> ProgramRunner {
  var runner = ProgramRunner(folder: scratch.url)
  runner.environment["LANDMARKS_MODELS"] = TestFiles.models?.path
  return runner
}

extension Trait where Self == ConditionTrait {
  static var needsModels: ConditionTrait { .enabled(if: TestFiles.models != nil, "needs Models/ (make models)") }
  static var needsCorpus: ConditionTrait { .enabled(if: TestFiles.corpus != nil, "needs ../shared/corpus") }
}

/// A picture of the corpus.
func corpusImage(_ name: String) throws -> URL { try #require(TestFiles.corpus).appendingPathComponent("images/\(name)") }

/// The first frames of a clip of the corpus with their times, as a list.
func clipList(_ name: String, count: Int) throws -> String {
  let folder = try #require(TestFiles.corpus).appendingPathComponent("clips/\(name)")
  let object = try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appendingPathComponent("clip.json")))
  let frames = try #require((object as? [String: Any])?["frames"] as? [[String: Any]])
  return try frames.prefix(count).map { frame in
    let time = try #require(frame["timestamp_ms"] as? Int)
    let file = try #require(frame["file"] as? String)
    return "\(time)\t\(folder.path)/frames/\(file)\n"
  }.joined()
}
