// swift-tools-version: 6.2

import PackageDescription

// Warnings are errors where this package is worked on. A client of a checkout may have a newer compiler,
// with warnings that nobody here has seen.
let isStrict = Context.environment["FOCUSED_STRICT_BUILD"] != nil
let settings: [SwiftSetting] =
  [.enableUpcomingFeature("ExistentialAny")]
  + (isStrict
    ? [
      .treatAllWarnings(as: .error),
      // An old name still works, and says so.
      .treatWarning("DeprecatedDeclaration", as: .warning),
    ] : [])
  + (Context.environment["FOCUSED_APPLE_TYPES"] != nil
    ? [
      // The types that the package uses on Apple platforms: `.ci/apple` tests them on Linux.
      .define("FOCUSED_APPLE_TYPES")
    ] : [])

// A function of `FocusedEvidence` runs when the process loads it. From Swift 6.3 on, that needs no feature.
#if compiler(>=6.3)
  let loadTimeSettings: [SwiftSetting] = []
#else
  let loadTimeSettings: [SwiftSetting] = [.enableExperimentalFeature("SymbolLinkageMarkers")]
#endif

let foldersWithGoldenFiles = [
  "CasePaths", "Clocks", "Collections", "Dependencies", "Doubles", "Effects", "Evidence",
  "Exploration/ActionSequences", "Journal", "Messages", "Messages/SourceRendering",
  "ReducerDebugging", "ReducerDebugging/Diffing", "Reducers/Bindings", "Reducers/Composition",
  "Reducers/Navigation", "Semantics", "TestStore", "TestStore/Parts",
]

let package = Package(
  name: "FocusedTestStore",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ReducerCore", targets: ["Core"]),
    .library(name: "ReducerDebugging", targets: ["ReducerDebugging"]),
    .library(name: "FocusedTestStore", targets: ["FocusedTestStore"]),
    .library(name: "FocusedExploration", targets: ["FocusedExploration"]),
    .library(name: "FocusedEvidence", targets: ["FocusedEvidence"]),
    .executable(name: "focus", targets: ["focus"]),
  ],
  targets: [
    .target(name: "Core", swiftSettings: settings),
    .target(name: "ReducerDebugging", dependencies: ["Core"], swiftSettings: settings),
    .target(name: "TestEvents", swiftSettings: settings),
    .target(name: "SourceReading", swiftSettings: settings),
    .target(
      name: "FocusedTestStore",
      dependencies: ["Core", "ReducerDebugging"],
      swiftSettings: settings),
    .target(
      name: "FocusedExploration",
      dependencies: ["Core", "ReducerDebugging", "SourceReading", "FocusedTestStore"],
      swiftSettings: settings),
    // What test processes write for the tool, and the mutants that they run. The store finds it by name.
    .target(
      name: "FocusedEvidence",
      dependencies: [
        "Core", "ReducerDebugging", "TestEvents", "SourceReading", "FocusedTestStore",
      ],
      swiftSettings: settings + loadTimeSettings),
    .executableTarget(
      name: "focus", dependencies: ["TestEvents", "SourceReading"],
      resources: [
        .embedInCode("Report/Page/page.css"), .embedInCode("Report/Page/page.js"),
        .embedInCode("Show/timeline.css"),
      ],
      swiftSettings: settings),
    // What both test targets use: claims, files, and the features of the samples.
    .target(
      name: "TestFixtures",
      dependencies: ["FocusedTestStore", "FocusedEvidence", "TestEvents"],
      path: "Tests/TestFixtures", swiftSettings: settings),
    .testTarget(
      name: "FocusedTests",
      dependencies: [
        "FocusedTestStore", "FocusedExploration", "FocusedEvidence", "TestEvents",
        "TestFixtures",
      ],
      exclude: foldersWithGoldenFiles.map { "\($0)/Golden" },
      swiftSettings: settings),
    // The samples of the documentation, which a plugin extracts from the pages and from doc comments.
    .testTarget(
      name: "SampleTests",
      dependencies: [
        "FocusedTestStore", "FocusedExploration", "FocusedEvidence", "TestFixtures",
      ],
      exclude: ["DocComments"], swiftSettings: settings, plugins: ["SamplePlugin"]),
    .executableTarget(
      name: "SampleExtractor", path: "Tests/SampleExtractor", swiftSettings: settings),
    .plugin(
      name: "SamplePlugin", capability: .buildTool(), dependencies: ["SampleExtractor"],
      path: "Tests/SamplePlugin"),
    .testTarget(
      name: "FocusToolTests",
      dependencies: [
        "FocusedTestStore", "FocusedExploration", "FocusedEvidence", "TestEvents",
        "SourceReading", "focus", "TestFixtures",
      ],
      exclude: ["Mutate/Evidence/Golden", "Report/Golden", "Split/Golden"], swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)

// The sanitizers check only the libraries, whose tests take a third less time to build without the tool.
if Context.environment["FOCUSED_WITHOUT_TOOL"] != nil {
  package.targets.removeAll { ["focus", "FocusToolTests"].contains($0.name) }
  package.products.removeAll { $0.name == "focus" }
}
