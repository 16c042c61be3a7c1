import Foundation

/// How one run of a test ended.
struct TestResult {
  enum State: String {
    case passed = "Passed"
    case failed = "Failed"
    case skipped = "Skipped"
    case expectedFailure = "Expected Failure"
  }

  var test: Test
  var displayName: String?
  var state: State
  var seconds = 0.0
  var messages: [String] = []
  var arguments: [TestResult] = []
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
    if let match = line.firstMatch(
      of: /Test Case '(.+)\.(\w+)' (started|passed|failed|skipped)(?: at .*| \((.+) seconds\))$/)
    {
      let (suite, method, event) = (match.1, match.2, match.3)
      let test = Test(framework: .xctest, module: target.module, name: "\(suite)/\(method)()")
      let name = "Test Case '-[\(target.module).\(suite) \(method)]' \(event)"
      guard let seconds = match.4.flatMap({ Double($0) }) else {
        running = [test]
        results.append(TestResult(test: test, state: .passed))
        return say(name + ".")
      }
      say(name + String(format: " (%.3f seconds).", seconds))
      running = []
      guard let index = results.lastIndex(where: { $0.test == test }) else { return }
      results[index].seconds = seconds
      results[index].state = event == "passed" ? .passed : event == "failed" ? .failed : .skipped
      return
    }
    say(line)
    guard let match = line.firstMatch(of: /([^\/]+:\d+): error: \S+ : (.+)$/) else { return }
    results.indices.last.map { results[$0].messages.append("\(match.1): \(match.2)") }
  }

  // MARK: Swift Testing writes a stream of events.

  private struct Event: Decodable {
    struct Payload: Decodable {
      struct Instant: Decodable { var absolute: Double }
      struct Issue: Decodable {
        struct Location: Decodable {
          var fileID: String
          var line: Int
        }
        var isKnown: Bool
        var sourceLocation: Location?
        var isFailure: Bool?
      }
      struct Case: Decodable {
        var id: String
        var displayName: String
      }
      struct Message: Decodable { var text: String }
      var kind: String
      var id: String?
      var displayName: String?
      var testID: String?
      var instant: Instant?
      var issue: Issue?
      var messages: [Message]?
      var _testCase: Case?
    }
    var payload: Payload
  }

  private mutating func readEvents(at file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    var names: [Test: String] = [:]
    var open: [Test: TestResult] = [:]
    for line in text.split(separator: "\n") {
      let decoded = try? JSONDecoder().decode(Event.self, from: Data(line.utf8))
      guard let event = decoded?.payload else { continue }
      if event.kind == "runEnded" { isFinished = true }
      guard let test = test(withID: event.testID ?? event.id ?? "") else { continue }
      let time = event.instant?.absolute ?? 0
      switch event.kind {
      case "function": names[test] = event.displayName
      case "testStarted":
        open[test] = TestResult(
          test: test, displayName: names[test], state: .passed, seconds: -time)
        running.append(test)
      case "testCaseStarted":
        guard let name = event._testCase?.displayName, !name.isEmpty else { continue }
        open[test]?.arguments.append(TestResult(test: test, displayName: name, state: .passed))
      case "issueRecorded":
        guard let issue = event.issue, issue.isFailure ?? true || issue.isKnown else { continue }
        let text = event.messages?.first?.text ?? ""
        let file = issue.sourceLocation?.fileID.split(separator: "/").last
        let place = file.map { "\($0):\(issue.sourceLocation?.line ?? 0): " } ?? ""
        open[test]?.record(place + text, isKnown: issue.isKnown, in: event._testCase?.displayName)
      case "testSkipped":
        results.append(TestResult(test: test, displayName: names[test], state: .skipped))
      case "testEnded":
        guard var result = open.removeValue(forKey: test) else { continue }
        result.seconds += time
        results.append(result)
        running.removeAll { $0 == test }
      default: break
      }
    }
    results += running.compactMap { open[$0] }
  }

  /// `Module.Suite/test()/File.swift:1:2` is the ID of a test. That of a suite is no test's.
  private func test(withID id: String) -> Test? {
    tests.first { id.hasPrefix("\(target.module).\($0.name)/") }
  }

  /// Fails the tests that ran when the process ended.
  mutating func failRunning(_ message: String) {
    for index in results.indices where running.contains(results[index].test) {
      results[index].state = .failed
      results[index].messages.append(message)
    }
  }
}

extension TestResult {
  fileprivate mutating func record(_ message: String, isKnown: Bool, in argument: String?) {
    let found: State = isKnown ? .expectedFailure : .failed
    if state != .failed { state = found }
    guard let index = arguments.lastIndex(where: { $0.displayName == argument }) else {
      return messages.append(message)
    }
    if arguments[index].state != .failed { arguments[index].state = found }
    arguments[index].messages.append(message)
  }
}
