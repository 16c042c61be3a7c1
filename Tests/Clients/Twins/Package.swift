// swift-tools-version: 6.2

import PackageDescription

let core: Target.Dependency = .product(name: "ReducerCore", package: "FocusedTestStore")
let testing: [Target.Dependency] = [
  .product(name: "FocusedTestStore", package: "FocusedTestStore"),
  .product(name: "FocusedEvidence", package: "FocusedTestStore"),
]

let package = Package(
  name: "Twins",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .target(name: "Alpha", dependencies: [core]),
    .target(name: "Beta", dependencies: [core]),
    .testTarget(name: "AlphaTests", dependencies: ["Alpha"] + testing),
    .testTarget(name: "BetaTests", dependencies: ["Beta"] + testing),
  ]
)
