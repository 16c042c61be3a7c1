// swift-tools-version: 6.2

import PackageDescription

// The published TCA does not build on Linux. `FOCUSED_TCA` is the path of a port that builds there, with the products
// that this manifest names.
let port = Context.environment["FOCUSED_TCA"]
let tca: Package.Dependency =
  if let port {
    .package(name: "swift-composable-architecture", path: port)
  } else {
    .package(
      url: "https://github.com/pointfreeco/swift-composable-architecture", exact: "1.25.5")
  }

let package = Package(
  name: "Bridge",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "FocusedTestStore", path: ".."), tca],
  targets: [
    .testTarget(
      name: "BridgeTests",
      dependencies: [
        .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedExploration", package: "FocusedTestStore"),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ])
