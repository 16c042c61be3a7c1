import TestEvents
import Foundation
import Testing
@testable import focus

struct MutationRecordTests {
  @Test func `Swift Testing says how its tests end, and the log how those of XCTest do`() {
    let record = MutationRecord(
      TestRun(ending: .exited(1), log: events(passed: ["M.A/one()"], failed: ["M.A/two()"])),
      log: [
        MutantEvent(.began, test: "M.A/one()", process: 2),
        MutantEvent(.applied, test: "M.A/one()", process: 2),
        MutantEvent(.code, test: "M.A/one()", process: 2, code: code(1)),
        MutantEvent(.code, test: "M.A/one()", process: 2, code: code(2)),
        MutantEvent(.began, test: "M.X/testB", process: 1),
        MutantEvent(.failed, test: "M.X/testB", process: 1),
        MutantEvent(.began, test: "M.X/testC", process: 1),
        MutantEvent(.unnoticeable, test: "M.X/testC", process: 1),
        MutantEvent(.passed, test: "M.X/testC", process: 1),
        MutantEvent(.began, test: "M.X/testD", process: 1),
      ], command: "swift test")
    #expect(
      record.run.log.outcomes == [
        "M.A/one()": .passed, "M.A/two()": .failed, "M.X/testB": .failed, "M.X/testC": .passed,
        "M.X/testD": .unfinished,
      ])
    claimEqual(record.testCount, 2)
    // The record keeps the code from the store that noticed the mutant first.
    claimEqual(record.traces["M.A/one()"]?.kinds, [.began, .applied, .code])
    claimEqual(record.traces["M.A/one()"]?.code, code(1))
    claimEqual(record.traces["M.X/testC"]?.kinds, [.began, .unnoticeable, .passed])
    claimEqual(record.run.log.strayFailures, [])
  }

  @Test func `A test of XCTest says itself how it ended, whatever the result bundle calls it`() {
    var log = RunLog()
    log.outcomes = ["M.X/testA": .failed, "M.X/testB()": .failed]
    let record = MutationRecord(
      TestRun(ending: .exited(65), log: log),
      log: [
        MutantEvent(.began, test: "M.X/testA", process: 1),
        MutantEvent(.failed, test: "M.X/testB", process: 1),
      ], command: "xcodebuild")
    claimEqual(record.run.log.outcomes, ["M.X/testA": .unfinished, "M.X/testB": .failed])
  }

  @Test func `A failure that no test explains is a stray one`() {
    func strays(
      _ log: RunLog, _ ending: ChildProcess.Ending = .exited(1),
      xctests: [RunLog.PrintedTest] = []
    ) -> [String] {
      var log = log
      log.printed = xctests
      return MutationRecord(
        TestRun(ending: ending, log: log), log: [], command: "swift test"
      ).run.log.strayFailures
    }
    #expect(
      strays(events(passed: ["M.A/one()"], failed: [])) == [
        "`swift test` exited with 1, but no test failed"
      ])
    #expect(
      strays(
        events(passed: [], failed: []),
        xctests: [
          .init(name: "X.testA", outcome: .failed), .init(name: "X.testB", outcome: .passed),
        ])
        == ["X.testA"])
    #expect(
      strays(
        events(passed: [], failed: ["M.A/one()"]),
        xctests: [.init(name: "X.testA", outcome: .failed)])
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
    func strays(_ ran: [RunLog.PrintedTest], suites: [String] = []) -> [String] {
      var tests = RunLog()
      tests.printed = ran
      tests.strayFailures = suites
      return MutationRecord(
        TestRun(ending: .exited(1), log: tests), log: log, command: "swift test"
      ).run.log.strayFailures
    }
    let failed = RunLog.PrintedTest(name: name, outcome: .failed)
    claimEqual(strays([failed]), [])
    claimEqual(
      strays([
        failed, .init(name: "Y.testA", outcome: .failed), .init(name: "Y.testB", outcome: .passed),
      ]), ["Y.testA"])
    claimEqual(strays([failed], suites: ["the suite Y"]), ["the suite Y"])
  }
}

private func code(_ line: Int) -> MutantCode {
  MutantCode(file: "M/A.swift", line: line, place: .before, lines: ["$0.a = 1"])
}

private func events(passed: [String], failed: [String]) -> RunLog {
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
  return RunLog(stream: Data(text.utf8))
}
