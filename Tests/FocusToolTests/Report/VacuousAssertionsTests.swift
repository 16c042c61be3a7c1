import Foundation
import SourceReading
import TestEvents
import Testing
@testable import focus

/// Vacuous assertions in the outputs of the tool.
struct VacuousAssertionsTests {
  private static let assertion = VacuousAssertion(
    file: "AppTests/ProfileTests.swift", line: 14,
    reason: #"`$0.page?.title = "x"` while `page` is `nil`"#, test: "AppTests.ProfileTests/saving()"
  )

  private let statements = [VacuousAssertion](
    [assertion, assertion], ProductionLines(["Tests/AppTests/ProfileTests.swift": SwiftSource("")]))

  @Test func `A statement is listed once, by its file in the package`() {
    claimEqual(
      statements,
      [
        VacuousAssertion(
          file: "Tests/AppTests/ProfileTests.swift", line: 14, reason: Self.assertion.reason)
      ])
    let unknown = [VacuousAssertion]([Self.assertion], ProductionLines())
    claimEqual(unknown.map(\.file), ["AppTests/ProfileTests.swift"])
  }

  @Test func `Both reports list it`() {
    let list = """
      Vacuous assertions: 1
      These statements assert nothing, because they have no effect on the state of the
      test.
        Tests/AppTests/ProfileTests.swift:14
          `$0.page?.title = "x"` while `page` is `nil`
      """
    var evidence = sampleEvidence()
    evidence.vacuousAssertions = statements
    let style = TextStyle(isOn: false)
    #expect(MutantReport(evidence: evidence, style: style).text.contains("\n\n\(list)\n\n"))
    #expect(!MutantReport(evidence: sampleEvidence(), style: style).text.contains("Vacuous"))
    var report = BehaviorReport(sampleFacts)
    report.vacuousAssertions = statements
    #expect(ReportTable(report: report, style: style).text.contains("\n\n\(list)\n\n"))
    #expect(
      ReportPage(report: report).text.contains("<h2 id=\"vacuous-name\">Vacuous assertions</h2>"))
    #expect(!ReportPage(report: BehaviorReport(sampleFacts)).text.contains("Vacuous"))
    let line =
      "- Asserts nothing: <code>Tests/AppTests/ProfileTests.swift:14</code>, "
      + "<code>`$0.page?.title = &quot;x&quot;` while `page` is `nil`</code>"
    for summary in [evidence.markdown(), report.markdown()] { claimEqual(summary.last, line) }
    let annotation = Annotation(
      place: ProductionLine(file: "Tests/AppTests/ProfileTests.swift", line: 14),
      title: "This statement asserts nothing", message: Self.assertion.reason)
    claimEqual(report.annotations(ProductionLines()).first, annotation)
    claimEqual(evidence.annotations(ProductionLines()).first, annotation)
  }

  @Test func `A command fails on vacuous assertions if that is asked for`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(
      ledgerText(sampleFacts) + Self.assertion.ledgerLine, to: "ledger/ledger-1-a.jsonl")
    let lenient = ToolRun("report", directory("ledger"))
    #expect(lenient.code == .asRequested && lenient.output.contains("Vacuous assertions: 1"))
    let strict = ToolRun("report", directory("ledger"), "--fail-on-vacuous")
    claimEqual(strict.code, .belowRequest)
    claimEqual(
      strict.notes, "focus: 1 assertion is vacuous, but --fail-on-vacuous allows none.\n")
    let json = ToolRun("report", directory("ledger"), "--json").output
    #expect(json.contains(#""vacuousAssertions" : ["#) && json.contains(#""line" : 14"#))
    try directory.write(ledgerText(sampleFacts), to: "ledger/ledger-1-a.jsonl")
    #expect(ToolRun("report", directory("ledger"), "--fail-on-vacuous").code == .asRequested)
  }

  @Test func `A line of the ledger is what it was written as`() throws {
    let line = Data(Self.assertion.ledgerLine.utf8.dropLast())
    claimEqual(LedgerLine(line), .vacuous(Self.assertion))
    #expect(LedgerLine(Data(#"{"vacuous":"a","test":"b"}"#.utf8)) == nil)
  }
}
