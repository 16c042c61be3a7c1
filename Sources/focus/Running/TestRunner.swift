import BehaviorLedger
import Foundation

/// Runs a package's tests with `swift test`, and reads how each of them ended.
package struct TestRunner: Sendable {
  /// What comes before the tool's own options: `swift test`, and what the user adds.
  package let command: [String]

  /// The directory for the files of the runs.
  package let directory: String

  /// - Parameter arguments: What the user adds for `swift test`.
  package init(arguments: [String], directory: String) {
    command = ["swift", "test"] + arguments
    self.directory = directory
  }

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
    package var events: TestEvents
    package var duration: Duration

    /// All that was printed.
    package var output: String
  }
}

extension TestRunner {
  /// What the tool itself is told, which is not for the tests that it runs.
  private static let ownVariables = Dictionary(
    uniqueKeysWithValues: EnvironmentVariable.allCases.map { ($0.rawValue, String?.none) })

  /// Runs the tests once.
  ///
  /// - Parameter tick: Called about ten times a second meanwhile.
  /// - Throws: An error if `swift test` cannot be started.
  package func run(_ request: Request, tick: () -> Void = {}) throws(ToolError) -> Result {
    let stream = directory + "/events.jsonl"
    let output = directory + "/output.txt"
    // What an earlier run has left would pass for what this one says.
    try? FileManager.default.removeItem(atPath: stream)
    var options = ["--event-stream-output-path", stream, "--event-stream-version", "0"]
    if !request.builds { options.append("--skip-build") }
    var environment = Self.ownVariables.merging(request.environment) { $1 }
    // A test that crashes is expected, and to print where takes longer than to run many tests.
    if environment["SWIFT_BACKTRACE"] == nil,
      ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil
    {
      environment["SWIFT_BACKTRACE"] = "enable=no"
    }
    let child = ChildProcess(
      command + options + request.selection.options, environment: environment, output: output,
      timeLimit: request.timeLimit)
    let start = ContinuousClock.now
    let ending = try child.run(interruption: .process, tick: tick)
    return Result(
      ending: ending,
      events: TestEvents(FileManager.default.contents(atPath: stream) ?? Data()),
      duration: ContinuousClock.now - start,
      output: String(
        decoding: FileManager.default.contents(atPath: output) ?? Data(), as: UTF8.self))
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
