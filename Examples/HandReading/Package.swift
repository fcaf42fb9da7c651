// swift-tools-version: 6.2
import PackageDescription

// Where the repositories lie; Scripts/test-consumer sets it.
let repositories = Context.environment["EXAMPLE_REPOSITORIES"] ?? "file:///srv/git"

let package = Package(
  name: "HandReading",
  platforms: [.macOS(.v13), .iOS(.v15)],
  products: [
    .library(name: "HandReading", targets: ["HandReading"]),
    .library(name: "HandReadingDynamic", type: .dynamic, targets: ["HandReading"]),
  ],
  dependencies: [.package(url: "\(repositories)/swift-landmarks", from: "0.1.0")],
  targets: [
    .target(name: "HandReading", dependencies: [.product(name: "MediaPipeTasksVision", package: "swift-landmarks")])
  ]
)
