import Foundation

/// Runs the chosen tests of each target, and starts again after a crash.
final class TestSession {
  private let bundles: [TestBundle]
  private let options: Options
  private(set) var targets: [(name: String, results: [TestResult])] = []

  init(_ bundles: [TestBundle], options: Options) {
    self.bundles = bundles
    self.options = options
  }

  var failures: [String] {
    targets.flatMap(\.results).filter { $0.state == .failed }
      .map { $0.test.name.replacingOccurrences(of: "/", with: ".") }
  }

  func start() throws {
    for target in bundles {
      guard let choice = TestChoice(target, options: options) else { continue }
      let tests = try Test.list(of: target).filter(choice.includes)
      let results = try [Test.Framework.xctest, .swiftTesting].flatMap { framework in
        try runToTheEnd(tests.filter { $0.framework == framework }, of: target)
      }
      targets.append((target.name, results))
    }
  }

  private func runToTheEnd(_ tests: [Test], of target: TestBundle) throws -> [TestResult] {
    var results: [TestResult] = []
    var left = tests
    while !left.isEmpty {
      var process = TestProcess(target: target, tests: left)
      guard let reason = try process.run() else { return results + process.results }
      guard !process.results.isEmpty else {
        throw Failure(
          code: Failure.failedTests,
          message:
            "Testing failed:\n\t\(target.name) (\(process.id)) encountered an error (\(reason))")
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
