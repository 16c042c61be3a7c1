import Foundation
import Synchronization

/// Whether this process was asked to stop. The test process is then killed.
enum Interruption {
  private static let raised = Atomic(false)
  private static let child = Atomic<Int32>(0)

  static var isRaised: Bool { raised.load(ordering: .relaxed) }

  /// Runs a test process to its end.
  static func watch(_ process: Process) throws {
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in
        Interruption.raised.store(true, ordering: .relaxed)
        let child = Interruption.child.load(ordering: .relaxed)
        if child > 0 { kill(child, SIGKILL) }
      }
    }
    try process.run()
    child.store(process.processIdentifier, ordering: .relaxed)
    process.waitUntilExit()
    child.store(0, ordering: .relaxed)
  }
}

/// How a test ended.
struct TestResult {
  enum Outcome: String {
    case passed = "Passed"
    case failed = "Failed"
    case skipped = "Skipped"
    case knownFailure = "Expected Failure"
  }

  let test: TestTarget.Test
  var outcome: Outcome
  var seconds = 0.0
  var messages: [String] = []
}

/// The processes that run the tests of a target: one, and after each crash another one for the tests that are left.
struct TestLaunches {
  private let target: TestTarget
  private let program: String
  private let isParallel: Bool

  init(_ target: TestTarget, _ options: Options) throws {
    self.target = target
    program = try TestProgram(of: target.package).path
    isParallel = options.value("-parallel-testing-enabled") != "NO"
  }

  func results() throws -> [TestResult] {
    let xcTests = target.tests.filter(\.isXCTest)
    let others = target.tests.filter { !$0.isXCTest }
    return try results(of: target.isRandom ? xcTests.shuffled() : xcTests, launch: launchXCTests)
      + results(of: others, launch: launchSwiftTesting)
  }

  private func results(
    of tests: [TestTarget.Test], launch: ([TestTarget.Test]) throws -> [TestResult]
  ) throws -> [TestResult] {
    var results: [TestResult] = []
    var rest = tests
    while !rest.isEmpty, !Interruption.isRaised {
      let new = try launch(rest)
      results += new
      let ended = Set(new.map(\.test))
      rest.removeAll(where: ended.contains)
      if new.isEmpty { break }
      guard !rest.isEmpty else { break }
      print(
        """
        Restarting after unexpected exit, crash, or test timeout; summary will include totals from previous launches.
        """)
    }
    return results
  }

  /// Runs the test program in an environment as of a process that Xcode starts.
  ///
  /// - Returns: The output, and the words about the process's end if it crashed.
  private func launch(_ arguments: [String]) throws -> (output: String, crash: String?) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: target.package)
    let own = ProcessInfo.processInfo.environment
    var environment = own.filter { !$0.key.hasPrefix("FOCUSED_") }
    for (name, value) in own where name.hasPrefix("TEST_RUNNER_") {
      environment[String(name.dropFirst("TEST_RUNNER_".count))] = value
    }
    process.environment = environment.merging(target.environment, uniquingKeysWith: { $1 })
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    process.standardOutput = handle
    process.standardError = handle
    try Interruption.watch(process)
    let data = try Data(contentsOf: file)
    FileHandle.standardOutput.write(data)
    return (
      String(decoding: data, as: UTF8.self),
      process.terminationReason == .exit
        ? nil : "Test crashed with signal \(process.terminationStatus)."
    )
  }

  private func launchXCTests(_ tests: [TestTarget.Test]) throws -> [TestResult] {
    let names = tests.map { "\(target.module).\($0.identifier.dropLast(2))" }
    let (output, crash) = try launch([names.joined(separator: ",")])
    var results: [TestResult] = []
    for line in output.split(separator: "\n") {
      if line.hasPrefix("Test Case '") {
        let name = line.dropFirst("Test Case '".count).prefix { $0 != "'" }
        guard let test = tests.first(where: { $0.isPrinted(as: name) }) else { continue }
        if line.contains("' started") {
          results.append(TestResult(test: test, outcome: .failed))
        } else if let last = results.indices.last {
          results[last].outcome =
            line.contains("' failed (")
            ? .failed : line.contains("' skipped (") ? .skipped : .passed
          results[last].seconds =
            line.split(separator: "(").last.flatMap { Double($0.prefix { $0 != " " }) } ?? 0
          if results[last].outcome == .failed { results[last].messages.append("It failed.") }
        }
      }
    }
    if let last = results.indices.last, results[last].outcome == .failed,
      results[last].messages.isEmpty
    {
      results[last].messages = [crash ?? "The test runner exited before it finished running tests."]
    }
    return results
  }

  private func launchSwiftTesting(_ tests: [TestTarget.Test]) throws -> [TestResult] {
    let stream = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: stream) }
    var arguments = ["--testing-library", "swift-testing", "--event-stream-version", "0"]
    arguments += ["--event-stream-output-path", stream.path]
    if !isParallel { arguments.append("--no-parallel") }
    for test in tests {
      let name = NSRegularExpression.escapedPattern(for: "\(target.module).\(test.identifier)")
      arguments += ["--filter", "^\(name)(/|$)"]
    }
    let crash = try launch(arguments).crash
    var results: [String: TestResult] = [:]
    var starts: [String: Double] = [:]
    for line in try Data(contentsOf: stream).split(separator: UInt8(ascii: "\n")) {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        object["kind"] as? String == "event", let event = object["payload"] as? [String: Any],
        let id = event["testID"] as? String,
        let test = tests.first(where: { id.hasPrefix("\(target.module).\($0.identifier)/") })
      else { continue }
      let time = (event["instant"] as? [String: Any])?["absolute"] as? Double ?? 0
      switch event["kind"] as? String {
      case "testStarted":
        results[id] = TestResult(test: test, outcome: .failed)
        starts[id] = time
      case "testSkipped": results[id] = TestResult(test: test, outcome: .skipped)
      case "issueRecorded":
        let issue = event["issue"] as? [String: Any]
        guard issue?["isKnown"] as? Bool != true else { break }
        let texts = (event["messages"] as? [[String: Any]])?.compactMap { $0["text"] as? String }
        let place = issue?["sourceLocation"] as? [String: Any]
        let file = (place?["fileID"] as? String)?.split(separator: "/").last ?? ""
        results[id]?.messages.append(
          "\(file):\(place?["line"] as? Int ?? 0): \(texts?.joined(separator: "\n") ?? "")")
      case "testEnded":
        results[id]?.seconds = time - (starts[id] ?? time)
        if results[id]?.messages.isEmpty == true { results[id]?.outcome = .passed }
        starts[id] = nil
      default: break
      }
    }
    for id in starts.keys {
      results[id]?.messages.append(crash ?? "The test runner exited unexpectedly.")
    }
    return tests.compactMap { test in results.values.first { $0.test == test } }
  }
}

extension TestTarget.Test {
  /// Whether XCTest prints this name for the test on Linux: `Suite.test`.
  fileprivate func isPrinted(as name: Substring) -> Bool {
    identifier.dropLast(2).replacing("/", with: ".") == name
  }
}
