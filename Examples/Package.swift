// swift-tools-version: 6.2

import PackageDescription

let core: Target.Dependency = .product(name: "ReducerCore", package: "FocusedTestStore")
/// The store, schedules and explorations, and the evidence that `focus` reads.
let tools: [Target.Dependency] = ["FocusedTestStore", "FocusedExploration", "FocusedEvidence"]
  .map { .product(name: $0, package: "FocusedTestStore") }
let features = ["Profile", "Home", "CharacterSearch", "AgeGuess", "SignIn"]
let allFeatures = features.map { Target.Dependency.target(name: $0) }

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "FocusedTestStore", path: "..")],
  targets: features.map { .target(name: $0, dependencies: [core]) } + [
    .executableTarget(name: "ViewsApp", dependencies: allFeatures + [core]),
    .testTarget(name: "ExampleTests", dependencies: allFeatures + tools),
    .testTarget(name: "ExplorationTests", dependencies: allFeatures + tools),
  ],
  swiftLanguageModes: [.v6]
)
