// swift-tools-version: 6.2

import PackageDescription

let store: Target.Dependency = .product(name: "FocusedTestStore", package: "FocusedTestStore")

let evidence: Target.Dependency = .product(name: "FocusedEvidence", package: "FocusedTestStore")

let package = Package(
  name: "Failing",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .executableTarget(name: "Script", dependencies: [store]),
    .testTarget(name: "FailingTests", dependencies: [store, evidence]),
  ]
)
