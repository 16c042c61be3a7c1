import TestEvents
import Foundation
import Testing
import focus

struct MutationRecordTests {
  @Test func `Swift Testing says how its tests end, and the log how those of XCTest do`() {
    let record = MutationRecord(
      ending: .exited(1), tests: events(passed: ["M.A/one()"], failed: ["M.A/two()"]),
      log: [
        MutantEvent(.began, test: "M.A/one()", process: 2),
        MutantEvent(.applied, test: "M.A/one()", process: 2),
        MutantEvent(.code, test: "M.A/one()", process: 2, code: code(1)),
        MutantEvent(.code, test: "M.A/one()", process: 2, code: code(2)),
        MutantEvent(.began, test: "M.X/testB", process: 1),
        MutantEvent(.failed, test: "M.X/testB", process: 1, seconds: 2),
        MutantEvent(.began, test: "M.X/testC", process: 1),
        MutantEvent(.unnoticeable, test: "M.X/testC", process: 1),
        MutantEvent(.passed, test: "M.X/testC", process: 1),
        MutantEvent(.began, test: "M.X/testD", process: 1),
      ], expectedFirst: nil)
    #expect(
      record.outcomes == [
        "M.A/one()": .passed, "M.A/two()": .failed, "M.X/testB": .failed, "M.X/testC": .passed,
        "M.X/testD": .unfinished,
      ])
    claimEqual(record.xctests, ["M.X/testB", "M.X/testC", "M.X/testD"])
    #expect(record.durations == ["M.X/testB": 2] && record.testCount == 2)
    // The code of the store that noticed first.
    claimEqual(record.traces["M.A/one()"], .init([.began, .applied, .code], code: code(1)))
    claimEqual(record.traces["M.X/testC"]?.kinds, [.began, .unnoticeable, .passed])
    claimEqual(record.strayFailures, [])
  }

  @Test func `What a process says without a name is about its first test`() {
    let nameless = [
      MutantEvent(.began, test: nil, process: 1), MutantEvent(.applied, test: nil, process: 1),
    ]
    let end = [
      MutantEvent(.wasFirst, test: "M.X/testA", process: 1),
      MutantEvent(.passed, test: "M.X/testA", process: 1),
    ]
    let record = MutationRecord(
      ending: .exited(0), tests: EventStream(), log: nameless + end, expectedFirst: "M.X/testB")
    claimEqual(record.outcomes, ["M.X/testA": .passed])
    claimEqual(record.traces["M.X/testA"]?.kinds, [.began, .applied, .wasFirst, .passed])
    claimEqual(record.firstTest, "M.X/testA")

    // If the process ends before it says so, it was the one that is always first.
    let crash = MutationRecord(
      ending: .exited(1), tests: EventStream(), log: nameless, expectedFirst: "M.X/testB")
    claimEqual(crash.outcomes, ["M.X/testB": .unfinished])
    claimEqual(crash.firstTest, "M.X/testB")
    let unknown = MutationRecord(
      ending: .exited(1), tests: EventStream(), log: nameless, expectedFirst: nil)
    #expect(unknown.outcomes == [:] && unknown.firstTest == nil)
  }

  @Test func `A failure that no test explains is a stray one`() {
    func strays(
      _ tests: EventStream, _ ending: ChildProcess.Ending = .exited(1),
      xctests: [(name: String, hasPassed: Bool)] = []
    ) -> [String] {
      MutationRecord(
        ending: ending, tests: tests, log: [], expectedFirst: nil, xctests: xctests
      ).strayFailures
    }
    #expect(
      strays(events(passed: ["M.A/one()"], failed: [])) == [
        "`swift test` exited with 1, and no test failed"
      ])
    #expect(
      strays(events(passed: [], failed: []), xctests: [("X.testA", false), ("X.testB", true)])
        == ["X.testA"])
    #expect(
      strays(events(passed: [], failed: ["M.A/one()"]), xctests: [("X.testA", false)])
        == ["X.testA"])
    claimEqual(strays(events(passed: ["M.A/one()"], failed: []), .exited(0)), [])
    claimEqual(strays(events(passed: ["M.A/one()"], failed: []), .overtime), [])
  }

  @Test(arguments: ["X.testA", "-[M.X testA]"])
  func `A failure of one test does not hide that of another one, or of a suite`(name: String) {
    let log = [
      MutantEvent(.began, test: "M.X/testA", process: 1),
      MutantEvent(.failed, test: "M.X/testA", process: 1),
    ]
    func strays(_ ran: [(name: String, hasPassed: Bool)], suites: [String] = []) -> [String] {
      MutationRecord(
        ending: .exited(1), tests: EventStream(), log: log, expectedFirst: nil, xctests: ran,
        failedSuites: suites
      ).strayFailures
    }
    claimEqual(strays([(name, false)]), [])
    claimEqual(strays([(name, false), ("Y.testA", false), ("Y.testB", true)]), ["Y.testA"])
    claimEqual(strays([(name, false)], suites: ["the suite Y"]), ["the suite Y"])
  }

  @Test func `A suite of XCTest that fails without a test failed in its class's tearDown`() {
    func suites(_ output: String) -> [String] {
      TestRunner.Result.failedSuites(in: output)
    }
    func printed(passingSuite verb: String) -> String {
      """
      Test Suite 'All tests' started at 2026-01-01 10:00:00.000.
      Test Suite 'A' started at 2026-01-01 10:00:00.000.
      Test Case '-[M.A testA]' started.
      Test Case '-[M.A testA]' failed (0.001 seconds).
      Test Suite 'A' failed at 2026-01-01 10:00:00.000.
      Test Suite 'B' started at 2026-01-01 10:00:00.000.
      Test Case '-[M.B testB]' started.
      Test Case '-[M.B testB]' passed (0.001 seconds).
      Test Suite 'B' \(verb) at 2026-01-01 10:00:00.000.
      Test Suite 'All tests' failed at 2026-01-01 10:00:00.000.
      """
    }
    claimEqual(suites(printed(passingSuite: "failed")), ["the suite B"])
    claimEqual(suites(printed(passingSuite: "passed")), [])
    claimEqual(suites(""), [])
  }
}

private func code(_ line: Int) -> MutantCode {
  MutantCode(file: "M/A.swift", line: line, place: .before, lines: ["$0.a = 1"])
}

private func events(passed: [String], failed: [String]) -> EventStream {
  func line(_ kind: String, _ name: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","testID":"\#(name)/A.swift:1:1"}}"# + "\n"
  }
  var text = ""
  for name in passed + failed {
    text += #"{"kind":"test","payload":{"kind":"function","id":"\#(name)/A.swift:1:1"}}"# + "\n"
    text += line("testStarted", name)
    if failed.contains(name) { text += line("issueRecorded", name) }
    text += line("testEnded", name)
  }
  return EventStream(Data(text.utf8))
}
