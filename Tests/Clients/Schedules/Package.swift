// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Schedules",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .testTarget(
      name: "ScheduleTests",
      dependencies: [
        .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedExploration", package: "FocusedTestStore"),
      ])
  ]
)
