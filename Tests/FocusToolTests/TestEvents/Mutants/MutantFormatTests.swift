import TestEvents
import Foundation
import Testing

struct MutantFormatTests {
  @Test func `A plan is what it was written as`() throws {
    let directory = try TemporaryDirectory()
    let plan = MutantPlan(
      log: directory("log.jsonl"),
      mutants: [
        "AppTests.A/b()": .behavior(Behavior(feature: "A", action: "b", outcome: .dismisses))
      ], switches: ["AppTests.A/c()": [0, 5]])
    try plan.write(to: directory("plan.json"))
    claimEqual(MutantPlan(file: directory("plan.json")), plan)
    try MutantPlan(log: "x").write(to: directory("plan.json"))
    claimEqual(MutantPlan(file: directory("plan.json")), MutantPlan(log: "x"))
  }

  @Test func `A plan that is missing, damaged or of another version is none`() throws {
    let directory = try TemporaryDirectory()
    #expect(MutantPlan(file: directory("none.json")) == nil)
    try directory.write("{", to: "damaged.json")
    #expect(MutantPlan(file: directory("damaged.json")) == nil)
    try directory.write(#"{"version":1,"log":"x","mutants":{},"switches":{}}"#, to: "other.json")
    #expect(MutantPlan(file: directory("other.json")) == nil)
    try directory.write(#"{"version":2,"log":"x","mutants":{},"switches":{}}"#, to: "same.json")
    claimEqual(MutantPlan(file: directory("same.json")), MutantPlan(log: "x"))
  }

  @Test func `A log says what its lines say, without those that a crash cut off`() throws {
    let directory = try TemporaryDirectory()
    let events = [
      MutantEvent(.reachedOutside, test: nil, process: 7, mutant: 3),
      MutantEvent(.applied, test: "AppTests.A/`b / \"c\"`()", process: 7),
      MutantEvent(
        .code, test: "AppTests.A/d()", process: 8,
        code: MutantCode(
          file: "AppTests/A.swift", line: 12, place: .inClosure, lines: ["$0.a = \"\\n\"", "}"])),
      MutantEvent(.passed, test: "AppTests.A/testB", process: 7),
    ]
    let text = events.map(\.line).joined()
    try directory.write(text + "noise\n\n" + text.dropLast(20), to: "log.jsonl")
    #expect(MutantEvent.all(inLog: directory("log.jsonl")) == events + events.dropLast())
    claimEqual(MutantEvent.all(inLog: directory("none.jsonl")), [])
    claimEqual(text.split(separator: "\n").count, events.count)
  }
}
