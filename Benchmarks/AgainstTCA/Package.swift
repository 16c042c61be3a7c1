// swift-tools-version: 6.2

import PackageDescription

// `FOCUSED_TCA` names a checkout to measure against instead of the release.
let tca: (package: Package.Dependency, name: String) =
  if let path = Context.environment["FOCUSED_TCA"] {
    (.package(path: path), String(path.split(separator: "/").last ?? ""))
  } else {
    (
      .package(
        url: "https://github.com/pointfreeco/swift-composable-architecture", exact: "1.25.5"),
      "swift-composable-architecture"
    )
  }

let package = Package(
  name: "AgainstTCA",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "FocusedTestStore", path: "../.."), tca.package],
  targets: [
    .executableTarget(
      name: "AgainstTCA",
      dependencies: [
        .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "ComposableArchitecture", package: tca.name),
      ])
  ],
  swiftLanguageModes: [.v6]
)
