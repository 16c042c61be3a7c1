// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Plain",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .target(
      name: "Counter",
      dependencies: [.product(name: "ReducerCore", package: "FocusedTestStore")]),
    .testTarget(
      name: "CounterTests",
      dependencies: [
        "Counter", .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedEvidence", package: "FocusedTestStore"),
      ]),
  ]
)
