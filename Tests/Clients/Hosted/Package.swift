// swift-tools-version: 6.2

import PackageDescription

// The tests link a library that already contains a copy of `Core`, as the tests of an app do that the app hosts.
let package = Package(
  name: "Hosted",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore"), .package(path: "Host")],
  targets: [
    .testTarget(
      name: "HostedTests",
      dependencies: [
        .product(name: "Host", package: "Host"),
        .product(name: "FocusedTestStore", package: "FocusedTestStore"),
      ])
  ]
)
