import Foundation

/// What `build-for-testing` leaves in the build root: test bundles and "an xctestrun file".
struct Products {
  private let container: Container
  private let scheme: String
  private let folder: URL

  init(_ options: Options) throws {
    container = try Container()
    scheme = try options.value(of: "-scheme")
    try container.require(scheme: scheme)
    folder = URL(fileURLWithPath: try options.value(of: "-derivedDataPath"))
      .appendingPathComponent("Build/Products")
  }

  /// Two kinds of names are in logs: with and without a test plan. A package has one plan.
  private var testRunFile: URL {
    folder.appendingPathComponent("\(scheme)_\(scheme)_macosx26.0-arm64.xctestrun")
  }

  func build() throws {
    guard !container.testTargets.isEmpty else {
      throw Failure.noInput("Scheme \(scheme) is not currently configured for the test action.")
    }
    let path = container.root.path
    let build = Command(["swift", "build", "--build-tests", "--package-path", path])
    guard try build.run(say).status == 0 else {
      throw Failure(code: Failure.failedTests, message: "\n** TEST BUILD FAILED **\n")
    }
    let show = Command(["swift", "build", "--show-bin-path", "--package-path", path])
    let binaries = try show.output().text.split(separator: "\n").last.map(String.init) ?? ""
    let program = "\(binaries)/\(container.name)PackageTests.xctest"
    for target in container.testTargets { try writeBundle(of: target, program: program) }
    try writeTestRunFile()
  }

  private func writeBundle(of target: Container.TestTarget, program: String) throws {
    let files = FileManager.default
    let bundle = folder.appendingPathComponent("Debug/\(target.name).xctest/Contents/MacOS")
    let link = bundle.appendingPathComponent(target.name)
    try files.createDirectory(at: bundle, withIntermediateDirectories: true)
    try? files.removeItem(at: link)
    // A link, because the program looks for its resources beside itself.
    try files.createSymbolicLink(atPath: link.path, withDestinationPath: program)
  }

  /// Section "Property list structure" of xcodebuild.xctestrun(5).
  private func writeTestRunFile() throws {
    let first = ProcessInfo.processInfo.environment["STANDIN_FORMAT"] == "1"
    let targets = container.testTargets.map(entry)
    var list: [String: Any] = [:]
    if first {
      for (target, entry) in zip(container.testTargets, targets) { list[target.name] = entry }
      let container = ["ContainerName": self.container.name, "SchemeName": scheme]
      list["__xctestrun_metadata__"] =
        ["FormatVersion": 1, "ContainerInfo": container] as [String: Any]
    } else {
      list["TestPlan"] = ["Name": scheme, "IsDefault": true] as [String: Any]
      list["TestConfigurations"] = [
        ["Name": "Test Scheme Action", "TestTargets": targets] as [String: Any]
      ]
      list["CodeCoverageBuildableInfos"] = [String]()
      list["ContainerInfo"] = ["ContainerName": container.name, "SchemeName": scheme]
      list["__xctestrun_metadata__"] = ["FormatVersion": 2]
    }
    let data = try PropertyListSerialization.data(
      fromPropertyList: list, format: .xml, options: 0)
    try data.write(to: testRunFile)
  }

  private func entry(of target: Container.TestTarget) -> [String: Any] {
    [
      "BlueprintName": target.name,
      "BlueprintProviderName": container.name,
      "CommandLineArguments": [String](),
      "DependentProductPaths": ["__TESTROOT__/Debug/\(target.name).xctest"],
      "EnvironmentVariables": ["OS_ACTIVITY_DT_MODE": "YES", "TERM": "dumb"],
      "ParallelizationEnabled": true,
      "ProductModuleName": target.module,
      "SystemAttachmentLifetime": "deleteOnSuccess",
      "TestBundlePath": "__TESTROOT__/Debug/\(target.name).xctest",
      "TestHostPath": "__PLATFORMS__/MacOSX.platform/Developer/Library/Xcode/Agents/xctest",
      "TestLanguage": "",
      "TestRegion": "",
      "TestTimeoutsEnabled": false,
      "TestingEnvironmentVariables": [
        "DYLD_FRAMEWORK_PATH": "__TESTROOT__/Debug", "XCTestBundlePath": "__TESTBUNDLE__",
      ],
      "UserAttachmentLifetime": "deleteOnSuccess",
    ]
  }
}
