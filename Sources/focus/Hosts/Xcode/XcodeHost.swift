import Foundation
import Synchronization

/// Builds and runs the tests of a scheme with `xcodebuild`.
///
/// Apple's manual pages document the arguments of `xcodebuild`, its variables `TEST_RUNNER_…` for the tests, and the
/// output of `xcresulttool`.
package final class XcodeHost: TestHost {
  package let runs: RunDirectory
  private let scheme: XcodeScheme
  private let state = Mutex(State())
  private let claim = DirectoryClaim()

  private struct State: Sendable {
    var build: ProcessRun?
    var tests: [XcodeTest]?
  }

  package init(_ scheme: XcodeScheme, runs: RunDirectory) {
    self.scheme = scheme
    self.runs = runs
  }

  package var command: String { "xcodebuild test-without-building" }

  package var simultaneousRuns: Int { 1 }

  package var skipOption: String { XcodeScheme.skipOption }

  private func xcodebuild(_ action: String, _ arguments: [String]) -> [String] {
    ["xcodebuild", action, "-scheme", scheme.name, "-destination", scheme.destination]
      + scheme.container + ["-derivedDataPath", derivedData] + arguments
  }

  private var derivedData: String { scheme.directory + "/.build/focus/xcode" }

  /// Builds the tests. Further calls return the first build.
  package func build() throws(ToolError) -> ProcessRun {
    if let build = state.withLock({ $0.build }) { return build }
    // Two builds in one directory would wait for each other, or replace each other's products.
    try claim.claim(derivedData, of: "the build of the scheme")
    let build = try ProcessRun(
      xcodebuild("build-for-testing", scheme.buildArguments), directory: runs)
    if build.code == 0 {
      state.withLock { $0.build = build }
    } else if !build.output.contains(#/:[0-9]+: error: /#) {
      throw .xcodebuild(build)
    }
    return build
  }

  /// The tests of the scheme.
  func tests() throws(ToolError) -> [XcodeTest] {
    if let tests = state.withLock({ $0.tests }) { return tests }
    let list = runs("tests.json")
    let run = try ProcessRun(
      xcodebuild(
        "test-without-building",
        [
          "-enumerate-tests", "-test-enumeration-style", "flat", "-test-enumeration-format", "json",
          "-test-enumeration-output-path", list,
        ] + scheme.arguments), directory: runs)
    let data = FileManager.default.contents(atPath: list) ?? Data()
    guard run.code == 0, let tests = XcodeTest.all(enumerated: data) else {
      throw .xcodebuild(run)
    }
    state.withLock { $0.tests = tests }
    return tests
  }

  package func run(
    _ request: TestRequest, tick: () -> Void
  ) throws(ToolError) -> TestRun {
    var options: [String] = []
    if request.selection != .all {
      let tests = try tests().included(in: request.selection)
      if tests.isEmpty { return TestRun(ending: .exited(0)) }
      options = tests.options
    }
    let bundle = runs("run-\(UUID().uuidString).xcresult")
    defer { try? FileManager.default.removeItem(atPath: bundle) }
    // `xcodebuild` passes variables with this prefix to the tests, without the prefix.
    let variables = environment(request.environment).map { ("TEST_RUNNER_\($0)", $1) }
    let run = try ProcessRun(
      xcodebuild(
        "test-without-building",
        ["-resultBundlePath", bundle, "-parallel-testing-enabled", "NO"] + options
          + scheme.arguments),
      environment: Dictionary(uniqueKeysWithValues: variables),
      timeLimit: request.timeLimit, directory: runs, tick: tick)
    let log = try results(in: bundle)
    // Ctrl-C may have ended the reading of the results.
    let ending = Interruption.process.isRaised ? .interrupted : run.ending
    return TestRun(
      ending: ending, log: log ?? RunLog(), duration: run.duration, output: run.output)
  }

  /// The results in a bundle; `nil` if it has none.
  private func results(in bundle: String) throws(ToolError) -> RunLog? {
    guard FileManager.default.fileExists(atPath: bundle) else { return nil }
    let run = try ProcessRun(
      ["xcrun", "xcresulttool", "get", "test-results", "tests", "--path", bundle], timeLimit: nil,
      directory: runs
    ) {}
    return TestResultBundle(output: run.output)?.log
  }
}

extension XcodeHost {
  /// Builds the tests, and finds one of them.
  ///
  /// - Parameter text: The name of the test, or an ending that no other test's name has.
  func find(_ text: String, _ console: Console) throws(ToolError) -> TestName {
    try buildShowing(console)
    let names = try tests().compactMap { TestName($0.names[0]) }
    if let name = try TestName(endingWith: text, among: names) { return name }
    throw .noTest(text, in: "the scheme", expected: "such as AppTests.ProfileTests/testSaving")
  }
}

extension ToolError {
  /// The error for a failed call of `xcodebuild`, unless the compiler printed the reason.
  fileprivate static func xcodebuild(_ run: ProcessRun) -> ToolError {
    .noResult(
      "`xcodebuild` failed with exit code \(run.code), and printed:\n\(run.output.lastLines(14))")
  }

  static let nothingRecorded = ToolError.noResult(
    "The tests recorded nothing. Expected tests that create a TestStore, in a "
      + "target that links FocusedEvidence and runs on this Mac or in a simulator, without a sandbox."
  )
}
