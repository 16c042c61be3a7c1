import Testing
@testable import focus

struct StepSummaryTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private var environment: [String: String] {
    ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": directory("summary.md")]
  }

  @Test func `Nothing is written outside of Actions`() {
    #expect(StepSummary([:]) == nil)
    #expect(StepSummary(["GITHUB_ACTIONS": "false", "GITHUB_STEP_SUMMARY": "x"]) == nil)
    #expect(StepSummary(["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": ""]) == nil)
  }

  @Test func `A summary is added to what the step has written`() throws {
    try directory.write("Before\n", to: "summary.md")
    let document = Document(title: "a < b", parts: [.paragraph("Text")])
    try #require(StepSummary(environment)).append(document)
    #expect(try directory.read("summary.md") == "Before\n## a &lt; b\n\nText\n\n")
  }

  @Test func `A summary is never longer than the runner takes`() {
    let parts = (0..<2000).map { "\($0) " + String(repeating: "ä", count: 500) }
    let text = StepSummary.text(of: parts, limit: StepSummary.limit)
    #expect(text.utf8.count <= 1 << 20)
    #expect(text.utf8.count > StepSummary.limit - 2000)
    #expect(text.hasSuffix("\nThe rest did not fit. The log lists all of it.\n"))
    claimEqual(StepSummary.text(of: ["a", "b"], limit: 4), "a\nb\n")
  }

  @Test func `The command report writes the summary inside of Actions`() throws {
    try directory.write(ledgerText(sampleFacts), to: "ledger/ledger-1-a.jsonl")
    let plain = ToolRun("report", directory("ledger"))
    let run = ToolRun(
      ["report", directory("ledger")], environment: environment, directory: directory.path)
    #expect(run.output == plain.output && run.code == plain.code && run.notes == "")
    #expect(try directory.read("summary.md").hasPrefix("## Behaviors: 2 of 4 asserted (50 %)\n"))
  }
}
