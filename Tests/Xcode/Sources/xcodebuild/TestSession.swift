import Foundation

/// Runs the chosen tests of each target, and starts again after a crash.
final class TestSession {
  private let run: TestRunFile
  private let options: Options
  /// The results of each target, one list per iteration.
  private(set) var targets: [(name: String, iterations: [[TestResult]])] = []
  /// What isn't the failure of a test.
  private(set) var errors: [String] = []

  init(run: TestRunFile, options: Options) throws {
    self.run = run
    self.options = options
    let names = Set(run.targets.map(\.name))
    for identifier in options.all("-only-testing") {
      let name = String(identifier.prefix { $0 != "/" })
      guard !names.contains(name) else { continue }
      throw Failure(
        code: Failure.failedTests,
        message: """
          xcodebuild: error: Failed to test \(run.scheme): Tests in the target "\(name)" can't be \
          run because "\(name)" isn't a member of the specified test plan or scheme.
          """)
    }
  }

  var failures: [String] {
    var names: [String] = []
    for target in targets {
      let results = target.iterations.last ?? []
      for result in results where result.state == .failed {
        names.append(result.test.name.replacingOccurrences(of: "/", with: "."))
      }
    }
    return names
  }

  func start() throws {
    for target in run.targets {
      guard let choice = TestChoice(target, options: options) else { continue }
      guard FileManager.default.fileExists(atPath: target.program.path) else {
        errors.append(
          """
          \(target.name) encountered an error (Failed to load the test bundle. (Underlying Error: \
          The bundle “\(target.name).xctest” couldn’t be loaded because its executable couldn’t be \
          located.))
          """)
        continue
      }
      let tests = try Test.list(of: target).filter { choice.isEnabled($0) && choice.includes($0) }
      let count = options["-test-iterations"].flatMap(Int.init) ?? 1
      let iterations = try (0..<count).map { _ in try run(tests, of: target) }
      targets.append((target.name, iterations))
    }
  }

  private func run(_ tests: [Test], of target: TestRunTarget) throws -> [TestResult] {
    let isParallel = options["-parallel-testing-enabled"].map { $0 == "YES" }
    let xctests = tests.filter { $0.framework == .xctest }
    // "run in parallel using multiple test runner processes": each gets some of the classes.
    let groups =
      isParallel ?? target.isParallel
      ? Dictionary(grouping: xctests, by: \.suite).sorted { $0.key < $1.key }.map(\.value)
      : [xctests]
    var results: [TestResult] = []
    for group in groups + [tests.filter { $0.framework == .swiftTesting }] {
      results += try runToTheEnd(group, of: target)
    }
    return results
  }

  private func runToTheEnd(_ tests: [Test], of target: TestRunTarget) throws -> [TestResult] {
    var results: [TestResult] = []
    var left = tests
    while !left.isEmpty {
      var process = TestProcess(target: target, tests: left)
      guard let reason = try process.run() else { return results + process.results }
      guard !process.results.isEmpty else {
        errors.append(
          """
          \(target.name) (\(process.id)) encountered an error (Early unexpected exit, operation \
          never finished bootstrapping - no restart will be attempted. (Underlying Error: \
          \(reason.replacingOccurrences(of: "finishing running tests", with: "starting tests"))))
          """)
        return results
      }
      process.failRunning(reason)
      results += process.results
      let done = Set(process.results.map(\.test))
      left.removeAll(where: done.contains)
      let name = process.running.first?.name.replacingOccurrences(of: "/", with: ".") ?? ""
      say(
        """

        Restarting after unexpected exit, crash, or test timeout in \(name); summary will include \
        totals from previous launches.

        """)
    }
    return results
  }
}
