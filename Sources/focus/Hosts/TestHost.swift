import Foundation
import Synchronization
import TestEvents

/// Builds the tests of a package or a project, and runs them.
///
/// Every command that runs tests uses a host: ``SwiftPackageHost`` runs them with SwiftPM, ``XcodeHost`` with `xcodebuild`.
package protocol TestHost: Sendable {
  /// The command that runs the tests, as error messages show it.
  var command: String { get }

  /// The directory for the files of the runs.
  var runs: RunDirectory { get }

  /// The number of runs that can be in progress at the same time.
  var simultaneousRuns: Int { get }

  /// The option, after `--`, that leaves a test out.
  var skipOption: String { get }

  /// Builds the tests.
  ///
  /// - Returns: The build, even if it failed.
  /// - Throws: An error if no program can be started, or Ctrl-C ended it.
  func build() throws(ToolError) -> ProcessRun

  /// Runs tests once.
  ///
  /// - Parameter tick: Called about ten times per second during the run.
  /// - Throws: An error if no program can be started.
  func run(_ request: TestRequest, tick: () -> Void) throws(ToolError) -> TestRun
}

/// The tests that a host runs, and how.
package struct TestRequest: Hashable, Sendable {
  package var selection = TestSelection.all

  /// Variables for the tests; `nil` removes one. The tool's own variables are removed unless this dictionary has
  /// them.
  package var environment: [String: String?] = [:]

  /// The time limit of the run.
  package var timeLimit: Duration?
}

/// A run of tests that has ended, with its results.
package struct TestRun: Hashable, Sendable {
  package var ending: ChildProcess.Ending
  package var log = RunLog()
  package var duration = Duration.zero

  /// The text that the tests printed.
  package var output = ""
}

extension TestHost {
  package var skipOption: String { "--skip NAME" }

  /// Builds the tests.
  ///
  /// - Throws: An error if the build fails, or can't be started.
  func buildOrThrow() throws(ToolError) {
    let build = try build()
    guard build.code == 0 else { throw .notBuilt(build.output) }
  }

  /// Builds the tests, and shows that on the terminal.
  func buildShowing(_ console: Console) throws(ToolError) {
    var progress = ProgressLine(console, isPaced: false)
    defer { progress.end() }
    progress.show("Building the tests …")
    try buildOrThrow()
  }

  /// Runs tests once.
  ///
  /// - Throws: An error if no program can be started, or Ctrl-C ended it.
  func run(_ request: TestRequest) throws(ToolError) -> TestRun {
    let run = try run(request, tick: {})
    if run.ending == .interrupted { throw .stopped }
    return run
  }

  /// Runs an operation for each input, several at the same time, and returns the results in order.
  func simultaneously<Input: Sendable, Result: Sendable>(
    _ inputs: [Input], _ run: @Sendable (Input) throws(ToolError) -> Result
  ) throws(ToolError) -> [Result] {
    let results = Mutex([Swift.Result<Result, ToolError>?](repeating: nil, count: inputs.count))
    let lanes = min(inputs.count, simultaneousRuns)
    DispatchQueue.concurrentPerform(iterations: lanes) { lane in
      for number in stride(from: lane, to: inputs.count, by: lanes) {
        let result = Swift.Result { () throws(ToolError) in try run(inputs[number]) }
        results.withLock { $0[number] = result }
        if case .failure = result { return }
      }
    }
    // After an error, later results are missing.
    return try results.withLock { $0 }.compactMap(\.self)
      .map { result throws(ToolError) in try result.get() }
  }

  /// Runs one test, and reads the trace that it writes.
  func trace(
    _ test: TestName, environment: [String: String?] = [:]
  ) throws(ToolError) -> (trace: Trace, run: TestRun) {
    let file = runs("trace.jsonl")
    try? FileManager.default.removeItem(atPath: file)
    let environment = environment.merging([TestVariable.trace.rawValue: file]) { $1 }
    let run = try run(TestRequest(selection: .matching(test.filter), environment: environment))
    return (Trace(contents: FileManager.default.contents(atPath: file) ?? Data()), run)
  }

  /// The environment of tests, without the tool's variables from its own environment.
  func environment(_ variables: [String: String?]) -> [String: String?] {
    var environment: [String: String?] = [:]
    for variable in TestVariable.allCases { environment[variable.rawValue] = .some(nil) }
    // Mutants crash tests, and a backtrace takes longer than many tests.
    if ProcessInfo.processInfo.environment["SWIFT_BACKTRACE"] == nil {
      environment["SWIFT_BACKTRACE"] = "enable=no"
    }
    return environment.merging(variables) { $1 }
  }
}

extension TestRun {
  /// Checks that tests ran.
  ///
  /// - Throws: An error with the output, if no test ran and the run was not stopped.
  func checkBegun(by command: String) throws(ToolError) {
    // When `swift test` is stopped, it loses the output that it has not yet printed.
    let isStopped = [.interrupted, .overtime].contains(ending)
    if log.hasBegun || isStopped || ending == .exited(0) { return }
    throw .noResult(
      """
      `\(command)` failed before it ran the tests:

      \(outputTail())
      """)
  }

  /// The end of the output. If the output has an error, it starts there.
  package func outputTail(lines limit: Int = 30) -> String {
    let lines = output.split(separator: "\n")
    if let first = lines.firstIndex(where: { $0.contains("error: ") }), lines.count - first > limit
    {
      return lines[first...].prefix(limit).joined(separator: "\n") + "\n…"
    }
    return lines.suffix(limit).joined(separator: "\n")
  }
}
