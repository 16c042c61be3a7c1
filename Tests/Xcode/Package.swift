// swift-tools-version: 6.2

import PackageDescription

// Stand-ins for two programs of Xcode. `.ci/xcode` runs `focus` with them where there is no Xcode.
let package = Package(
  name: "Xcode",
  targets: [
    .executableTarget(name: "xcodebuild"),
    .executableTarget(name: "xcrun"),
  ],
  swiftLanguageModes: [.v6]
)
