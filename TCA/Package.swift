// swift-tools-version: 6.2

import PackageDescription

// `.ci/tca-release` replaces the path by the repository's URL.
let rootName = "FocusedTestStore"
let root = Package.Dependency.package(name: rootName, path: "..")

// `FOCUSED_TCA` is the path of another copy of The Composable Architecture: of the replica that CI uses, or of a port to
// Linux, where the published package does not build.
let tca: Package.Dependency =
  if let path = Context.environment["FOCUSED_TCA"] {
    .package(name: "swift-composable-architecture", path: path)
  } else {
    .package(url: "https://github.com/pointfreeco/swift-composable-architecture", from: "1.25.0")
  }

let package = Package(
  name: "FocusedTCA",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [.library(name: "FocusedTCA", targets: ["FocusedTCA"])],
  dependencies: [root, tca],
  targets: [
    .target(
      name: "FocusedTCA",
      dependencies: [
        "FocusedTCANames",
        .product(name: "FocusedTestStore", package: rootName),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ]),
    // A scoped import takes precedence over TCA's names, but it needs a declaration in another module.
    .target(
      name: "FocusedTCANames",
      dependencies: [
        .product(name: "FocusedTestStore", package: rootName),
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture"),
      ]),
    .testTarget(
      name: "FocusedTCATests",
      dependencies: [
        "FocusedTCA",
        .product(name: "FocusedExploration", package: rootName),
        .product(name: "FocusedEvidence", package: rootName),
      ]),
    .target(
      name: "ReexportingApp",
      dependencies: [
        .product(name: "ComposableArchitecture", package: "swift-composable-architecture")
      ],
      path: "Tests/ReexportingApp"),
    .testTarget(
      name: "NameLookupTests",
      dependencies: [
        "FocusedTCA", "ReexportingApp",
        .product(name: "FocusedTestStore", package: rootName),
      ],
      swiftSettings: [.enableUpcomingFeature("MemberImportVisibility")]),
  ]
)

// The replica has no macros.
if Context.environment["FOCUSED_TCA"]?.hasSuffix("/Replica") != true {
  package.targets.append(.testTarget(name: "MacroTests", dependencies: ["FocusedTCA"]))
}
