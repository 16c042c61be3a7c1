// swift-tools-version: 6.2

import PackageDescription

// The declarations of The Composable Architecture (TCA) that FocusedTCA and its tests use, with just enough behavior to run those
// tests. It is written from TCA's documentation, and is no part of TCA. `.ci/tca` uses it, because the published TCA doesn't build on
// Linux. It has no macros.
let package = Package(
  name: "swift-composable-architecture",
  platforms: [.macOS(.v15)],
  products: [.library(name: "ComposableArchitecture", targets: ["ComposableArchitecture"])],
  targets: [
    .target(name: "OpenCombineShim"),
    .target(name: "IssueReporting"),
    .target(name: "ConcurrencyExtras"),
    .target(name: "CustomDump"),
    .target(name: "CasePaths"),
    .target(name: "Clocks"),
    .target(name: "CombineSchedulers"),
    .target(name: "Dependencies", dependencies: ["CombineSchedulers", "IssueReporting"]),
    .target(name: "Sharing", dependencies: ["ConcurrencyExtras", "CustomDump", "Dependencies"]),
    .target(
      name: "ComposableArchitecture",
      dependencies: [
        "CasePaths", "Clocks", "CombineSchedulers", "ConcurrencyExtras", "CustomDump",
        "Dependencies", "IssueReporting", "OpenCombineShim", "Sharing",
      ]),
  ]
)
