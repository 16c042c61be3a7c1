import Foundation
import Testing
import focus

/// Reads event streams as Swift Testing 6.3 writes them. The times and backtraces are removed.
struct RunLogTests {
  @Test func `A test is known by its id without its place`() {
    let names = [
      "AppTests.A/b()/A.swift:6:4": "AppTests.A/b()",
      "AppTests.A/`a / b: 1:2`()/A.swift:6:4": "AppTests.A/`a / b: 1:2`()",
      "AppTests.free()/My File.swift:19:2": "AppTests.free()",
      "AppTests.A": "AppTests.A",
      "AppTests.A/B": "AppTests.A/B",
    ]
    for (id, name) in names { #expect(RunLog.name(ofID: id) == name) }
  }

  @Test func `Each test has its outcome`() {
    let events = RunLog(
      stream: stream(
        test("passes()"), test("fails()"), test("known()"), test("warns()"), test("off()"),
        test("stops()"), test("stopsLate()"), test("crashes()"), test("waits()"),
        event("runStarted"),
        event("testStarted", "passes()"), event("testStarted", "fails()"),
        event("testStarted", "known()"), event("testStarted", "warns()"),
        event("testStarted", "stops()"), event("testStarted", "crashes()"),
        event("testStarted", "stopsLate()"),
        event("testSkipped", "off()"), event("testCancelled", "stops()"),
        issue("fails()"), issue("known()", isKnown: true),
        issue("warns()", severity: "warning"),
        issue("stopsLate()"), event("testCancelled", "stopsLate()"),
        event("testEnded", "passes()"), event("testEnded", "fails()"),
        event("testEnded", "known()"), event("testEnded", "warns()"),
        event("testEnded", "stops()")))
    #expect(
      events.outcomes == [
        "AppTests.A/passes()": .passed, "AppTests.A/fails()": .failed,
        "AppTests.A/known()": .passed, "AppTests.A/warns()": .passed,
        "AppTests.A/off()": .skipped, "AppTests.A/stops()": .skipped,
        "AppTests.A/stopsLate()": .failed, "AppTests.A/crashes()": .unfinished,
      ])
    #expect(events.hasBegun)
    claimEqual(events.strayFailures, [])
  }

  @Test func `A test with cases fails if any of them does, and an issue may come late`() {
    let events = RunLog(
      stream: stream(
        test("cases(n:)"), event("runStarted"), event("testStarted", "cases(n:)"),
        event("testCaseStarted", "cases(n:)"), issue("cases(n:)"),
        event("testCaseEnded", "cases(n:)"), event("testCaseStarted", "cases(n:)"),
        event("testCaseEnded", "cases(n:)"), event("testEnded", "cases(n:)"),
        test("late()"), event("testStarted", "late()"), event("testEnded", "late()"),
        issue("late()"), event("runEnded")))
    #expect(
      events.outcomes == ["AppTests.A/cases(n:)": .failed, "AppTests.A/late()": .failed])
  }

  @Test func `An issue of no test, or of a suite, is a stray one`() {
    let suite = #"{"kind":"test","payload":{"kind":"suite","id":"AppTests.A"}}"#
    let events = RunLog(
      stream: stream(
        suite, test("a()"), event("runStarted"),
        #"{"kind":"event","payload":{"kind":"testStarted","testID":"AppTests.A"}}"#,
        event("testStarted", "a()"), event("testEnded", "a()"),
        #"""
        {"kind":"event","payload":{"kind":"issueRecorded","testID":"AppTests.A",\#
        "issue":{"isKnown":false},"messages":[{"symbol":"fail","text":"A suite's"}]}}
        """#,
        #"{"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false}}}"#))
    claimEqual(events.outcomes, ["AppTests.A/a()": .passed])
    claimEqual(events.strayFailures, ["A suite's", "an issue"])
  }

  @Test func `What is damaged or not known is skipped`() {
    let events = RunLog(
      stream: stream(
        "", "noise", "{}", #"{"kind":"event"}"#, event("somethingNew", "a()"), test("a()"),
        event("testStarted", "a()"), event("testEnded", "a()").dropLast(9).description))
    claimEqual(events.outcomes, ["AppTests.A/a()": .unfinished])
    claimEqual(RunLog(stream: Data()), RunLog())
  }

  @Test func `XCTest prints how its tests end`() {
    let log = RunLog(
      output: """
        Test Suite 'All tests' started at 2026-01-01 10:00:00.000
        Test Case 'Tests.testA' started at 2026-01-01 10:00:00.000
        Test Case 'Tests.testA' passed (0.001 seconds)
        Test Case '-[App.Tests testB]' started.
        Test Case '-[App.Tests testB]' failed (0.001 seconds).
        Test Case 'Tests.testC' started at 2026-01-01 10:00:00.000
        Test Case 'Tests.testC' skipped (0.001 seconds)
        Test Case 'Tests.testD' started at 2026-01-01 10:00:00.000
        """)
    #expect(log.hasBegun && log.outcomes == [:] && log.strayFailures == [])
    func outcome(_ name: String) -> TestOutcome? {
      TestName(name).flatMap { log.outcome(of: $0) }
    }
    #expect(outcome("App.Tests/testA") == .passed)
    #expect(outcome("App.Tests/testB") == .failed)
    #expect(outcome("App.Tests/testC") == .skipped)
    #expect(outcome("App.Tests/testD") == .unfinished)
    #expect(outcome("Other.Tests/testB") == nil)
    #expect(outcome("App.MyTests/testA") == nil)
    #expect(outcome("App.Tests/testE") == nil)
  }

  @Test func `The text of a test can precede its end on the same line`() throws {
    let log = RunLog(
      output: """
        Test Case 'A.testA' started at 2026-01-01 10:00:00.000
        Test 1 is it'sTest Case 'A.testA' passed (0.001 seconds)
        Test Case 'A.testB' started at 2026-01-01 10:00:00.000
        HTTP/1.1 200 OK\r
        Test Case 'A.testB' failed (0.001 seconds)
        """)
    claimEqual(log.printed.map(\.name), ["A.testA", "A.testB"])
    claimEqual(log.printed.map(\.outcome), [.passed, .failed])
  }

  @Test func `Tests of one name in two targets have outcomes of their own`() throws {
    let log = RunLog(
      stream: stream(
        test("a()"), event("testStarted", "a()"), event("testEnded", "a()"),
        test("a()").replacing("AppTests", with: "UITests"),
        event("testStarted", "a()").replacing("AppTests", with: "UITests"),
        issue("a()").replacing("AppTests", with: "UITests")))
    #expect(log.outcome(of: TestName(module: "AppTests", types: ["A"], function: "a")) == .passed)
    #expect(log.outcome(of: TestName(module: "UITests", types: ["A"], function: "a")) == .failed)
  }

  @Test
  func `XCTest prints no module on Linux, and then the worse outcome counts for both targets`()
    throws
  {
    let log = RunLog(
      output: """
        Test Case 'A.testA' started at 2026-01-01 10:00:00.000
        Test Case 'A.testA' passed (0.001 seconds)
        Test Case 'A.testA' started at 2026-01-01 10:00:00.000
        Test Case 'A.testA' failed (0.001 seconds)
        """)
    #expect(
      log.outcome(of: TestName(module: "AppTests", types: ["A"], function: "testA")) == .failed)
    #expect(
      log.outcome(of: TestName(module: "UITests", types: ["A"], function: "testA")) == .failed)
  }
}

private func stream(_ lines: String...) -> Data {
  Data(lines.joined(separator: "\n").utf8)
}

private func id(_ name: String) -> String { #"AppTests.A\/\#(name)\/A.swift:5:4"# }

private func test(_ name: String) -> String {
  #"{"kind":"test","payload":{"id":"\#(id(name))","kind":"function","name":"\#(name)"},"version":0}"#
}

private func event(_ kind: String, _ name: String? = nil) -> String {
  let test = name.map { #","testID":"\#(id($0))""# } ?? ""
  return #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[]\#(test)},"version":0}"#
}

private func issue(
  _ name: String, isKnown: Bool = false, severity: String? = nil
) -> String {
  let severity = severity.map { #","_severity":"\#($0)""# } ?? ""
  return #"""
    {"kind":"event","payload":{"kind":"issueRecorded","testID":"\#(id(name))",\#
    "issue":{"isKnown":\#(isKnown)\#(severity)},"messages":[]},"version":0}
    """#
}
