import BehaviorLedger
import Testing
import focus

/// Which tests are read for a survivor, and when.
struct SurvivorQueueTests {
  @Test func `the simplest test of the target is read first`() {
    let queue = queue([
      mutant("name", in: ["M.A/whole()", "M.A/naming()", "N.B/other()"]),
      mutant("age", in: ["M.A/whole()"]),
      mutant("mood", verdict: .killed, in: ["M.A/whole()"]),
    ])
    #expect(queue.tests == ["M.A/whole()", "M.A/naming()"])
    #expect(queue.next.map(\.test) == ["M.A/naming()", "M.A/whole()"])
    #expect(queue.next.map { $0.behaviors.map(\.outcome.name) } == [["name"], ["age"]])
  }

  @Test func `a test that led to none makes way for the next`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()"])])
    queue.fail(behavior("name"), "a is no help.")
    #expect(queue.next.map(\.test) == ["M.A/b()"])
    queue.fail(behavior("name"), "Nor is b")
    #expect(queue.next.isEmpty)
    #expect(queue.obstacles.map(\.behavior) == [behavior("name")])
    #expect(queue.obstacles.flatMap(\.reasons) == ["a is no help.", "Nor is b."])
  }

  @Test func `what is written is not read for again`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()"])])
    queue.succeed(behavior("name"))
    #expect(queue.next.isEmpty && queue.obstacles.isEmpty && queue.tests.isEmpty)
  }

  @Test func `what was written and does not hold beside others is read for again, and named`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()"])])
    queue.succeed(behavior("name"))
    queue.fail(behavior("name"), "a does not pass beside c")
    #expect(queue.next.map(\.test) == ["M.A/b()"])
    queue.succeed(behavior("name"))
    queue.fail(behavior("name"), "Nor does b.")
    #expect(queue.next.isEmpty)
    #expect(queue.obstacles.flatMap(\.reasons) == ["a does not pass beside c.", "Nor does b."])
  }

  @Test func `what cannot be read is passed over, and no more than three are read`() {
    let names = ["a", "b", "c", "d", "e"].map { "M.A/\($0)()" }
    let queue = queue([mutant("name", in: names)]) { $0 == "M.A/b()" ? "b is odd." : nil }
    #expect(queue.tests == ["M.A/a()", "M.A/c()", "M.A/d()"])
    #expect(queue.obstacles.flatMap(\.reasons) == ["b is odd."])
  }

  @Test func `what only other targets test is said to be so`() {
    let queue = queue([mutant("name", in: ["N.B/b()"])])
    #expect(queue.next.isEmpty)
    #expect(
      queue.obstacles.flatMap(\.reasons) == ["no test of M exercises it, only N.B/b()."])
  }

  private func queue(
    _ mutants: [MutantEvidence.Mutant], refusal: (String) -> String? = { _ in nil }
  ) -> SurvivorQueue {
    SurvivorQueue(MutantEvidence(mutants: mutants), in: "M", refusal: refusal)
  }
}

struct SurvivorSummaryTests {
  @Test func `all survivors have a test`() {
    #expect(
      text(2) == "2 tests written to T.swift: each passes, and fails with its behavior off.")
    #expect(text(1) == "1 test written to T.swift: it passes, and fails with its behavior off.")
  }

  @Test func `what could not be written is listed with what each test lacks`() {
    let unwritten = [
      (behavior("name"), ["a is no help.", "Nor is b."]), (behavior("age"), ["c."]),
    ]
    #expect(
      text(1, unwritten) == """
        1 test written to T.swift: it passes, and fails with its behavior off.
        2 could not be written:
          Profile · .save → name
            a is no help.
            Nor is b.
          Profile · .save → age
            c.
        """)
  }

  @Test func `nothing is written of nothing`() {
    #expect(text(0) == "No mutant survived, so no test was written.")
    #expect(
      text(0, [(behavior("name"), ["a."])]) == """
        No test was written.
        1 could not be written:
          Profile · .save → name
            a.
        """)
  }

  private func text(
    _ count: Int, _ unwritten: [(behavior: Behavior, reasons: [String])] = []
  ) -> String {
    SurvivorSummary(testCount: count, unwritten: unwritten, output: "T.swift").text
  }
}

private func behavior(_ field: String) -> Behavior {
  Behavior(feature: "Profile", action: "save", outcome: .field(field))
}

private func mutant(
  _ field: String, verdict: MutantVerdict = .survived, in tests: [String]
) -> MutantEvidence.Mutant {
  MutantEvidence.Mutant(
    subject: .behavior(behavior(field)), verdict: verdict,
    tests: tests.map { name in
      MutantEvidence.Test(
        test: LedgerTest(name: name, file: "M/A.swift", line: 3), mark: .exercised,
        result: verdict == .survived ? .survived : .killed(.failure))
    })
}
