import TestEvents
import Foundation
import SourceReading
import Testing
@testable import focus

struct SourceReportTests {
  private static let test = LedgerTest(
    name: "HomeTests.HomeTests/saving()", file: "HomeTests/HomeTests.swift", line: 12)

  private static func mutant(
    _ line: Int, _ operator: String, _ before: String, _ after: String, replacement: String = "",
    of feature: String = "Home"
  ) -> SourceMutant {
    SourceMutant(
      number: line, feature: feature, file: "Sources/Home/Home.swift", line: line, column: 7,
      lastLine: line, lastColumn: 40, operator: `operator`, replacement: replacement,
      before: before, after: after)
  }

  private let evidence: MutantEvidence = {
    let results: [(SourceMutant, MutantTrial.Result)] = [
      (mutant(50, "number off by one", "state.a = 1", "state.a = 2"), .killed),
      (mutant(84, "call removed", "try await database.save(dates)", ""), .survived),
      (
        mutant(
          90, "condition always met", "guard !state.isSaving else { return .none }",
          "guard true else { return .none }", replacement: "true"), .survived
      ),
    ]
    var evidence = MutantEvidence(
      results.map { source, result in
        MutantTrial(of: .source(source), in: Self.test, level: .exercised, result: result)
      })
    (evidence.rounds, evidence.seconds) = (2, 3.5)
    var source = MutantEvidence.SourceMutants(found: 7)
    source.dropped = ["call removed": 2, "number off by one": 1]
    source.unreached = [mutant(99, "call removed", "reset()", "")]
    evidence.source = source
    return evidence
  }()

  @Test func `The tests that pass with a survivor are counted in words`() throws {
    let mutant = try #require(evidence.mutants.first)
    let test = try #require(mutant.trials.first)
    claimEqual(
      [test, test].passing(with: mutant.subject), "both tests that run this code pass")
    claimEqual(
      [test, test, test].passing(with: mutant.subject), "all 3 tests that run this code pass")
  }

  @Test func `A survivor is shown as a diff of its line`() {
    #expect(
      MutantReport(evidence: evidence, style: TextStyle(isOn: false)).text == """
        Survived: 2
        A mutant is a feature with one fault. For example, a field keeps its old value,
        or an action is not received. A mutant survives if all tests pass with it: no
        test detects the fault.

        Home · Sources/Home/Home.swift:84:7: call removed
          - try await database.save(dates)
          Key: Home · call removed: try await database.save(dates)
          The only test that runs this code passes:
            HomeTests.HomeTests/saving()  HomeTests/HomeTests.swift:12
          To protect it, replace the called dependency with a `Stub`, and expect its
          `calls`.

        Home · Sources/Home/Home.swift:90:7: condition always met
          - guard !state.isSaving else { return .none }
          + guard true else { return .none }
          Key: Home · condition always met: guard !state.isSaving else { return .none } => guard true else { return .none }
          The only test that runs this code passes:
            HomeTests.HomeTests/saving()  HomeTests/HomeTests.swift:12
          To protect it, send the action when this condition is false, and expect no
          outcome.

        Not tried, because no test runs this code (not counted): 1 mutant
          Sources/Home/Home.swift:99  reset()

        Dropped, because they do not compile: 3 of 7 (2 call removed, 1 number off by
        one).

        3 mutants: 1 killed, 2 survived, in 3.5 s and 2 rounds.
        """)
  }

  @Test func `Code that no test runs beside code that tests run is named by its column`() throws {
    var evidence = evidence
    let operand = SourceMutant(
      number: 100, feature: "Home", file: "Sources/Home/Home.swift", line: 90, column: 30,
      lastLine: 90, lastColumn: 31, operator: "number off by one", replacement: "2",
      before: "state.count ?? 1", after: "state.count ?? 2")
    evidence.source?.unreached.append(operand)
    let text = MutantReport(evidence: evidence, style: TextStyle(isOn: false)).text
    #expect(
      text.contains(
        """
        Not tried, because no test runs this code (not counted): 2 mutants
          Sources/Home/Home.swift:90:30  state.count ?? 1
          Sources/Home/Home.swift:99  reset()

        """))
  }

  @Test(arguments: MutationOperator.allCases)
  func `Each kind of fault has a cure`(kind: MutationOperator) throws {
    let cure = try #require(Self.mutant(1, kind.rawValue, "reset()", "").cure)
    #expect(cure.hasSuffix("."))
    let others = MutationOperator.allCases.filter { $0 != kind }
    #expect(!others.map { Self.mutant(1, $0.rawValue, "reset()", "").cure }.contains(cure))
    #expect(Self.mutant(1, "made by a later version", "reset()", "").cure == nil)
  }

  @Test func `A call that changes the state is protected by an assertion of its field`() {
    let cure = Self.mutant(1, "call removed", "state.rows.removeAll()", "").cure
    claimEqual(cure, "assert the field that this line changes, with another value before the step.")
    #expect(cure != Self.mutant(1, "call removed", "stateful.reset()", "").cure)
  }

  @Test func `The page has the survivors of each feature with their lines`() {
    var evidence = evidence
    evidence.mutants[0].subject = .source(Self.mutant(9, "call removed", "<b>()", "", of: "About"))
    let page = ReportPage(report: BehaviorReport([LedgerFact]()).adding(evidence)).text
    let test =
      "<ul><li><code>HomeTests.HomeTests/saving()</code> "
      + "<small>HomeTests/HomeTests.swift:12</small></li></ul>"
    #expect(
      page.contains(
        """
        </nav>
        <aside id="source" aria-labelledby="source-name">
        <h2 id="source-name">Source mutants</h2>
        <h3>Home</h3>
        <p class="counts">0 of 2 killed · 2 survived</p>
        <ul>
        <li><p><code>Sources/Home/Home.swift:84:7</code> call removed</p>
        <pre><del>- try await database.save(dates)</del></pre>
        <details><summary>The only test that runs this code passes</summary>\(test)</details></li>
        <li><p><code>Sources/Home/Home.swift:90:7</code> condition always met</p>
        <pre><del>- guard !state.isSaving else { return .none }</del>\
        <ins>+ guard true else { return .none }</ins></pre>
        <details><summary>The only test that runs this code passes</summary>\(test)</details></li>
        </ul>
        <h3>About</h3>
        <p class="counts">1 of 1 killed</p>
        </aside>
        <main>
        """))
    #expect(
      page.contains(
        """
        <p class="mutants">Source mutants: 1 killed, 2 survived.</p>
        <p class="mutants">No test runs the code of 1 more mutant.</p>

        """))
    evidence.source = nil
    #expect(
      !ReportPage(report: BehaviorReport([LedgerFact]()).adding(evidence)).text.contains("<aside"))
  }

  @Test func `What stands in a line cannot become markup`() {
    var evidence = evidence
    evidence.mutants[1].subject = .source(Self.mutant(9, "call removed", "<i>", "<u>", of: "<b>"))
    let page = ReportPage(report: BehaviorReport([LedgerFact]()).adding(evidence)).text
    #expect(page.contains("<h3>&lt;b&gt;</h3>"))
    #expect(page.contains("<pre><del>- &lt;i&gt;</del><ins>+ &lt;u&gt;</ins></pre>"))
  }
}
