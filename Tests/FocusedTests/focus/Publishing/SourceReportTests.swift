import BehaviorLedger
import Foundation
import Testing
import focus

struct SourceReportTests {
  private static let test = LedgerTest(
    name: "HomeTests.HomeTests/saving()", file: "HomeTests/HomeTests.swift", line: 12)

  private static func mutant(
    _ line: Int, _ operator: String, _ before: String, _ after: String, replacement: String = ""
  ) -> SourceMutant {
    SourceMutant(
      number: line, feature: "Home", file: "Sources/Home/Home.swift", line: line, column: 7,
      lastLine: line, lastColumn: 40, operator: `operator`, replacement: replacement,
      before: before, after: after)
  }

  private let evidence: MutantEvidence = {
    let results: [(SourceMutant, MutantVerdict, MutantTrial)] = [
      (mutant(50, "assignment removed", "state.a = 1", ""), .killed, .killed(.failure)),
      (
        mutant(84, "call removed", "try await database.save(dates)", ""), .survived, .survived
      ),
      (
        mutant(
          90, "condition always met", "guard !state.isSaving else { return .none }",
          "guard true else { return .none }", replacement: "true"), .survived, .survived
      ),
    ]
    var evidence = MutantEvidence(
      rounds: 2, seconds: 3.5,
      mutants: results.map { source, verdict, result in
        .init(
          subject: .source(source), verdict: verdict,
          tests: [.init(test: Self.test, mark: .exercised, result: result)],
          handledAt: ProductionLine(file: source.file, line: source.line))
      })
    evidence.source = MutantEvidence.SourceMutants(
      found: 7, dropped: ["call removed": 2, "number off by one": 1],
      unreached: [mutant(99, "call removed", "reset()", "")])
    return evidence
  }()

  @Test func `A survivor is shown as a diff of its line`() {
    #expect(
      MutantReport(evidence, style: TextStyle(isOn: false)).text == """
        Survived: 2
        A mutant is the feature with one fault in its source. A mutant with which all
        tests still pass has survived: no test would notice the fault.

        Home · Sources/Home/Home.swift:84:7: call removed
          - try await database.save(dates)
          The one test that comes to it passes:
            HomeTests.HomeTests/saving()  HomeTests/HomeTests.swift:12

        Home · Sources/Home/Home.swift:90:7: condition always met
          - guard !state.isSaving else { return .none }
          + guard true else { return .none }
          The one test that comes to it passes:
            HomeTests.HomeTests/saving()  HomeTests/HomeTests.swift:12

        Not tried, because no test comes to these lines (not counted): 1 mutant
          Sources/Home/Home.swift:99  reset()

        Dropped, because they do not compile: 3 of 7 (2 call removed, 1 number off by
        one).

        3 mutants: 1 killed, 2 survived, in 3.5 s and 2 rounds.
        """)
  }

  @Test func `What is written is what is read`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(evidence.json, to: "source.json")
    #expect(try MutantEvidence(file: directory("source.json")) == evidence)
  }

  @Test func `In the schema of elements it stands where it is`() throws {
    let report = ElementsReport(evidence, source: { _ in "" })
    let object = try JSONSerialization.jsonObject(with: Data(report.json.utf8)) as? [String: Any]
    let files = object?["files"] as? [String: [String: Any]]
    let mutants = files?["Sources/Home/Home.swift"]?["mutants"] as? [[String: Any]]
    let last = try #require(mutants?.last)
    #expect(last["mutatorName"] as? String == "condition always met")
    #expect(last["replacement"] as? String == "true")
    #expect(
      last["location"] as? NSDictionary == [
        "start": ["line": 90, "column": 7], "end": ["line": 90, "column": 40],
      ])
  }
}
