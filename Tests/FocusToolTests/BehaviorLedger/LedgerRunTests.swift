import BehaviorLedger
import Foundation
import Testing

struct LedgerRunTests {
  @Test func `A run that found another one is after it, whatever the clocks say`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", start: "2030", 1), to: "ledger-a-1-x.jsonl")
    try directory.write(text("b", start: "2020", after: ["a"], 2), to: "ledger-b-2-x.jsonl")
    let ledger = try Ledger(directories: [directory.path])
    claimEqual(ledger.facts, [fact(2)])
    claimEqual(ledger.directories.map(\.path), [directory.path])
  }

  @Test func `A test that is gone counts no more, nor in several processes`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", 1), to: "ledger-a-1-x.jsonl")
    try directory.write(text("a", 2), to: "ledger-a-2-x.jsonl")
    try directory.write(text("b", after: ["a"], 2), to: "ledger-b-3-x.jsonl")
    try directory.write(text("b", after: ["a"], 3), to: "ledger-b-4-x.jsonl")
    let ledger = try Ledger(directories: [directory.path])
    claimEqual(ledger.facts, [fact(2), fact(3)])
    claimEqual(ledger.facts(ofAllRuns: true), [fact(1), fact(2), fact(3)])
  }

  @Test func `With all runs, a test counts as in the last one that has it`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", 1, 2), to: "1.jsonl")
    try directory.write(text("b", after: ["a"], [(1, "read")]), to: "2.jsonl")
    try directory.write(text("c", after: ["a", "b"], 3), to: "3.jsonl")
    let facts = try Ledger(directories: [directory.path]).facts(ofAllRuns: true)
    claimEqual(facts, [fact(1, .read), fact(2), fact(3)])
  }

  @Test func `Runs of several machines that were copied together count together`() throws {
    let directory = try TemporaryDirectory()
    // One machine had a run before, and another has been used for longer.
    try directory.write(text("a1", 1), to: "ledger-a1-1-x.jsonl")
    try directory.write(text("a2", after: ["a1"], 2), to: "ledger-a2-1-x.jsonl")
    try directory.write(text("b1", 3), to: "ledger-b1-1-x.jsonl")
    try directory.write(text("b2", after: ["b1"], 4), to: "ledger-b2-1-x.jsonl")
    try directory.write(text("b3", after: ["b1", "b2"], 5), to: "ledger-b3-1-x.jsonl")
    let ledger = try Ledger(directories: [directory.path])
    claimEqual(ledger.facts, [fact(2), fact(5)])
    // A run here replaces them all.
    let run = LedgerRun(id: "c", beginningIn: directory.path)
    claimEqual(run.predecessors, ["a1", "a2", "b1", "b2", "b3"])
  }

  @Test func `Of several directories the newest run of each counts`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", 1), to: "one/1.jsonl")
    try directory.write(text("b", after: ["a"], 2), to: "one/2.jsonl")
    try directory.write(text("a", 3), to: "two/1.jsonl")
    let ledger = try Ledger(directories: [directory("one"), directory("two")])
    claimEqual(ledger.facts, [fact(2), fact(3)])
  }

  @Test func `What says no run is one, and older than each other`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(headerWithoutRun + fact(1).line, to: "ledger-1-a.jsonl")
    try directory.write(headerWithoutRun + fact(2).line, to: "ledger-2-a.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(1), fact(2)])
    try directory.write(text("a", 3), to: "ledger-a-3-x.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(3)])
  }

  @Test func `A run that wrote nothing is the newest all the same`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", 1), to: "1.jsonl")
    try directory.write(text("b", after: ["a"]), to: "2.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [])
  }

  @Test func `Where a header is damaged, the name of the file tells the run`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(text("a", 1), to: "ledger-a-1-x.jsonl")
    try directory.write(text("b", after: ["a"], 2), to: "ledger-b-2-x.jsonl")
    try directory.write("{\"ledger\":1,\"ru\n" + fact(3).line, to: "ledger-b-3-x.jsonl")
    #expect(try Ledger(directories: [directory.path]).facts == [fact(2), fact(3)])
  }

  @Test func `Runs that each claim to be after the other count together`() {
    var ledger = Ledger()
    ledger.merge(Data(text("a", after: ["a", "b"], 1).utf8), file: "1.jsonl")
    ledger.merge(Data(text("b", after: ["a"], 2).utf8), file: "2.jsonl")
    claimEqual(ledger.facts, [fact(1), fact(2)])
    // In a circle of three, none is the newest.
    ledger = Ledger()
    for (run, before) in [("a", "b"), ("b", "c"), ("c", "a")] {
      ledger.merge(Data(text(run, after: [before], 1).utf8), file: run)
    }
    claimEqual(ledger.directories[0].newestRuns.count, 3)
    #expect(ledger.directories[0].olderRuns.isEmpty)
  }

  @Test func `A process takes over what the first one of its run has found`() throws {
    let directory = try TemporaryDirectory()
    try directory.write("{\"ledger\":1}\n", to: "ledger-1-a.jsonl")
    try directory.write("no ledger's\n", to: "notes.jsonl")
    try directory.write("{\"ledger\":2,\"run\":\"z\"}\n", to: "later.jsonl")
    try directory.write(text("a"), to: "renamed.jsonl")
    try directory.write("", to: "ledger-b-2-x.jsonl")
    try directory.write("", to: "folder.jsonl/inside")
    let time = Date(timeIntervalSince1970: 0)
    let first = LedgerRun(id: "c", beginningIn: directory.path, at: time)
    #expect(
      first == LedgerRun(id: "c", start: "1970-01-01T00:00:00Z", predecessors: ["a", "b"]))
    try directory.write(LedgerFormat.header(of: first), to: "ledger-c-3-x.jsonl")
    try directory.write(text("d", after: ["a", "b", "c"]), to: "ledger-d-4-x.jsonl")
    claimEqual(LedgerRun(id: "c", beginningIn: directory.path, at: time), first)
    #expect(
      LedgerRun(id: "e", beginningIn: directory.path).predecessors == ["a", "b", "c", "d"])
    claimEqual(LedgerRun(id: "e", beginningIn: directory("none")).predecessors, [])
  }

  @Test func `Concatenated files are those of their runs`() {
    let text = text("a", 1) + text("b", after: ["a"], 2) + headerWithoutRun + fact(3).line
    var ledger = Ledger()
    ledger.merge(Data(text.utf8), file: "all.jsonl")
    claimEqual(ledger.facts, [fact(2)])
    claimEqual(ledger.facts(ofAllRuns: true), [fact(1), fact(2), fact(3)])
  }
}

/// The fact of a test of its own.
private func fact(_ number: Int, _ mark: Behavior.Mark = .asserted) -> LedgerFact {
  LedgerFact(
    behavior: Behavior(feature: "Profile", action: "saveTapped", outcome: .field("f\(number)")),
    mark: mark, test: LedgerTest(name: "test\(number)()", file: "A/B.swift", line: number))
}

private func text(
  _ run: String, start: String = "", after: Set<String> = [], _ facts: Int...
) -> String {
  text(run, start: start, after: after, facts.map { ($0, "asserted") })
}

private func text(
  _ run: String, start: String = "", after: Set<String> = [], _ facts: [(Int, String)]
) -> String {
  LedgerFormat.header(of: LedgerRun(id: run, start: start, predecessors: after))
    + facts.map { fact($0, Behavior.Mark(rawValue: $1)!).line }.joined()
}
