import TestEvents
import Testing
@testable import focus

/// The tests that are read for each survivor, and their order.
struct SurvivorQueueTests {
  @Test func `the simplest test is read first`() {
    let queue = queue([
      mutant("name", in: ["M.A/whole()", "M.A/naming()", "N.B/other()"]),
      mutant("age", in: ["M.A/whole()"]),
      mutant("mood", verdict: .killed, in: ["M.A/whole()"]),
    ])
    claimEqual(queue.tests, ["M.A/whole()", "M.A/naming()", "N.B/other()"])
    var rest = queue
    #expect(rest.next! == ("M.A/naming()", [subject("name")]))
    rest.succeed(subject("name"))
    #expect(rest.next! == ("M.A/whole()", [subject("age")]))
  }

  @Test func `a test that led to none makes way for the next`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()"])])
    queue.fail(subject("name"), "a is no help.")
    claimEqual(queue.next?.test, "M.A/b()")
    queue.fail(subject("name"), "Nor is b")
    #expect(queue.next == nil)
    claimEqual(queue.obstacles.map(\.subject), [subject("name")])
    claimEqual(queue.obstacles.flatMap(\.reasons), ["a is no help.", "Nor is b."])
  }

  @Test func `what is the same in several tests is said once`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()", "M.A/c()"])])
    queue.fail(subject("name"), in: "M.A/a", "no value")
    queue.fail(subject("name"), in: "M.A/b", "no way")
    queue.fail(subject("name"), in: "M.A/c", "no value")
    #expect(
      queue.obstacles.flatMap(\.reasons) == ["M.A/a and 1 more: no value.", "M.A/b: no way."])
  }

  @Test func `what is written is not read for again`() {
    var queue = queue([mutant("name", in: ["M.A/a()", "M.A/b()"])])
    queue.succeed(subject("name"))
    #expect(queue.next == nil && queue.obstacles.isEmpty && queue.tests.isEmpty)
  }

  @Test func `what cannot be read is passed over, and no more than three are read`() {
    let names = ["a", "b", "c", "d", "e"].map { "M.A/\($0)()" }
    let queue = queue([mutant("name", in: names)]) { $0 == "M.A/b()" ? "b is odd." : nil }
    claimEqual(queue.tests, ["M.A/a()", "M.A/c()", "M.A/d()"])
    claimEqual(queue.obstacles.flatMap(\.reasons), ["b is odd."])
  }

  @Test func `a mutant of the source is looked for in the tests that come to its line`() {
    let source = sourceMutant(2)
    var mutant = mutant("name", in: ["N.B/b()"])
    mutant.subject = .source(source)
    claimEqual(queue([mutant]).next?.subjects, [.source(source)])
  }

  private func queue(
    _ mutants: [MutantEvidence.Mutant], refusal: (String) -> String? = { _ in nil }
  ) -> SurvivorQueue {
    SurvivorQueue(MutantEvidence(mutants: mutants), refusal: refusal)
  }
}

struct SurvivorSummaryTests {
  @Test func `all survivors have a test`() {
    #expect(
      text(2) == "The diff in T.diff adds 2 tests: each passes, and fails with its behavior off.")
    claimEqual(
      text(1), "The diff in T.diff adds 1 test: it passes, and fails with its behavior off.")
    #expect(
      text(1, isOfSource: true)
        == "The diff in T.diff adds 1 test: it passes, and fails with its mutant.")
  }

  @Test func `what could not be written is listed with what each test lacks`() {
    let unwritten = [
      (subject("name"), ["a is no help.", "Nor is b."]), (subject("age"), ["c."]),
    ]
    #expect(
      text(1, unwritten) == """
        The diff in T.diff adds 1 test: it passes, and fails with its behavior off.
        Survivors without a test: 2
          Profile · .save → name
            a is no help.
            Nor is b.
          Profile · .save → age
            c.
        """)
  }

  @Test func `After Ctrl-C, a survivor without a test may not have been tried`() {
    #expect(
      text(1, [(subject("name"), [])], isStopped: true) == """
        The diff in T.diff adds 1 test: it passes, and fails with its behavior off.
        Stopped early. Survivors without a test:
          Profile · .save → name
        """)
  }

  private func text(
    _ count: Int, _ unwritten: [(subject: MutantSubject, reasons: [String])] = [],
    isOfSource: Bool = false, isStopped: Bool = false
  ) -> String {
    SurvivorSummary(
      testCount: count, unwritten: unwritten, output: "T.diff", isOfSource: isOfSource,
      isStopped: isStopped
    ).text
  }
}

private func subject(_ field: String) -> MutantSubject {
  .behavior(Behavior(feature: "Profile", action: "save", outcome: .field(field)))
}

private func mutant(
  _ field: String, verdict: MutantVerdict = .survived, in tests: [String]
) -> MutantEvidence.Mutant {
  MutantEvidence.Mutant(
    subject: subject(field), verdict: verdict,
    tests: tests.map { name in
      MutantEvidence.Test(
        test: LedgerTest(name: name, file: "M/A.swift", line: 3), mark: .exercised,
        result: verdict == .survived ? .survived : .killed)
    })
}
