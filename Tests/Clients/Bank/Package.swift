// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Bank",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .library(name: "BankModels", targets: ["BankModels"]),
    .library(name: "BankFeatures", targets: ["BankFeatures"]),
  ],
  dependencies: [.package(name: "FocusedTestStore", path: "../FocusedTestStore")],
  targets: [
    .target(
      name: "BankModels",
      dependencies: [.product(name: "ReducerCore", package: "FocusedTestStore")]),
    .target(
      name: "BankFeatures",
      dependencies: [
        "BankModels", .product(name: "ReducerCore", package: "FocusedTestStore"),
      ]),
    .testTarget(
      name: "BankFeaturesTests",
      dependencies: [
        "BankFeatures", "BankModels",
        .product(name: "FocusedTestStore", package: "FocusedTestStore"),
        .product(name: "FocusedEvidence", package: "FocusedTestStore"),
      ]),
  ]
)
