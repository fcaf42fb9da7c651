import Foundation
import MLKitPoseDetectionCommon
import TestSupport
import Testing
import VisionBase

struct ModelFolderTests {
  private static let accurate = ["pose_landmarker_heavy.task", "pose_landmarker_full.task"]

  @Test func theBetterModelGoesBeforeTheEarlierFolder() throws {
    let root = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: root) }
    let folders = ["first", "second"].map { root.appendingPathComponent($0).path }
    for folder in folders { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }
    #expect(throws: LandmarkError.self) { try ModelFolders.path(ofFirst: Self.accurate, in: folders) }
    try Data([1]).write(to: root.appendingPathComponent("first/pose_landmarker_full.task"))
    #expect(try ModelFolders.path(ofFirst: Self.accurate, in: folders) == folders[0] + "/pose_landmarker_full.task")
    try Data([1]).write(to: root.appendingPathComponent("second/pose_landmarker_heavy.task"))
    #expect(try ModelFolders.path(ofFirst: Self.accurate, in: folders) == folders[1] + "/pose_landmarker_heavy.task")
  }

  @Test func aMissingModelIsToldWithEveryFolder() throws {
    let error = try #require(throws: LandmarkError.self) {
      try ModelFolders.path(ofFirst: Self.accurate, in: ["/nowhere/a", "/nowhere/b"])
    }
    #expect(error.code == .fileNotFound)
    for part in ["heavy", "full", "/nowhere/a", "/nowhere/b", "LANDMARKS_MODELS"] { #expect(error.description.contains(part)) }
  }

  @Test func theEnvironmentGoesFirst() {
    let named = ModelFolders.folders(environment: ["LANDMARKS_MODELS": "/m", "XDG_DATA_HOME": "/data", "HOME": "/user"])
    #expect(named.first == "/m" && named.last == "/data/landmarks/models" && named.contains("Models"))
    let plain = ModelFolders.folders(environment: ["HOME": "/user", "LANDMARKS_MODELS": ""])
    #expect(!plain.contains("") && plain.last == "/user/.local/share/landmarks/models")
  }
}
