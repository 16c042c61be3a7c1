// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "OwnCore",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .target(name: "Core"),
    .target(
      name: "Counter",
      dependencies: [
        "Core",
        .product(
          name: "ReducerCore", package: "FocusedTestStore",
          moduleAliases: ["Core": "ReducerCore"]),
      ]),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "Counter",
        .product(
          name: "FocusedTestStore", package: "FocusedTestStore",
          moduleAliases: ["Core": "ReducerCore"]),
      ]),
  ]
)
