// swift-tools-version: 6.2

import PackageDescription

let core: Target.Dependency = .product(name: "ReducerCore", package: "FocusedTestStore")
/// The store, schedules and explorations, and the evidence that `focus` reads.
let tools: [Target.Dependency] = ["FocusedTestStore", "FocusedExploration", "FocusedEvidence"]
  .map { .product(name: $0, package: "FocusedTestStore") }
let features = ["Profile", "Home", "CharacterSearch", "AgeGuess", "SignIn"]

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "FocusedTestStore", path: "..")],
  targets: features.map { .target(name: $0, dependencies: [core]) } + [
    .target(name: "Tour", dependencies: features.map { .target(name: $0) } + [core]),
    .executableTarget(name: "TourApp", dependencies: ["Tour"]),
    .executableTarget(name: "ViewsApp", dependencies: ["Tour"]),
    .testTarget(name: "ExampleTests", dependencies: ["Tour"] + tools),
    .testTarget(name: "ExplorationTests", dependencies: ["Tour"] + tools),
  ],
  swiftLanguageModes: [.v6]
)
