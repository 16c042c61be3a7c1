import SourceReading
import TestEvents
import Testing
@testable import focus

struct MutantReportTests {
  @Test func `The survivors come first, with the code that kills them`() {
    #expect(
      MutantReport(evidence: sampleEvidence(), style: TextStyle(isOn: false)).text == """
        Survived: 2
        A mutant is a feature with one fault. For example, a field keeps its old value,
        or an action is not received. A mutant survives if all tests pass with it: no
        test detects the fault.

        Profile · .saveTapped → isSaving
          Both tests that exercise it pass without it:
            AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
          To protect it, in
            AppTests.ProfileTests/saving()
          replace the call at AppTests/ProfileTests.swift:14 with:

              await store.send(.saveTapped) {
                $0.isSaving = true
              }

        Profile · .saved → dismisses
          The only test that exercises it passes without it:
            AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12
          No code can be suggested: the store cannot observe it, or receives an equal
          action without it. To protect it, check a dependency, or write an exhaustive
          test.

        Undecided: no test fails, but some tests could not be judged (not counted): 2
          Profile · .saved → draft
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
              `Profile.State.id` is a constant.
          Search · .typed → query
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
              The test did not run, or did not report its result.

        Untested: the field could not be restored in any test (not counted): 1
          Profile · .saved → id
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
              `Profile.State.id` is a constant.

        Equivalent: the state is the same without it in every test (not counted): 1
          Profile · .saved → cache

        Not reached: it occurred only in the first run (not counted): 1
          Search · .found → results[]

        Left out, because these tests failed or did not end without a mutant: 1
          AppTests.SearchTests/flaky()
        Left out, because no test framework identifies the test that created these
        stores: 1
          AppTests/Stray.swift:9

        Tests that kill no mutant: 1
        These tests pass with every mutant. That is correct for a test that asserts an
        absence. Without --source, it is also correct for a test of a dependency call, a
        guard, or a constant.
          AppTests.ProfileTests/cancelling()  AppTests/ProfileTests.swift:12

        Slow tests, which try only mutants that no other test kills: 1
          AppTests.ProfileTests/saving()  20.1 s in each of 3 rounds

        Feature  Mutants  Killed  Share  Survived  Not counted
        ──────────────────────────────────────────────────────
        Profile        6       1   33 %         2            3
        Search         2       0      –         0            2
        ──────────────────────────────────────────────────────
        All            8       1   33 %         2            5

        8 mutants: 1 killed, 2 survived, 2 undecided, 1 untested, 1 equivalent, 1 not reached, in 6.5 s and 3 rounds.
        """)
  }

  @Test(arguments: [
    (MutantCode.Place.before, "add before AppTests/ProfileTests.swift:14:"),
    (.atEnd, "add at the end of the test, whose last call is at AppTests/ProfileTests.swift:14:"),
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
        "  No code can be suggested: the value has no source literal, or is too long."))
  }

  @Test func `Of several suggestions it is said that none was tried`() {
    let survivors: [(LedgerFact, MutantTrial.Result?, MutantCode.Place?)] = [
      (fact("a", .field("x"), .exercised), .survived, .atEnd),
      (fact("a", .field("y"), .exercised), .survived, .atEnd),
    ]
    let hint = "These suggestions were not tried, and some may kill several mutants."
    #expect(report(survivors).contains("\n\n\(hint)\n\n"))
    #expect(!report([survivors[0]]).contains("may kill several"))
  }

  @Test func `Actions and features without a test are listed, and have no mutants`() throws {
    var evidence = result([(fact("a", .field("x"), .asserted), .killed, nil)])
    let source = SwiftSource(
      """
      struct Profile: Reducer {
        enum Action {
          case logoutTapped
        }
      }
      struct Settings: Reducer {
        enum Action { case muteTapped }
      }
      """)
    let lines = ProductionLines([
      "Sources/App/Profile.swift": source,
      "Tests/AppTests/Spy.swift": SwiftSource("struct Spy { enum Action { case a } }"),
    ])
    let report = BehaviorReport([fact("a", .field("x"), .asserted)]).adding(lines)
    evidence.missing = report.missing
    let sections = """
      Features without a test (not counted): 1
      The table omits these features, because no test sends them an action through a
      TestStore.
        Settings
          declared at Sources/App/Profile.swift:6
      """
    let actions = """
      Actions that no test sends or receives (not counted): 1
        Profile · .logoutTapped
          declared at Sources/App/Profile.swift:3
      """
    let style = TextStyle(isOn: false)
    #expect(
      MutantReport(evidence: evidence, style: style).text == """
        \(sections)

        \(actions)

        1 mutant: 1 killed, 0 survived, in 0 s and 1 round.
        """)
    #expect(
      ReportTable(report: report, style: style).text.hasSuffix("\n\n\(sections)\n\n\(actions)"))
    let json = evidence.json
    #expect(
      json.contains(#""feature" : "Settings""#) && json.contains(#""action" : "logoutTapped""#))
    let feature =
      "- Without a test: <code>Settings</code>, "
      + "<code>declared at Sources/App/Profile.swift:6</code>"
    let action =
      "- Not sent by any test: <code>Profile · .logoutTapped</code>, "
      + "<code>declared at Sources/App/Profile.swift:3</code>"
    for summary in [evidence.markdown(), report.markdown()] {
      claimEqual(Array(summary.suffix(2)), [feature, action])
    }
    let page = ReportPage(report: report).text
    #expect(
      page.contains("<li><p><code>Settings</code> declared at Sources/App/Profile.swift:6</p>"))
    #expect(page.contains("<code>Profile · .logoutTapped</code>"))
    evidence.missing = Array(repeating: report.missing.actions, count: 101).flatMap(\.self)
    #expect(
      MutantReport(evidence: evidence, style: style).text.contains(
        "\n  and 1 more; --json lists them\n"))
  }

  @Test func `A test that was not tried with all of its mutants is not said to kill nothing`() {
    let text = report([
      (fact("a", .field("x"), .asserted, test: "one()"), .killed, nil),
      (fact("a", .field("x"), .asserted, test: "two()"), nil, nil),
      (fact("a", .field("y"), .asserted, test: "two()"), .survived, nil),
    ])
    #expect(!text.contains("kill no mutant"))
  }

  @Test func `A test that could not be judged is not said to kill nothing`() {
    for trial in [MutantTrial.Result.unwritable, .noOutcome, .notReached] {
      let text = report([
        (fact("a", .field("x"), .asserted, test: "one()"), .survived, nil),
        (fact("a", .field("y"), .asserted, test: "one()"), trial, nil),
      ])
      #expect(!text.contains("kill no mutant") && !text.contains("not tried"), "\(trial)")
      let judged = report([
        (fact("a", .field("x"), .asserted, test: "one()"), .survived, nil),
        (fact("a", .field("y"), .asserted, test: "one()"), .unnoticeable, nil),
      ])
      #expect(judged.contains("Tests that kill no mutant: 1"))
    }
  }

  @Test func `An initializer that may not be public is named below the code`() {
    var result = result([(fact("a", .field("x"), .exercised), .survived, .inClosure)])
    let code = MutantCode(
      file: "A.swift", line: 1, place: .inClosure, lines: ["$0.error = Failure(text: \"a\")"],
      notes: ["`Failure(text:)` may not be public. Create the value as other tests do."])
    result.mutants[0].trials[0].code = code
    #expect(
      MutantReport(evidence: result, style: TextStyle(isOn: false)).text.contains(
        """
              $0.error = Failure(text: "a")

          `Failure(text:)` may not be public. Create the value as other tests do.

        """))
  }

  @Test func `A stopped session says what was not tried, and has shares of what was`() {
    let text = report(
      [
        (fact("a", .field("x"), .asserted), .killed, nil),
        (fact("a", .field("y"), .asserted), .survived, nil),
        (fact("a", .field("y"), .asserted, test: "other()"), nil, nil),
        (fact("a", .field("z"), .asserted, in: "Other"), nil, nil),
      ], isComplete: false)
    #expect(
      text == """
        Stopped early. These are the results so far. 2 of 3 mutants were not tried in
        each of their tests. Shares are based on the 2 mutants that at least one test
        tried.

        Feature  Mutants  Killed  Share  Survived  Not counted
        ──────────────────────────────────────────────────────
        Other          1       0      –         0            1
        Profile        2       1   50 %         0            1
        ──────────────────────────────────────────────────────
        All            3       1   50 %         0            2

        3 mutants: 1 killed, 0 survived, 2 not fully tried, in 0 s and 1 round.
        """)
  }

  @Test func `What was stopped says so at the top`() {
    #expect(
      report([(fact("a", .field("x"), .asserted), .killed, nil)], isComplete: false)
        .hasPrefix("Stopped early. These are the results so far.\n\n1 mutant: "))
  }

  @Test func `Colors are for a terminal`() {
    let evidence = sampleEvidence()
    #expect(
      MutantReport(evidence: evidence, style: TextStyle(isOn: true)).text
        .replacing(/\u{1B}\[\d+m/, with: "")
        == MutantReport(evidence: evidence, style: TextStyle(isOn: false)).text)
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
  _ trials: [(LedgerFact, MutantTrial.Result?, MutantCode.Place?)], isComplete: Bool = true
) -> String {
  MutantReport(
    evidence: result(trials, isComplete: isComplete), style: TextStyle(isOn: false)
  ).text
}
