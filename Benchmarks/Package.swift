// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FocusedTestStore", path: "..")],
  targets: [
    .target(name: "AllocationCount"),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "AllocationCount", .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedExploration", package: "FocusedTestStore"),
      ]),
    .testTarget(name: "FrameworkTests", dependencies: ["Benchmarks"]),
  ],
  swiftLanguageModes: [.v6]
)
