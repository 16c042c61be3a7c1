// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "FocusedTestStore",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ReducerCore", targets: ["Core"]),
    .library(name: "ReducerDebugging", targets: ["ReducerDebugging"]),
    .library(name: "FocusedTestStore", targets: ["FocusedTestStore"]),
    .executable(name: "focus", targets: ["focus"]),
  ],
  targets: [
    .target(name: "Core", swiftSettings: settings),
    .target(name: "ReducerDebugging", dependencies: ["Core"], swiftSettings: settings),
    .target(name: "BehaviorLedger", swiftSettings: settings),
    .target(
      name: "FocusedTestStore", dependencies: ["Core", "ReducerDebugging", "BehaviorLedger"],
      swiftSettings: settings),
    .executableTarget(name: "focus", dependencies: ["BehaviorLedger"], swiftSettings: settings),
    .testTarget(
      name: "FocusedTests", dependencies: ["FocusedTestStore", "BehaviorLedger", "focus"],
      swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
