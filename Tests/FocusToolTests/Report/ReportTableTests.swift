import TestEvents
import SourceReading
import Testing
@testable import focus

struct ReportTableTests {
  @Test func `A row a feature, then what is not asserted with its tests`() {
    #expect(
      table(sampleFacts) == """
        Feature  Behaviors  Asserted  Share  Read  Unasserted
        ─────────────────────────────────────────────────────
        Profile          3         1 33.3 %     1           1
        Search           1         1  100 %     0           0
        ─────────────────────────────────────────────────────
        All              4         2   50 %     1           1

        Unasserted: 1
          Profile · .saved → dismisses
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12

        Read, but not asserted: 1
          Profile · .saved → lastSaved
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
        """)
  }

  @Test func `Actions that no test sends or receives are named by the source`() {
    let source = SwiftSource(
      """
      extension Profile {
        enum Action {
          case saveTapped, saved(Date)
          case `repeat`
          case rows(IdentifiedActionOf<Row>), binding(BindingAction<State>)
        }
      }
      extension Elsewhere { enum Action { case never } }
      """)
    let report = BehaviorReport(sampleFacts).adding(ProductionLines(["Sources/P.swift": source]))
    #expect(
      ReportTable(report: report, style: TextStyle(isOn: false)).text.contains(
        """
        All              4         2   50 %     1           1

        Actions that no test sends or receives (not counted): 1
          Profile · .repeat
            declared at Sources/P.swift:4

        Unasserted: 1
        """))
  }

  @Test func `All are listed when asked for`() {
    #expect(
      table(sampleFacts, listsAll: true).hasSuffix(
        """

        Asserted: 2
          Profile · .saveTapped → isSaving
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:14
            AppTests.ProfileTests/savingTwice()  AppTests/ProfileTests.swift:30
          Search · .found → results[]
            AppTests.ProfileTests/typing()  AppTests/ProfileTests.swift:50

        Actions without an outcome (not counted): 1
          Profile · .cancelTapped → nothing
            AppTests.ProfileTests/saving()  AppTests/ProfileTests.swift:12
        """))
  }

  @Test func `A feature without behaviors has no share`() {
    #expect(
      table([fact("a", .nothing, .exercised)]).contains(
        "Profile          0         0      –     0           0"))
  }

  @Test func `Long names lose their middle, and tests move to a line of their own`() {
    let name = "AVeryLongFeatureNameThatSaysMoreThanOneWantsToReadInATable"
    let text = table([
      fact(
        "anActionWithALongNameTapped", .field("a.path.to.some.field"), .exercised, in: name,
        test: "aTestWithAVeryLongName()", line: 123_456)
    ])
    #expect(
      text == """
        Feature                             Behaviors  Asserted  Share  Read  Unasserted
        ────────────────────────────────────────────────────────────────────────────────
        AVeryLongFeature…ToReadInATable             1         0    0 %     0           1
        ────────────────────────────────────────────────────────────────────────────────
        All                                         1         0    0 %     0           1

        Unasserted: 1
          AVeryLongFeatureNameThatSaysMoreThan…ALongNameTapped → a.path.to.some.field
            AppTests.ProfileTests/aTestWithAVeryLongName()
              AppTests/ProfileTests.swift:123456
        """)
    for line in text.split(separator: "\n") { #expect(String(line).columnCount <= 80, "\(line)") }
  }

  @Test func `Many tests of a behavior are counted`() {
    let text = table(
      (1...5).map { fact("a", .field("x"), .exercised, test: "t\($0)()", line: $0) })
    #expect(
      text.hasSuffix(
        """
          Profile · .a → x
            AppTests.ProfileTests/t1()  AppTests/ProfileTests.swift:1
            AppTests.ProfileTests/t2()  AppTests/ProfileTests.swift:2
            AppTests.ProfileTests/t3()  AppTests/ProfileTests.swift:3
            and 2 more
        """))
  }

  @Test func `A long list is cut, unless all are asked for`() {
    let facts = (1...103).map { fact("a", .field("x\($0)"), .exercised) }
    let text = table(facts)
    #expect(text.contains("\nUnasserted: 103\n"))
    #expect(text.hasSuffix("\n  and 3 more; --all lists them"))
    #expect(text.split(separator: "\n").count == 5 + 1 + 2 * 100 + 1)
    #expect(table(facts, listsAll: true).split(separator: "\n").count == 5 + 1 + 2 * 103)
    #expect(!table(Array(facts.prefix(100))).contains("more"))
  }

  @Test func `Names cannot write to the terminal`() {
    let text = table([fact("a\u{1B}[2J", .field("x\ny"), .exercised, in: "F\u{7}", test: "t\r()")])
    #expect(!text.unicodeScalars.contains { $0 < " " && $0 != "\n" })
    #expect(text.contains(#"  F\u{07} · .a\u{1B}[2J → x\ny"#))
  }

  @Test func `Colors change no width`() {
    let colored = ReportTable(report: BehaviorReport(sampleFacts), style: TextStyle(isOn: true))
      .text
    #expect(colored.contains("\u{1B}[31m         1\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[\d+m/, with: "") == table(sampleFacts))
  }
}

private func table(_ facts: [LedgerFact], listsAll: Bool = false) -> String {
  ReportTable(report: BehaviorReport(facts), listsAll: listsAll, style: TextStyle(isOn: false)).text
}
