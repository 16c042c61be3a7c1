// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Host",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [.library(name: "Host", type: .dynamic, targets: ["Host"])],
  dependencies: [.package(path: "../../FocusedTestStore")],
  targets: [
    .target(
      name: "Host", dependencies: [.product(name: "ReducerCore", package: "FocusedTestStore")])
  ]
)
