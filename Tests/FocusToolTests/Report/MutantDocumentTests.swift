import TestEvents
import Testing
@testable import focus

struct MutantDocumentTests {
  @Test(arguments: [
    (MutantCode.Place.before, "add before AppTests/ProfileTests.swift:14:"),
    (.atEnd, "add at the end of the test, whose last call is at AppTests/ProfileTests.swift:14:"),
  ])
  func `The code says where it belongs`(place: MutantCode.Place, text: String) {
    let report = report([
      (fact("a", .field("x"), .exercised), .survived, place)
    ])
    let lines = report.split(separator: "\n").joined(separator: " ").replacing("     ", with: " ")
    #expect(lines.contains("To protect it, \(text)"))
  }

  @Test func `A field without code has other words than an outcome that no store sees`() {
    #expect(
      report([(fact("a", .field("x"), .exercised), .survived, nil)]).contains(
        "    No code can be suggested: the value has no source literal, or is too long,\n"))
    #expect(
      report([(fact("a", .starts("load"), .exercised), .survived, nil)]).contains(
        "    No code can be suggested for the start of an effect."))
  }

  @Test func `A test that could not be judged is not said to kill nothing`() {
    let text = report([
      (fact("a", .field("x"), .asserted, test: "one()"), .survived, nil),
      (fact("a", .field("y"), .asserted, test: "one()"), .notJudged, nil),
    ])
    #expect(!text.contains("kill no mutant") && !text.contains("not tried"))
    let judged = report([
      (fact("a", .field("x"), .asserted, test: "one()"), .survived, nil),
      (fact("a", .field("y"), .asserted, test: "one()"), .unnoticeable, nil),
    ])
    #expect(judged.contains("Tests that kill no mutant: 1"))
  }

  @Test func `A stopped session says what was not tried, and has shares of what was judged`() {
    let text = report(
      [
        (fact("a", .field("x"), .asserted), .killed, nil),
        (fact("a", .field("y"), .asserted), .survived, nil),
        (fact("a", .field("y"), .asserted, test: "other()"), nil, nil),
        (fact("a", .field("z"), .asserted, in: "Other"), nil, nil),
      ], isComplete: false)
    #expect(
      text == """
        Stopped early. These are the results so far.

        Feature  Mutants  Killed  Share  Survived  Not counted
        ──────────────────────────────────────────────────────
        Other          1       0      –         0            1
        Profile        2       1  100 %         0            1
        ──────────────────────────────────────────────────────
        All            3       1  100 %         0            2

        3 mutants: 1 killed, 0 survived, 2 not fully tried, in 0 s and 1 round.
        """)
  }

  @Test func `What was stopped says so at the top`() {
    #expect(
      report([(fact("a", .field("x"), .asserted), .killed, nil)], isComplete: false)
        .hasPrefix("Stopped early. These are the results so far.\n\n1 mutant: "))
  }

  @Test func `The tests that pass with a survivor are counted in words`() throws {
    let mutant = try #require(SampleDocument.sourceEvidence.mutants.first)
    let test = try #require(mutant.trials.first)
    claimEqual(
      [test, test].passing(with: mutant.subject), "both tests that run this code pass")
    claimEqual(
      [test, test, test].passing(with: mutant.subject), "all 3 tests that run this code pass")
  }

  @Test(arguments: MutationOperator.allCases)
  func `Each kind of fault has a cure`(kind: MutationOperator) throws {
    let cure = try #require(SampleDocument.mutant(1, kind.rawValue, "reset()", "").cure)
    #expect(cure.hasSuffix("."))
    let others = MutationOperator.allCases.filter { $0 != kind }
    #expect(
      !others.map { SampleDocument.mutant(1, $0.rawValue, "reset()", "").cure }.contains(cure))
    #expect(SampleDocument.mutant(1, "made by a later version", "reset()", "").cure == nil)
  }

  @Test func `A call that changes the state has another cure than a dependency's`() {
    let cure = SampleDocument.mutant(1, "call removed", "state.rows.removeAll()", "").cure
    #expect(cure?.hasPrefix("assert the field that this line changes") == true)
    #expect(cure != SampleDocument.mutant(1, "call removed", "stateful.reset()", "").cure)
  }
}

private func report(
  _ trials: [(LedgerFact, MutantTrial.Result?, MutantCode.Place?)], isComplete: Bool = true
) -> String {
  result(trials, isComplete: isComplete).document().text(TextStyle(isOn: false))
}
