import TestEvents
import Foundation
import Testing

struct LedgerRunTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the run with the highest number counts, whatever the clocks say`() throws {
    try directory.write(text("a", 9, start: "2030", facts: 1), to: "9-a/ledger-a-1-x.jsonl")
    try directory.write(text("b", 10, start: "2020", facts: 2), to: "10-b/ledger-b-2-x.jsonl")
    let ledger = try Ledger(directories: [directory.path])
    claimEqual(ledger.facts, [fact(2)])
    claimEqual(ledger.directories.map(\.path), [directory.path])
  }

  @Test func `runs of several machines that were copied together count together`() throws {
    try directory.write(text("a", facts: 2), to: "1-a/ledger-a-1-x.jsonl")
    try directory.write(text("b", facts: 5), to: "1-b/ledger-b-1-x.jsonl")
    // Two machines wrote run `b`, because both had the same FOCUSED_RUN.
    try directory.write(text("b", facts: 6), to: "1-b/ledger-b-1-y.jsonl")
    let ledger = try Ledger(directories: [directory.path])
    claimEqual(ledger.facts, [fact(2), fact(5), fact(6)])
    claimEqual(ledger.directories[0].newestRuns.map(\.run.id), ["a", "b"])
    // The number of a later run follows all of them.
    claimEqual(LedgerRun(id: "c", beginningIn: directory.path).number, 2)
  }

  @Test func `files that were copied without their subdirectories keep their runs`() throws {
    try directory.write(text("a", 1, facts: 1), to: "ledger-a-1-x.jsonl")
    try directory.write(text("b", 2, facts: 2), to: "ledger-b-1-x.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(2)])
  }

  @Test func `of several directories, the newest run of each counts`() throws {
    try directory.write(text("a", 1, facts: 1), to: "one/1-a/1.jsonl")
    try directory.write(text("b", 2, facts: 2), to: "one/2-b/2.jsonl")
    try directory.write(text("a", 1, facts: 3), to: "two/1-a/1.jsonl")
    let ledger = try Ledger(directories: [directory("one"), directory("two")])
    claimEqual(ledger.facts, [fact(2), fact(3)])
  }

  @Test func `lines without a run are one run, older than all others`() throws {
    try directory.write(headerWithoutRun + fact(1).line, to: "ledger-1-a.jsonl")
    try directory.write(headerWithoutRun + fact(2).line, to: "ledger-2-a.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(1), fact(2)])
    try directory.write(text("a", facts: 3), to: "1-a/ledger-a-3-x.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(3)])
  }

  @Test func `the subdirectory names the run of a file whose header is damaged`() throws {
    try directory.write(text("a", 1, facts: 1), to: "1-a/ledger-a-1-x.jsonl")
    try directory.write(text("b", 2, facts: 2), to: "2-b/ledger-b-2-x.jsonl")
    try directory.write("{\"ledger\":1,\"ru\n" + fact(3).line, to: "2-b/ledger-b-3-x.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(2), fact(3)])
  }

  @Test func `all processes of a run write to the subdirectory that the first one made`() throws {
    try directory.write(text("a"), to: "1-a/ledger-a-1-x.jsonl")
    try directory.write("no ledger's\n", to: "notes.jsonl")
    try directory.write("no run's", to: "9-UPPER/file")
    try directory.write("no run's", to: "x-b/file")
    let time = Date(timeIntervalSince1970: 0)
    let first = LedgerRun(id: "c", beginningIn: directory.path, at: time)
    #expect(first == LedgerRun(id: "c", number: 2, start: "1970-01-01T00:00:00Z"))
    claimEqual(first.nameOfDirectory, "2-c")
    try directory.write(LedgerFormat.header(of: first), to: "2-c/ledger-c-3-x.jsonl")
    try directory.write(text("d", 3), to: "3-d/ledger-d-4-x.jsonl")
    claimEqual(LedgerRun(id: "c", beginningIn: directory.path, at: time), first)
    claimEqual(LedgerRun(id: "e", beginningIn: directory.path).number, 4)
    claimEqual(LedgerRun(id: "e", beginningIn: directory("none")).number, 1)
  }

  @Test(arguments: ["1-", "-a", "0-a", "1-A", "1-a-b", "a", "", "x-a", "-1-a"])
  func `other subdirectories are not runs`(_ name: String) {
    #expect(LedgerRun(nameOfDirectory: name) == nil)
  }

  @Test func `concatenated files are those of their runs`() {
    let text = text("a", 1, facts: 1) + text("b", 2, facts: 2) + headerWithoutRun + fact(3).line
    var ledger = Ledger()
    ledger.merge(Data(text.utf8), file: "all.jsonl")
    claimEqual(ledger.facts, [fact(2)])
    claimEqual(ledger.facts(ofAllRuns: true), [fact(1), fact(2), fact(3)])
  }
}

/// A fact of the test with the same number.
private func fact(_ number: Int) -> LedgerFact {
  LedgerFact(
    behavior: Behavior(feature: "Profile", action: "saveTapped", outcome: .field("f\(number)")),
    mark: .asserted, test: LedgerTest(name: "test\(number)()", file: "A/B.swift", line: number))
}

private func text(_ run: String, _ number: Int = 1, start: String = "", facts: Int...) -> String {
  LedgerFormat.header(of: LedgerRun(id: run, number: number, start: start))
    + facts.map { fact($0).line }.joined()
}
