// swift-tools-version: 6.2

import PackageDescription

let core: Target.Dependency = .product(name: "ReducerCore", package: "FocusedTestStore")
let features = ["Profile", "Home", "CharacterSearch", "AgeGuess", "SignIn"]

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(name: "FocusedTestStore", path: "..")],
  targets: features.map { .target(name: $0, dependencies: [core]) } + [
    .target(name: "Tour", dependencies: features.map { .target(name: $0) } + [core]),
    .executableTarget(name: "TourApp", dependencies: ["Tour"]),
    .executableTarget(name: "ViewsApp", dependencies: ["Tour"]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "Tour", .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedExploration", package: "FocusedTestStore"),
        .product(name: "FocusedEvidence", package: "FocusedTestStore"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
