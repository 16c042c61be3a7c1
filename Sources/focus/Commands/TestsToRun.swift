import Foundation
import TestEvents

/// The tests that a command runs: those of a package, or those of an Xcode scheme.
enum TestsToRun {
  /// A package, and the user's arguments of `swift test`.
  case package(directory: String, arguments: [String])
  case scheme(XcodeScheme)

  /// The directory of the package, or of the scheme's project.
  var directory: String {
    switch self {
    case .package(let directory, _): directory
    case .scheme(let scheme): scheme.directory
    }
  }

  /// The source lines of the package or project.
  var lines: ProductionLines {
    switch self {
    case .package(let directory, _): ProductionLines(packageAt: directory)
    case .scheme(let scheme): scheme.lines
    }
  }

  /// Whether no option leaves out any tests.
  var runsAll: Bool {
    switch self {
    case .package(_, let arguments): !arguments.leaveTestsOut
    case .scheme(let scheme): scheme.runsAll
    }
  }

  /// The host that builds and runs the tests.
  ///
  /// - Parameter copy: The directory of a copy of the package, to run the tests there.
  func host(inCopy copy: String? = nil, _ runs: RunDirectory) -> any TestHost {
    switch self {
    case .package(let directory, let arguments):
      SwiftPackageHost(
        directory: copy ?? directory, arguments: arguments, isCopy: copy != nil, runs: runs)
    case .scheme(let scheme): XcodeHost(scheme, runs: runs)
    }
  }

  /// The package, whose copy can be edited; `nil` for a scheme.
  func package(_ runs: RunDirectory) throws(ToolError) -> TestedPackage? {
    guard case .package(let directory, let arguments) = self else { return nil }
    return try TestedPackage(at: directory, arguments: arguments.buildOptions, runs: runs)
  }

  /// Finds a test, and the host that runs it.
  ///
  /// - Parameter text: The name of the test, or an ending that no other test's name has.
  func find(
    _ text: String, _ runs: RunDirectory, _ console: Console
  ) throws(ToolError) -> (host: any TestHost, name: TestName) {
    switch self {
    case .package(let directory, let arguments):
      let package = try TestedPackage(at: directory, arguments: arguments, runs: runs)
      let name = try package.find(text).function.name
      return (package.host(in: package.directory), name)
    case .scheme(let scheme):
      let host = XcodeHost(scheme, runs: runs)
      return (host, try host.find(text, console))
    }
  }
}

// MARK: - Arguments

extension TestsToRun {
  static let testOption = Command.Option(
    "--test", value: "NAME",
    help: "The test, such as AppTests.ProfileTests/testSaving, or a unique ending of its name.")

  /// Reads the name of a command's only test, and where it runs.
  static func ofTest(
    _ arguments: ParsedArguments
  ) throws(ToolError) -> (name: String, tests: TestsToRun) {
    guard let name = arguments.value(of: testOption.name) else {
      throw arguments.error(
        "Expected --test NAME, such as --test AppTests.ProfileTests/testSaving.")
    }
    if let operand = arguments.operands.first {
      throw arguments.error("Expected only options, but got \(operand).")
    }
    if let scheme = try XcodeScheme(arguments) { return (name, .scheme(scheme)) }
    return (name, try .package(arguments))
  }

  /// The tests of the package that the arguments after `--` select.
  static func package(_ arguments: ParsedArguments) throws(ToolError) -> TestsToRun {
    try arguments.checkRest { option in
      ["--filter", "--skip-build", "--event-stream-output-path", "--event-stream-version"]
        .contains(option)
        ? "\(option) is reserved: focus passes it to `swift test`. Remove it." : nil
    }
    let path = arguments.rest.lastValue(of: "--package-path") ?? "."
    // `swift test` also searches the parent directories.
    let directory =
      TestedPackage.directory(around: path) ?? URL(fileURLWithPath: path).standardizedFileURL.path
    return .package(directory: directory, arguments: arguments.rest)
  }
}

// MARK: - The ledger

extension TestsToRun {
  /// Builds the tests, and runs all of them once, with a directory for their ledger.
  func record(
    in ledger: String, _ runs: RunDirectory, _ console: Console
  ) throws(ToolError) {
    let host = host(runs)
    try host.buildShowing(console)
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    progress.show("Running the tests …")
    let run = try host.run(TestRequest(environment: [TestVariable.ledger.rawValue: ledger]))
    try run.checkBegun(by: host.command)
    progress.end()
    let failures = run.log.failures
    if !failures.isEmpty {
      let verb = failures.count == 1 ? "test fails" : "tests fail"
      console.note(
        "focus: \(failures.count) \(verb): \(failures.prefix(5).joined(separator: ", "))"
          + "\(failures.count > 5 ? ", and \(failures.count - 5) more" : "").")
      if !run.log.hasPass { throw .noTestPasses("No test passes, so there is nothing to report.") }
    }
    if !FileManager.default.fileExists(atPath: ledger) {
      try checkEvidence(runs)
      throw .nothingRecorded
    }
  }
}

// MARK: - Checks

extension TestsToRun {
  /// Checks that a test target of the package links the product that writes the ledger. Without the product, the
  /// tests fail, or no behavior is recorded.
  func checkEvidence(_ runs: RunDirectory) throws(ToolError) {
    guard case .package = self,
      let description = try? PackageDescription(packageAt: directory, runs: runs)
    else { return }
    try description.requireEvidence(in: directory)
  }
}
