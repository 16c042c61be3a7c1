import SourceReading
import TestEvents
import Testing
@testable import focus

/// The writers of documents. `.ci/page` tests the page in a browser.
struct DocumentTests {
  @Test(arguments: SampleDocument.allCases)
  func `each output is as in its golden file`(sample: SampleDocument) {
    let document = sample.document
    claimGolden(document.text(TextStyle(isOn: false)), "\(sample).txt")
    claimGolden(document.markdown.joined(separator: "\n"), "\(sample).md")
    let page = document.html(sample.matrix)
      .replacing(/(?s)<style>.*<\/style>/, with: "<style></style>")
      .replacing(/(?s)<script>.*<\/script>/, with: "<script></script>")
    claimGolden(page, "\(sample).html")
  }

  // MARK: - Text

  @Test func `a long feature loses its middle in the table, and names in lists stay whole`() {
    let name = "AVeryLongFeatureNameThatSaysMoreThanOneWantsToReadInATable"
    let text = text([
      fact(
        "anActionWithALongNameTapped", .field("a.path.to.some.field"), .exercised, in: name,
        test: "aTestWithAVeryLongName()", line: 123_456)
    ])
    #expect(
      text == """
        Feature                             Behaviors  Asserted  Share  Read  Unasserted
        ────────────────────────────────────────────────────────────────────────────────
        AVeryLongFeature…ntsToReadInATable          1         0    0 %     0           1
        ────────────────────────────────────────────────────────────────────────────────
        All                                         1         0    0 %     0           1

        Unasserted: 1
          \(name) · .anActionWithALongNameTapped → a.path.to.some.field
            AppTests.ProfileTests/aTestWithAVeryLongName()
              AppTests/ProfileTests.swift:123456
        """)
  }

  @Test func `a feature without behaviors has no share`() {
    #expect(
      text([fact("a", .nothing, .exercised)]).contains(
        "Profile          0         0      –     0           0"))
  }

  @Test func `the tests of a behavior after the third are counted`() {
    let text = text((1...5).map { fact("a", .field("x"), .exercised, test: "t\($0)()", line: $0) })
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

  @Test func `a long list is cut at the limit`() {
    let facts = (1...103).map { fact("a", .field("x\($0)"), .exercised) }
    let text = text(facts)
    #expect(text.contains("\nUnasserted: 103\n"))
    #expect(text.hasSuffix("\n  and 3 more; --html and --json list them"))
    claimEqual(text.split(separator: "\n").count, 5 + 1 + 2 * 100 + 1)
    #expect(!self.text(Array(facts.prefix(100))).contains("more"))
  }

  @Test func `names cannot write to the terminal`() {
    let text = text([fact("a\u{1B}[2J", .field("x\ny"), .exercised, in: "F\u{7}", test: "t\r()")])
    #expect(!text.unicodeScalars.contains { $0 < " " && $0 != "\n" })
    #expect(text.contains(#"  F\u{07} · .a\u{1B}[2J → x\ny"#))
  }

  @Test(arguments: SampleDocument.allCases)
  func `colors change no width`(sample: SampleDocument) {
    let colored = sample.document.text(TextStyle(isOn: true))
    #expect(colored.contains("\u{1B}[31m"))
    #expect(
      colored.replacing(/\u{1B}\[\d+m/, with: "")
        == sample.document.text(TextStyle(isOn: false)))
  }

  private func text(_ facts: [LedgerFact]) -> String {
    BehaviorReport(facts).document().text(TextStyle(isOn: false))
  }

  // MARK: - The page

  @Test func `the page loads nothing`() {
    let report = BehaviorReport(sampleFacts)
    let page = report.document().html(report.matrix)
    for part in ["http:", "https:", "src=", "@import", "url(", "<link", "fetch("] {
      #expect(!page.contains(part), "\(part)")
    }
    #expect(page.contains("default-src 'none'"))
  }

  @Test func `text cannot become markup or script`() {
    let hostile = "<i>\"'&</script><!--\0"
    let text = LedgerFact(
      behavior: Behavior(feature: hostile, action: hostile, outcome: .sends(hostile)),
      mark: .asserted, test: LedgerTest(name: hostile, file: hostile, line: 1),
      assertedAt: LedgerLocation(file: hostile, line: 2))
    let report = BehaviorReport([text])
    let page = report.document(listsAll: true).html(report.matrix)
    #expect(!page.contains("<i>"))
    #expect(!page.contains("<!--"))
    claimEqual(page.matches(of: /<\/script>/).count, 1)
    #expect(!page.unicodeScalars.contains("\0"))
    #expect(page.contains("&lt;i&gt;&quot;&#39;&amp;&lt;/script&gt;&lt;!--\u{FFFD}</h2>"))
  }

  @Test func `each character with a meaning in markup is escaped`() {
    claimEqual("a<b>&\"'\t\n\u{1B}é".escapedForHTML, "a&lt;b&gt;&amp;&quot;&#39;\t\n\u{FFFD}é")
  }
}

/// Documents with each kind of part.
enum SampleDocument: String, CaseIterable, CustomTestStringConvertible {
  case behaviors, mutants, sourceMutants

  var testDescription: String { rawValue }

  var document: Document {
    switch self {
    case .behaviors: Self.report.document(Self.gaps, listsAll: true)
    case .mutants: Self.evidence.document(vacuous: Self.report.vacuousAssertions)
    case .sourceMutants: Self.sourceEvidence.document()
    }
  }

  var matrix: Matrix {
    switch self {
    case .behaviors: Self.report.matrix
    case .mutants: Self.evidence.matrix
    case .sourceMutants: Self.sourceEvidence.matrix
    }
  }

  private static let report: BehaviorReport = {
    let lines = ProductionLines([
      "Sources/App/Profile.swift": SwiftSource(
        """
        struct Profile: Reducer {
          enum Action {
            case saveTapped, saved(Date), cancelTapped
            case `repeat`
            case rows(IdentifiedActionOf<Row>), binding(BindingAction<State>)
          }
          func reduce(into state: inout State, action: Action) -> Effect<Action> {
            switch action {
            case .saved(let date):
              state.lastSaved = date
              return .run { await $0.dismiss() }
            default: return .none
            }
          }
        }
        struct Settings: Reducer {
          enum Action { case muteTapped }
        }
        """),
      "Tests/AppTests/Spy.swift": SwiftSource("struct Spy { enum Action { case a } }"),
    ])
    var ledger = Ledger()
    let facts = sampleFacts + [fact("opened", .starts("load"), .exercised, in: "Search<Int>")]
    let vacuous = [4, 4, 3].map { line in
      VacuousAssertion(
        file: "AppTests/ProfileTests.swift", line: line,
        reason: #"`$0.page?.title = "x"` while `page` is `nil`"#, test: "A.B/t\(line)()")
    }
    ledger.merge(
      .init((ledgerText(facts) + vacuous.map(\.ledgerLine).joined()).utf8), file: "a.jsonl")
    return BehaviorReport(ledger, lines)
  }()

  private static let gaps = try! KnownGaps(
    "Search<Int> · .opened → starts load # The cache is empty.", file: "GAPS")

  private static let evidence: MutantEvidence = {
    var evidence = sampleEvidence()
    evidence.missing = report.missing
    return evidence
  }()

  static let sourceEvidence: MutantEvidence = {
    let test = LedgerTest(
      name: "HomeTests.HomeTests/saving()", file: "HomeTests/HomeTests.swift", line: 12)
    let results: [(SourceMutant, MutantVerdict, MutantTrial.Result)] = [
      (mutant(50, "boundary moved", "if a < 1 {", "if a <= 1 {"), .killed, .killed),
      (mutant(84, "call removed", "try await database.save(dates)", ""), .survived, .survived),
      (
        mutant(
          90, "condition always met", "guard !state.isSaving else { return .none }",
          "guard true else { return <b> }"), .survived, .survived
      ),
      (mutant(95, "call removed", "log()", ""), .undecided, .notJudged),
    ]
    var evidence = MutantEvidence(
      mutants: results.map { source, verdict, result in
        .init(
          subject: .source(source), verdict: verdict,
          trials: [
            MutantTrial(of: .source(source), in: test, level: .exercised, result: result)
          ],
          handledAt: ProductionLine(file: source.file, line: source.line))
      })
    (evidence.rounds, evidence.seconds, evidence.isComplete) = (2, 3.5, false)
    var source = MutantEvidence.SourceMutants(found: 7)
    source.dropped = 3
    source.unreached = [
      mutant(99, "call removed", "reset()", ""),
      mutant(90, "boundary moved", "b > 1", "b >= 1", column: 30),
    ]
    evidence.source = source
    return evidence
  }()

  static func mutant(
    _ line: Int, _ operator: String, _ before: String, _ after: String, column: Int = 7
  ) -> SourceMutant {
    SourceMutant(
      number: line, feature: "Home", file: "Sources/Home/Home.swift", line: line, column: column,
      lastLine: line, lastColumn: 40, operator: `operator`, replacement: "",
      before: before, after: after)
  }
}
