import Foundation
import Synchronization

/// Builds and runs the tests of a scheme with `xcodebuild`.
///
/// Apple's manual pages document the arguments of `xcodebuild`, the format of `.xctestrun` files, and the output of
/// `xcresulttool`.
package final class XcodeHost: TestHost {
  package let runs: RunDirectory
  private let scheme: XcodeScheme
  private let state = Mutex(State())

  private struct State: Sendable {
    var build: ProcessRun?
    var tests: [XcodeTest]?
    /// The names of the tests that earlier results identify as XCTest tests.
    var xcTests: Set<String> = []
    var choice = Choice.inParameters
  }

  /// The means of selecting tests for `xcodebuild`.
  private enum Choice: Int, Sendable {
    case inParameters
    /// Uses options. Some versions of Xcode run no test of Swift Testing if the parameters select any tests.
    case byOptions
    case none
  }

  package init(_ scheme: XcodeScheme, runs: RunDirectory) {
    self.scheme = scheme
    self.runs = runs
  }

  package var command: String { "xcodebuild test-without-building" }

  package var simultaneousRuns: Int { 1 }

  package var skipOption: String { XcodeScheme.skipOption }

  private var derivedData: String { scheme.directory + "/.build/focus/xcode" }
}

// MARK: - Building

extension XcodeHost {
  /// Builds the tests. Further calls return the first build.
  package func build() throws(ToolError) -> ProcessRun {
    if let build = state.withLock({ $0.build }) { return build }
    // The directory may have files of other schemes and SDKs.
    for file in parameterFiles { try? FileManager.default.removeItem(atPath: file) }
    let command = ["xcodebuild", "build-for-testing", "-scheme", scheme.name]
    let build = try ProcessRun(
      command + ["-destination", scheme.destination] + scheme.container
        + ["-derivedDataPath", derivedData] + scheme.buildArguments, directory: runs)
    if build.code != 0 {
      if let error = ToolError.xcodebuild(code: build.code, output: build.output, scheme: scheme) {
        throw error
      }
      return build
    }
    _ = try builtParameters()
    state.withLock { $0.build = build }
    return build
  }

  private var products: String { derivedData + "/Build/Products" }

  private var parameterFiles: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: products)) ?? []
    return files.filter { $0.hasSuffix(".xctestrun") }.sorted().map { products + "/" + $0 }
  }

  /// The parameters of the selected test plan, or of the scheme's default plan.
  private func builtParameters() throws(ToolError) -> XCTestRunFile {
    let all = parameterFiles.compactMap {
      XCTestRunFile(data: FileManager.default.contents(atPath: $0) ?? Data())
    }
    let chosen =
      scheme.testPlan.map { plan in all.first { $0.testPlan?.name == plan } }
      ?? all.first { $0.testPlan?.isDefault == true } ?? all.first
    guard let chosen else { throw .noTestRun(in: products, plan: scheme.testPlan) }
    if chosen.isForDevice { throw .device(scheme) }
    return chosen
  }

  /// Writes parameters beside the built file, because they contain paths relative to their location.
  private func write(_ parameters: XCTestRunFile) throws(ToolError) -> String {
    let file = products + "/focus-\(UUID().uuidString).xctestrun"
    guard let data = parameters.data,
      (try? data.write(to: URL(fileURLWithPath: file))) != nil
    else { throw .input("\(file) cannot be written. Expected a writable location.") }
    return file
  }
}

// MARK: - Listing

extension XcodeHost {
  /// The tests of the scheme.
  func tests() throws(ToolError) -> [XcodeTest] {
    if let tests = state.withLock({ $0.tests }) { return tests }
    let list = runs("tests.json")
    var parameters = try builtParameters()
    // Listing the tests loads them. They must record nothing then.
    parameters.set(environment([:]))
    let file = try write(parameters)
    defer { try? FileManager.default.removeItem(atPath: file) }
    let run = try ProcessRun(
      test(file) + [
        "-enumerate-tests", "-test-enumeration-style", "flat", "-test-enumeration-format", "json",
        "-test-enumeration-output-path", list,
      ], directory: runs)
    let data = FileManager.default.contents(atPath: list) ?? Data()
    guard run.code == 0, let tests = XcodeTest.all(enumerated: data, of: parameters.targets)
    else {
      throw .xcodebuild(code: run.code, output: run.output, scheme: scheme)
        ?? .notEnumerated(run.output)
    }
    state.withLock { $0.tests = tests }
    return tests
  }

  private func test(_ parameters: String) -> [String] {
    ["xcodebuild", "test-without-building", "-xctestrun", parameters]
      + ["-destination", scheme.destination] + scheme.testArguments
  }
}

// MARK: - Running

extension XcodeHost {
  package func run(
    _ request: TestRequest, tick: () -> Void
  ) throws(ToolError) -> TestRun {
    var chosen: [XcodeTest]?
    if request.selection != .all {
      let tests = try tests().included(in: request.selection)
      if tests.isEmpty { return TestRun(ending: .exited(0)) }
      chosen = tests
    }
    while true {
      let choice = state.withLock { $0.choice }
      let run = try run(request, chosen, by: choice, tick)
      // If no test of a framework ran, although some were chosen, Xcode did not understand the choice.
      let xcTests = state.withLock { $0.xcTests }
      let frameworks = Dictionary(grouping: chosen ?? []) { xcTests.isDisjoint(with: $0.names) }
      guard [.exited(0), .exited(65)].contains(run.ending),
        let next = Choice(rawValue: choice.rawValue + 1),
        frameworks.values.contains(where: { tests in
          tests.allSatisfy { Set($0.names).isDisjoint(with: run.log.outcomes.keys) }
        })
      else { return run }
      state.withLock { $0.choice = next }
    }
  }

  private func run(
    _ request: TestRequest, _ chosen: [XcodeTest]?, by choice: Choice, _ tick: () -> Void
  ) throws(ToolError) -> TestRun {
    let bundle = runs("run-\(UUID().uuidString).xcresult")
    var parameters = try builtParameters()
    let targets = parameters.targets
    parameters.set(environment(request.environment))
    parameters.runInOrder()
    var options: [String] = []
    if let chosen {
      let testsByTarget = Dictionary(grouping: chosen, by: \.target.name)
      if choice == .inParameters {
        parameters.choose(testsByTarget.mapValues { $0.flatMap(\.parameters) })
      } else {
        parameters.keep(Set(testsByTarget.keys))
      }
      if choice == .byOptions { options = chosen.options }
    }
    let file = try write(parameters)
    defer {
      for path in [bundle, file] { try? FileManager.default.removeItem(atPath: path) }
    }
    let run = try ProcessRun(
      test(file) + ["-resultBundlePath", bundle, "-parallel-testing-enabled", "NO"] + options,
      timeLimit: request.timeLimit, directory: runs, tick: tick)
    let log = try results(in: bundle, of: targets)
    if case .exited(let code) = run.ending, code != 0, log?.hasBegun != true,
      let error = ToolError.xcodebuild(code: code, output: run.output, scheme: scheme)
    {
      throw error
    }
    // Ctrl-C may have ended the reading of the results.
    let ending = Interruption.process.isRaised ? .interrupted : run.ending
    return TestRun(
      ending: ending, log: log ?? RunLog(), duration: run.duration, output: run.output)
  }

  /// The results in a bundle; `nil` if it has none.
  private func results(
    in bundle: String, of targets: [XCTestRunFile.Target]
  ) throws(ToolError) -> RunLog? {
    guard FileManager.default.fileExists(atPath: bundle) else { return nil }
    let run = try ProcessRun(
      ["xcrun", "xcresulttool", "get", "test-results", "tests", "--path", bundle], timeLimit: nil,
      directory: runs
    ) {}
    guard let bundle = TestResultBundle(output: run.output, of: targets) else { return nil }
    state.withLock { $0.xcTests.formUnion(bundle.xcTests) }
    return bundle.log
  }
}

extension XcodeTest {
  /// The identifiers that choose the test in an `.xctestrun` file.
  ///
  /// The manual page has no parentheses in that of a test of XCTest. That of Swift Testing has them.
  package var parameters: [String] {
    identifier.hasSuffix("()") ? [String(identifier.dropLast(2)), identifier] : [identifier]
  }

  /// The options that select the test.
  ///
  /// `xcodebuild` drops parentheses at the end of an identifier, but doesn't find a test of Swift Testing without
  /// them.
  package var options: [String] {
    let identifier = "-only-testing:\(target.name)/\(identifier)"
    return identifier.hasSuffix("()") ? [identifier, identifier + "()"] : [identifier]
  }
}

extension [XcodeTest] {
  /// The options that choose the tests; none if they are too many for a command line, which a Mac limits to 1 MB.
  package var options: [String] {
    let options = flatMap(\.options)
    return options.reduce(0, { $0 + $1.utf8.count + 9 }) > 500_000 ? [] : options
  }
}
