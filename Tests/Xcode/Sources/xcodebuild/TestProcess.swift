import Foundation

/// How one run of a test ended.
struct TestResult {
  enum State: String {
    case passed = "Passed"
    case failed = "Failed"
    case skipped = "Skipped"
  }

  var test: Test
  var state = State.passed
  var seconds = 0.0
  /// Why the process ended during the test.
  var crash: String?
}

/// One launch of a test program, for tests of one framework.
struct TestProcess {
  let target: TestBundle
  let tests: [Test]
  private(set) var results: [TestResult] = []
  /// Tests that began without an end.
  private(set) var running: [Test] = []
  private(set) var id: Int32 = 0
  private var isFinished = false

  init(target: TestBundle, tests: [Test]) {
    self.target = target
    self.tests = tests
  }

  /// "TEST_RUNNER_<VAR>: set an environment variable whose name is prefixed with TEST_RUNNER_ to have that variable
  /// passed, with its prefix stripped, to all test runner processes." No other variables of `xcodebuild` reach the tests.
  static var environment: [String: String] {
    let prefix = "TEST_RUNNER_"
    var variables: [String: String] = [:]
    for (name, value) in ProcessInfo.processInfo.environment {
      if ["HOME", "LANG", "PATH", "TMPDIR", "USER"].contains(name) { variables[name] = value }
      if name.hasPrefix(prefix) { variables[String(name.dropFirst(prefix.count))] = value }
    }
    return variables
  }

  /// - Returns: why the process ended before its tests did.
  mutating func run() throws -> String? {
    let isXCTest = tests.first?.framework == .xctest
    let events = FileManager.default.temporaryDirectory.appendingPathComponent(
      "standin-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: events) }
    // A test runner exits if it loses its connection to Xcode.
    var words = ["setpriv", "--pdeathsig", "KILL", target.program.path]
    if isXCTest {
      words.append(tests.map(\.argument).joined(separator: ","))
    } else {
      words += ["--testing-library", "swift-testing", "--no-parallel"]
      words += ["--event-stream-version", "0", "--event-stream-output-path", events.path]
      words += tests.flatMap { ["--filter", $0.argument] }
    }
    let command = Command(
      words, environment: Self.environment, directory: "/")
    let end = try command.run { line in
      if isXCTest { readXCTest(line) } else { say(line) }
    }
    id = command.id
    if isXCTest {
      isFinished = running.isEmpty && Set(results.map(\.test)).isSuperset(of: tests)
    } else {
      readEvents(at: events)
    }
    if let signal = end.signal {
      let names = [4: "ill", 5: "trap", 6: "abrt", 7: "bus", 8: "fpe", 9: "kill", 11: "segv"]
      return "Test crashed with signal \(names[Int(signal)] ?? "term")."
    }
    guard !isFinished else { return nil }
    return """
      The test runner exited with code \(end.status) before finishing running tests. This may be \
      due to your code calling 'exit', consider adding a symbolic breakpoint on 'exit' to debug.
      """
  }

  // MARK: XCTest prints how its tests end.

  private mutating func readXCTest(_ line: String) {
    say(line)
    guard
      let match = line.firstMatch(
        of: /Test Case '(.+)\.(\w+)' (started|passed|failed|skipped)(?: at .*| \((.+) seconds\))$/)
    else { return }
    let test = Test(framework: .xctest, module: target.module, name: "\(match.1)/\(match.2)()")
    guard let seconds = match.4.flatMap({ Double($0) }) else { return begin(test) }
    let state: TestResult.State =
      match.3 == "passed" ? .passed : match.3 == "failed" ? .failed : .skipped
    end(test) { ($0.state, $0.seconds) = (state, seconds) }
  }

  private mutating func begin(_ test: Test, seconds: Double = 0) {
    running.append(test)
    results.append(TestResult(test: test, seconds: seconds))
  }

  private mutating func end(_ test: Test, _ change: (inout TestResult) -> Void) {
    running.removeAll { $0 == test }
    self.change(test, change)
  }

  private mutating func change(_ test: Test, _ change: (inout TestResult) -> Void) {
    results.lastIndex { $0.test == test }.map { change(&results[$0]) }
  }

  // MARK: Swift Testing writes a stream of events.

  private struct Event: Decodable {
    struct Payload: Decodable {
      struct Instant: Decodable { var absolute: Double }
      struct Issue: Decodable {
        var isKnown: Bool
        var isFailure: Bool?
      }
      var kind: String
      var testID: String?
      var instant: Instant?
      var issue: Issue?
    }
    var payload: Payload
  }

  private mutating func readEvents(at file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") {
      let decoded = try? JSONDecoder().decode(Event.self, from: Data(line.utf8))
      guard let event = decoded?.payload else { continue }
      if event.kind == "runEnded" { isFinished = true }
      guard let test = test(withID: event.testID ?? "") else { continue }
      let time = event.instant?.absolute ?? 0
      switch event.kind {
      case "testStarted": begin(test, seconds: -time)
      case "issueRecorded":
        guard let issue = event.issue, issue.isFailure ?? true, !issue.isKnown else { continue }
        change(test) { $0.state = .failed }
      case "testSkipped": results.append(TestResult(test: test, state: .skipped))
      case "testEnded": end(test) { $0.seconds += time }
      default: break
      }
    }
  }

  /// `Module.Suite/test()/File.swift:1:2` is the ID of a test. That of a suite is no test's.
  private func test(withID id: String) -> Test? {
    tests.first { id.hasPrefix("\(target.module).\($0.name)/") }
  }

  /// Fails the tests that ran when the process ended.
  mutating func failRunning(_ message: String) {
    for test in running {
      change(test) { ($0.state, $0.seconds, $0.crash) = (.failed, 0, message) }
    }
  }
}
