// swift-tools-version: 6.2
import PackageDescription

// Where the repositories lie; Scripts/test-consumer sets it.
let repositories = Context.environment["EXAMPLE_REPOSITORIES"] ?? "file:///srv/git"

let package = Package(
  name: "HandApp",
  platforms: [.macOS(.v13), .iOS(.v15)],
  dependencies: [.package(url: "\(repositories)/HandReading", from: "1.0.0")],
  targets: [
    .executableTarget(name: "hand-app", dependencies: [.product(name: "HandReading", package: "HandReading")]),
    .executableTarget(name: "hand-app-dynamic", dependencies: [.product(name: "HandReadingDynamic", package: "HandReading")]),
  ]
)
