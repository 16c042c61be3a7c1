import Foundation
import TestEvents

/// The outcomes of a run's tests, and the issues that they reported.
///
/// Swift Testing writes an event stream with the full names of its tests. XCTest prints names without a module on Linux.
/// ``outcome(of:)`` finds a test of either framework.
package struct RunLog: Hashable, Sendable {
  /// The outcomes of tests, by the names that the ledger uses. Suites have no outcome.
  package var outcomes: [String: TestOutcome] = [:]

  /// The XCTest tests that ran, in order, with the names that XCTest prints.
  package var printed: [PrintedTest] = []

  /// Everything that Swift Testing reported, in order.
  package var issues: [Issue] = []

  /// Failures that belong to no test, such as failures of a suite or of a task outside of any test.
  package var strayFailures: [String] = []

  /// Whether the run started its tests. If not, the tests did not build.
  package var hasBegun = false

  /// A test of XCTest by the name that XCTest prints: `Suite.test` on Linux, `-[Module.Suite test]` on Darwin.
  package struct PrintedTest: Hashable, Sendable {
    package let name: String
    package var outcome: TestOutcome

    /// Whether this is the test with a name from the ledger. If the printed name has no module, several tests may
    /// match.
    func isTest(_ name: TestName) -> Bool {
      let printed = self.name.trimmingPrefix("-[").replacing("]", with: "")
        .replacing(" ", with: ".")
      let full = ([name.module] + name.types + [name.function]).joined(separator: ".")
      return ("." + full).hasSuffix("." + printed)
    }
  }

  /// An issue, and its time in seconds since 1970.
  package struct Issue: Hashable, Sendable {
    package var issue: TracedIssue
    package var time: Double
  }

  /// Reads a run.
  ///
  /// - Parameters:
  ///   - stream: The lines that `--event-stream-output-path` wrote.
  ///   - output: The text that the run printed.
  package init(stream: Data = Data(), output: String = "") {
    readEvents(stream)
    readXCTest(output)
  }
}

/// The outcome of a test in a run.
package enum TestOutcome: Hashable, Sendable {
  case passed
  case failed

  /// The test was left out, or skipped itself.
  case skipped

  /// The test began and did not end, because its process ended.
  case unfinished

  static let worstFirst: [TestOutcome] = [.unfinished, .failed, .skipped, .passed]
}

extension RunLog {
  /// The outcome of a test; the worst one if several tests match, and `nil` if none ran.
  package func outcome(of test: TestName) -> TestOutcome? {
    let all =
      outcomes.filter { TestName($0.key) == test }.map(\.value)
      + printed.filter { $0.isTest(test) }.map(\.outcome)
    return TestOutcome.worstFirst.first(where: all.contains)
  }

  /// The names of the tests of both frameworks that failed or did not end.
  var failures: [String] {
    let isFailure: (TestOutcome) -> Bool = { [.failed, .unfinished].contains($0) }
    let swiftTests = names(of: .failed) + names(of: .unfinished)
    return swiftTests + printed.filter { isFailure($0.outcome) }.map(\.name)
  }

  /// Whether a test passed.
  var hasPass: Bool {
    outcomes.values.contains(.passed) || printed.contains { $0.outcome == .passed }
  }

  /// The outcome of a test by its name in the ledger, even if it created no store.
  func outcome(ofTestNamed name: String) -> TestOutcome? {
    outcomes[name] ?? TestName(name).flatMap(outcome)
  }

  package func names(of outcome: TestOutcome) -> [String] {
    outcomes.filter { $0.value == outcome }.map(\.key).sorted()
  }
}

// MARK: - XCTest

extension RunLog {
  /// Reads what XCTest prints about its tests.
  private mutating func readXCTest(_ output: String) {
    if output.contains("Test Suite '") { hasBegun = true }
    for line in output.split(separator: "\n") {
      // The text that a test prints last may have no line break, or end with `\r\n`, which is another character.
      guard let start = line.range(of: "Test Case '")?.lowerBound else { continue }
      let parts = line[start...].split(separator: "'", maxSplits: 2)
      guard parts.count == 3 else { continue }
      let (name, event) = (String(parts[1]), parts[2])
      if event.hasPrefix(" started") {
        printed.append(PrintedTest(name: name, outcome: .unfinished))
      } else if printed.last?.name == name {
        printed[printed.count - 1].outcome =
          event.hasPrefix(" failed") ? .failed : event.hasPrefix(" skipped") ? .skipped : .passed
      }
    }
  }
}

// MARK: - Swift Testing

extension RunLog {
  /// Reads the event stream, which has one JSON value per line. Each event is written immediately, so a crash loses
  /// at most the last line. Damaged and unknown lines are skipped.
  private mutating func readEvents(_ stream: Data) {
    var names: [String: String] = [:]
    for line in stream.lines {
      guard let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
        let payload = object["payload"] as? [String: Any]
      else { continue }
      if object["kind"] as? String == "test" {
        if payload["kind"] as? String == "function", let id = payload["id"] as? String {
          names[id] = Self.name(ofID: id)
        }
      } else {
        add(payload, names)
      }
    }
  }

  private mutating func add(_ event: [String: Any], _ names: [String: String]) {
    let test = (event["testID"] as? String).flatMap { names[$0] }
    switch event["kind"] as? String {
    case "runStarted":
      hasBegun = true
    case "testStarted":
      if let test, outcomes[test] == nil { outcomes[test] = .unfinished }
    case "testSkipped", "testCancelled":
      if let test, outcomes[test] != .failed { outcomes[test] = .skipped }
    case "testEnded":
      if let test, outcomes[test] == .unfinished { outcomes[test] = .passed }
    case "issueRecorded":
      issues.append(Issue(event))
      guard Self.isFailure(event) else { return }
      if let test {
        outcomes[test] = .failed
      } else {
        strayFailures.append(Self.texts(of: event).first ?? "an issue")
      }
    default:
      break
    }
  }

  /// Whether an issue makes its test fail. Known issues and warnings don't.
  fileprivate static func isFailure(_ event: [String: Any]) -> Bool {
    guard let issue = event["issue"] as? [String: Any] else { return true }
    if issue["isKnown"] as? Bool == true { return false }
    return (issue["severity"] ?? issue["_severity"]) as? String != "warning"
  }

  fileprivate static func texts(of event: [String: Any]) -> [String] {
    let messages = event["messages"] as? [[String: Any]] ?? []
    return messages.compactMap { $0["text"] as? String }
  }

  /// The name that the ledger uses for a test: its ID without file, line, and column.
  package static func name(ofID id: String) -> String {
    id.replacing(/\/[^\/]*:[0-9]+:[0-9]+$/, with: "")
  }
}

extension RunLog.Issue {
  fileprivate init(_ event: [String: Any]) {
    let issue = event["issue"] as? [String: Any]
    let location = issue?["sourceLocation"] as? [String: Any]
    var texts = RunLog.texts(of: event)
    // Swift Testing adds these words before the text of `Issue.record`.
    if texts.count > 1, texts[0] == "Issue recorded" { texts.removeFirst() }
    let isKnown = issue?["isKnown"] as? Bool == true
    self.issue = TracedIssue(
      kind: isKnown ? .known : RunLog.isFailure(event) ? .failure : .note,
      message: texts.joined(separator: "\n"), file: location?["fileID"] as? String,
      line: location?["line"] as? Int)
    time = (event["instant"] as? [String: Any])?["since1970"] as? Double ?? .infinity
  }
}
