import Foundation

/// Builds and runs the tests of a package with SwiftPM.
package struct SwiftPackageHost: TestHost {
  /// The directory of the package.
  let directory: String

  /// The user's arguments of `swift test`.
  let arguments: [String]

  /// Whether the directory is the tool's copy of a package.
  let isCopy: Bool

  /// Whether Swift Testing runs one test at a time.
  var isSerial = false

  package let runs: RunDirectory

  private var options: [String] { isCopy ? arguments.forCopy : arguments.withoutPackagePath }

  package var command: String { (["swift", "test"] + options).joined(separator: " ") }

  package var simultaneousRuns: Int {
    // Concurrent `swift test` commands on one build wait for each other.
    TestProgram.isSupported ? max(2, ProcessInfo.processInfo.activeProcessorCount) : 1
  }

  package func build() throws(ToolError) -> ProcessRun {
    // A copy needs no debug information, and warnings about the tool's edits must not fail the build.
    let own = isCopy ? ["-debug-info-format", "none", "-Xswiftc", "-no-warnings-as-errors"] : []
    return try ProcessRun(
      ["swift", "build", "--package-path", directory, "--build-tests"] + own + options.buildOptions,
      directory: runs)
  }

  package func run(
    _ request: TestRequest, tick: () -> Void
  ) throws(ToolError) -> TestRun {
    let stream = runs("events-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(atPath: stream) }
    let start = ContinuousClock.now
    var parts: [ProcessRun] = []
    for command in try commands(request.selection, stream: stream) {
      let part = try ProcessRun(
        command, environment: environment(request.environment),
        timeLimit: request.timeLimit.map { $0 - (ContinuousClock.now - start) }, directory: runs,
        tick: tick)
      parts.append(part)
      if [.interrupted, .overtime].contains(part.ending) { break }
    }
    let output = parts.map(\.output).joined()
    return TestRun(
      ending: .ofRun(parts.map(\.ending)),
      log: RunLog(stream: FileManager.default.contents(atPath: stream) ?? Data(), output: output),
      duration: ContinuousClock.now - start, output: output)
  }

  /// The test program; `nil` if options can change what is built or where. Then `swift test` finds the program.
  private var program: TestProgram? {
    options.isEmpty ? TestProgram(ofPackageAt: directory, builtSince: runs.start) : nil
  }

  /// The commands that `swift test` would run, or else `swift test` itself.
  private func commands(
    _ selection: TestSelection, stream: String
  ) throws(ToolError) -> [[String]] {
    let own =
      (isSerial ? ["--no-parallel"] : [])
      + ["--event-stream-output-path", stream, "--event-stream-version", "0"]
    if let program {
      if case .among = selection { return program.commands(selection, options: own, tests: []) }
      // If the program can't list its tests, `swift test` runs them. After Ctrl-C, that run ends at once.
      let list = try ProcessRun(program.listOfXCTests, timeLimit: nil, directory: runs) {}
      if list.code == 0 {
        return program.commands(selection, options: own, tests: list.output.testNames)
      }
    }
    return [
      ["swift", "test", "--package-path", directory] + options + own + ["--skip-build"]
        + selection.options
    ]
  }
}

extension String {
  /// The names of tests that a program lists, one per line.
  fileprivate var testNames: [String] {
    split(separator: "\n").map(String.init)
      .filter { TestName($0).map { !$0.module.contains(" ") } == true }
  }
}
