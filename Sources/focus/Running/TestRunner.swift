import TestEvents
import Foundation

/// Runs a package's tests as `swift test` does, and reads how each of them ended.
package struct TestRunner: Sendable {
  /// The package, if its tests can be run without `swift test`.
  private let package: String?

  /// What `swift test` is given before the tool's own options.
  private let arguments: [String]

  private let runs: RunDirectory

  /// - Parameters:
  ///   - arguments: What `swift test` is given.
  ///   - package: The directory of the package, if nothing among the arguments changes what is built, and where.
  package init(arguments: [String], package: String?, runs: RunDirectory) {
    self.arguments = arguments
    self.package = package
    self.runs = runs
  }

  /// The directory for the files of the runs.
  package var directory: String { runs.path }

  /// What comes before the tool's own options.
  package var command: [String] { ["swift", "test"] + arguments }

  /// What a run is asked for.
  package struct Request: Hashable, Sendable {
    package var selection = TestSelection.all

    /// Variables for the tests; `nil` removes one. Those of this package are removed in any case, unless
    /// they are here.
    package var environment: [String: String?] = [:]

    /// Whether to build first.
    package var builds = false

    /// How long the tests may take.
    package var timeLimit: Duration?
  }

  /// What came of a run.
  package struct Result: Hashable, Sendable {
    package var ending: ChildProcess.Ending
    package var events: EventStream
    package var duration: Duration

    /// All that was printed.
    package var output: String
  }
}

extension TestRunner {
  /// What the tool itself is told, which is not for the tests that it runs.
  private static let ownVariables = Dictionary(
    uniqueKeysWithValues: TestVariable.allCases.map { ($0.rawValue, String?.none) })

  /// The environment of tests: without the variables that the tool itself was started with.
  static func environment(_ variables: [String: String?]) -> [String: String?] {
    var environment = ownVariables.merging(variables) { $1 }
    // A test that crashes is expected, and to print where takes longer than to run many tests.
    if environment["SWIFT_BACKTRACE"] == nil,
      ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil
    {
      environment["SWIFT_BACKTRACE"] = "enable=no"
    }
    return environment
  }

  /// The command that runs one test and no other, once the tests are built.
  func command(running test: TestName, of framework: TestFunction.Framework) -> [String] {
    if let package, let program = TestProgram(ofPackageAt: package, builtSince: runs.start) {
      return program.command(running: test, of: framework)
    }
    return command + ["--skip-build", "--filter", test.filter]
  }

  /// Runs the tests once.
  ///
  /// - Parameter tick: Called about ten times a second meanwhile.
  /// - Throws: An error if no program can be started.
  package func run(_ request: Request, tick: () -> Void = {}) throws(ToolError) -> Result {
    let stream = directory + "/events.jsonl"
    let output = directory + "/output.txt"
    // What an earlier run has left would pass for what this one says.
    try? FileManager.default.removeItem(atPath: stream)
    let options = ["--event-stream-output-path", stream, "--event-stream-version", "0"]
    let environment = Self.environment(request.environment)
    let start = ContinuousClock.now
    var endings: [ChildProcess.Ending] = []
    var text = ""
    for command in commands(request, options: options) {
      let child = ChildProcess(
        command, environment: environment, output: output,
        timeLimit: request.timeLimit.map { $0 - (ContinuousClock.now - start) })
      endings.append(try child.run(interruption: .process, tick: tick))
      text += String(
        decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self)
      if [.interrupted, .overtime].contains(endings.last) { break }
    }
    return Result(
      ending: .ofRun(endings),
      events: EventStream(FileManager.default.contents(atPath: stream) ?? Data()),
      duration: ContinuousClock.now - start, output: text)
  }

  /// `swift test`, or what it would run.
  private func commands(_ request: Request, options: [String]) -> [[String]] {
    if !request.builds, let package,
      let program = TestProgram(ofPackageAt: package, builtSince: runs.start),
      // After Ctrl-C nothing is started any more, and what does not list its tests is left to `swift test`.
      let list = try? ProcessRun(program.list, directory: runs), list.code == 0
    {
      return program.commands(
        request.selection, options: arguments + options, listed: list.output)
    }
    let options = options + (request.builds ? [] : ["--skip-build"])
    return [command + options + request.selection.options]
  }
}

extension TestRunner.Result {
  /// Whether any test was run: if none was, the package has not been built.
  package var hasRunTests: Bool { events.hasBegun || output.contains("Test Suite '") }

  /// The tests of XCTest that ran, as XCTest prints them, each with whether it passed.
  ///
  /// It has no other way to say so on Linux. Names are there without their module, so this is for people.
  package var xctests: [(name: String, hasPassed: Bool)] {
    var tests: [(name: String, hasPassed: Bool)] = []
    for line in output.split(separator: "\n") where line.hasPrefix("Test Case '") {
      let name = String(line.dropFirst("Test Case '".count).prefix { $0 != "'" })
      if line.contains("' started") {
        tests.append((name, false))
      } else if !line.contains("' failed ("), tests.last?.name == name {
        tests[tests.count - 1].hasPassed = true
      }
    }
    return tests
  }

  /// The suites of XCTest that failed though none of their tests did: in `class func setUp` or `tearDown`.
  ///
  /// Only XCTest on Darwin reports that.
  package static func failedSuites(in output: String) -> [String] {
    var open: [(name: Substring, hasFailures: Bool)] = []
    var failed: [String] = []
    for line in output.split(separator: "\n") {
      if line.hasPrefix("Test Case '"), line.contains("' failed ("), !open.isEmpty {
        open[open.count - 1].hasFailures = true
      }
      guard line.hasPrefix("Test Suite '") else { continue }
      let name = line.dropFirst("Test Suite '".count).prefix { $0 != "'" }
      if line.contains("' started") {
        open.append((name, false))
      } else if let index = open.lastIndex(where: { $0.name == name }) {
        let hasFailures = open[index...].contains(where: \.hasFailures)
        open.removeSubrange(index...)
        guard line.contains("' failed") else { continue }
        if !hasFailures { failed.append("the suite \(name)") }
        if !open.isEmpty { open[open.count - 1].hasFailures = true }
      }
    }
    return failed
  }

  /// The end of what was printed, from the first error on if there is one.
  package func outputTail(lines limit: Int = 30) -> String {
    let lines = output.split(separator: "\n")
    if let first = lines.firstIndex(where: { $0.contains("error: ") }), lines.count - first > limit
    {
      return lines[first...].prefix(limit).joined(separator: "\n") + "\n…"
    }
    return lines.suffix(limit).joined(separator: "\n")
  }
}
