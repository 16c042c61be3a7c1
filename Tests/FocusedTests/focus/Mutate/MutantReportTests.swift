import BehaviorLedger
import Testing
import focus

@Suite struct MutantReportTests {
  @Test func `The survivors come first, with the code that kills them`() {
    #expect(
      MutantReport(sampleEvidence(), style: TextStyle(isOn: false)).text == """
        Survived: 2
        A mutant is the feature with one behavior switched off: a field that keeps its
        old value, an action that does not arrive. Where all tests pass all the same, it
        has survived, and no test protects the behavior.

        Profile · .saveTapped → isSaving
          Switched off in each of the 2 tests in which it happens, and all pass:
            AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
          To protect it, in
            AppTests.ProfileTests/saving()
          replace the call at AppTests/ProfileTests.swift:14 with:

              await store.send(.saveTapped) {
                $0.isSaving = true
              }

        Profile · .saved → dismisses
          Switched off in the one test in which it happens, which passes:
            AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12
          There is no code to suggest: the store sees nothing of it. A dependency may
          tell.

        Undecided: a test of it was left out, was not asked, or did not say how it ended
        (not counted): 1
          Search · .typed → query

        Untested: a field that no code can assign cannot keep its old value (not
        counted): 1
          Profile · .saved → id

        Equivalent: the state would be equal without it, in every test, so none can
        notice (not counted): 1
          Profile · .saved → cache

        Not reached: what happened in the first run did not happen again (not counted):
        1
          Search · .found → results[]

        Left out, because they failed without a mutant, and verdicts do not rest on
        luck: 1
          AppTests.SearchTests/flaky()
        Left out, because no test framework says which test made these stores: 1
          AppTests/Stray.swift:9

        Tests that kill nothing: 1
        They pass whatever is switched off. That is right for a test that claims that
        something does not happen; any other one protects nothing.
          AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12

        Feature  Mutants  Killed  Share  Survived  Not counted
        ──────────────────────────────────────────────────────
        Profile        5       1   33 %         2            2
        Search         2       0      –         0            2
        ──────────────────────────────────────────────────────
        All            7       1   33 %         2            4

        7 mutants: 1 killed, 2 survived, 4 not counted, in 6.5 s and 3 rounds.
        """)
  }

  @Test(arguments: [
    (
      MutantCode.Place.inClosure,
      "add to the closure of the call at AppTests/ProfileTests.swift:14:"
    ),
    (.before, "add before AppTests/ProfileTests.swift:14:"),
    (.atEnd, "add after AppTests/ProfileTests.swift:14, at the end of the test:"),
  ])
  func `The code says where it belongs`(place: MutantCode.Place, text: String) {
    let report = report([
      (fact("a", .field("x"), .exercised), .survived, place)
    ])
    let lines = report.split(separator: "\n").joined(separator: " ").replacing("   ", with: " ")
    #expect(lines.contains("To protect it, \(text)"))
  }

  @Test func `A field without code has other words than an outcome that no store sees`() {
    #expect(
      report([(fact("a", .field("x"), .exercised), .survived, nil)]).contains(
        "  There is no code to suggest: the value cannot be written out, or is too long."))
  }

  @Test func `A suite that notices all has nothing but its totals`() {
    #expect(
      report([(fact("a", .field("x"), .asserted), .killed(.failure), nil)])
        == "1 mutant: 1 killed, 0 survived, in 0 s and 1 round.")
  }

  @Test func `A test that kills what another one kills is named with it`() {
    let text = report([
      (fact("a", .field("x"), .asserted, test: "one()"), .killed(.failure), nil),
      (fact("a", .field("x"), .asserted, test: "two()"), .killed(.failure), nil),
      (fact("a", .field("y"), .asserted, test: "three()"), .killed(.failure), nil),
    ])
    #expect(
      text.hasPrefix(
        """
        Tests that kill exactly what another one kills: 1
          the same mutant:
            AppTests.ProfileTests/one()  AppTests/ProfileTests.swift:12
            AppTests.ProfileTests/two()  AppTests/ProfileTests.swift:12


        """))
  }

  @Test func `A test that was not tried with all is not judged, and the report says so`() {
    let facts: [(LedgerFact, MutantTrial?, MutantCode.Place?)] = [
      (fact("a", .field("x"), .asserted, test: "one()"), .killed(.failure), nil),
      (fact("a", .field("x"), .asserted, test: "two()"), nil, nil),
    ]
    #expect(
      report(facts).hasPrefix(
        """
        1 test was not tried with all that it exercises, because others had killed it by
        then: whether it kills anything is seen with --all.


        """))
    #expect(report(facts, triesAll: true).hasPrefix("1 mutant: "))
  }

  @Test func `What was stopped says so at the top`() {
    #expect(
      report([(fact("a", .field("x"), .asserted), .killed(.failure), nil)], isComplete: false)
        .hasPrefix("Stopped before the end: this is what was known by then.\n\n1 mutant: "))
  }

  @Test func `Colors are for a terminal`() {
    let evidence = sampleEvidence()
    #expect(
      MutantReport(evidence, style: TextStyle(isOn: true)).text
        .replacing(/\u{1B}\[\d+m/, with: "")
        == MutantReport(evidence, style: TextStyle(isOn: false)).text)
  }

  @Test func `No line of words is wider than the terminal`() {
    let name = String(repeating: "VeryLong", count: 12)
    let text = report([
      (fact(name, .field(name), .exercised, in: name), .survived, nil),
      (fact(name, .field("y"), .exercised, in: "Other"), .unnoticeable, nil),
    ])
    for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
  }
}

private func report(
  _ trials: [(LedgerFact, MutantTrial?, MutantCode.Place?)], triesAll: Bool = false,
  isComplete: Bool = true
) -> String {
  MutantReport(
    MutantEvidence(result(trials, triesAll: triesAll, isComplete: isComplete)),
    style: TextStyle(isOn: false)
  ).text
}
