// swift-tools-version: 6.2

import PackageDescription

// The settings of a new app in Xcode.
let settings: [SwiftSetting] = [
  .defaultIsolation(MainActor.self),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "MainActorApp",
  platforms: [.macOS(.v15), .iOS(.v18)],
  dependencies: [.package(path: "../FocusedTestStore")],
  targets: [
    .target(
      name: "Contacts",
      dependencies: [.product(name: "ReducerCore", package: "FocusedTestStore")],
      swiftSettings: settings),
    .testTarget(
      name: "ContactsTests",
      dependencies: [
        "Contacts", .product(name: "FocusedTestStore", package: "FocusedTestStore"),
      ],
      swiftSettings: settings),
  ]
)
