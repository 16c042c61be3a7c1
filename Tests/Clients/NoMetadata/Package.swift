// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "NoMetadata",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .target(
      name: "Features",
      dependencies: [.product(name: "ReducerCore", package: "FocusedTestStore")],
      swiftSettings: [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    .testTarget(
      name: "FeaturesTests",
      dependencies: [
        "Features", .product(name: "FocusedTestStore", package: "FocusedTestStore"),
      ]),
  ]
)
