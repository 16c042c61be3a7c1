import TestEvents
import SourceReading
import Testing
@testable import focus

struct GitHubActionsTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func environment(_ more: [String: String] = [:]) -> [String: String] {
    ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": directory("summary.md")]
      .merging(more) { $1 }
  }

  @Test func `Nothing is said outside of Actions`() {
    #expect(GitHubActions([:], package: "/p") == nil)
    #expect(GitHubActions(["GITHUB_ACTIONS": "false"], package: "/p") == nil)
    #expect(GitHubActions(["GITHUB_STEP_SUMMARY": "x"], package: "/p") == nil)
  }

  @Test func `An annotation is escaped as the runner wants it`() throws {
    let actions = try #require(
      GitHubActions(environment(["GITHUB_WORKSPACE": "/w"]), package: "/w/App"))
    #expect(
      actions.commands(for: [
        Annotation(
          place: ProductionLine(file: "Sources/A,B.swift", line: 7), title: "100 %: a, b",
          message: "One: 5 %,\r\ntwo"),
        Annotation(place: nil, title: "Nowhere", message: ""),
      ]) == [
        "::warning file=App/Sources/A%2CB.swift,line=7,title=100 %25%3A a%2C b::"
          + "One: 5 %25,%0D%0Atwo",
        "::warning title=Nowhere::",
      ])
  }

  @Test func `There are no more than ten annotations`() throws {
    let actions = try #require(GitHubActions(environment(), package: "/p"))
    let annotations = (0..<12).map { Annotation(place: nil, title: "\($0)", message: "") }
    claimEqual(actions.commands(for: annotations).count, 10)
    claimEqual(actions.commands(for: annotations).last, "::warning title=9::")
  }

  @Test func `A summary is added to what the step has written`() throws {
    try directory.write("Before\n", to: "summary.md")
    let actions = try #require(GitHubActions(environment(), package: "/p"))
    try actions.write(["One", "Two"])
    #expect(try directory.read("summary.md") == "Before\nOne\nTwo\n")
    let none = try #require(GitHubActions(["GITHUB_ACTIONS": "true"], package: "/p"))
    try none.write(["One"])
  }

  @Test func `A summary is never longer than the runner takes`() {
    let parts = (0..<2000).map { "\($0) " + String(repeating: "ä", count: 500) }
    let text = GitHubActions.text(of: parts, limit: GitHubActions.summaryLimit)
    #expect(text.utf8.count <= GitHubActions.summaryLimit)
    #expect(text.utf8.count > GitHubActions.summaryLimit - 2000)
    #expect(text.hasSuffix(" more did not fit. The log lists all of them.\n"))
    claimEqual(GitHubActions.text(of: parts, limit: 10), "")
    claimEqual(GitHubActions.text(of: ["a", "b"], limit: 4), "a\nb\n")
    claimEqual(GitHubActions.text(of: ["a", "b"], limit: 3), "")
  }

  // MARK: - What is said

  private func evidence() -> MutantEvidence {
    let test = LedgerTest(name: "M.A/a(|)", file: "M/A.swift", line: 3)
    let code = MutantCode(
      file: "M/A.swift", line: 5, place: .inClosure, lines: ["$0.name = \"```\""])
    func trial(_ field: String, _ level: Behavior.Mark, _ result: MutantTrial.Result) -> MutantTrial
    {
      MutantTrial(
        of: .behavior(Behavior(feature: "Form<Int>", action: "save", outcome: .field(field))),
        in: test, level: level, result: result, code: result == .survived ? code : nil)
    }
    var evidence = MutantEvidence([
      trial("name", .exercised, .survived), trial("isSaving", .asserted, .killed),
    ])
    evidence.mutants[1].handledAt = ProductionLine(file: "Sources/M/Form.swift", line: 9)
    return evidence
  }

  @Test func `The summary has the survivors with their code`() {
    #expect(
      evidence().markdown().joined(separator: "\n")
        == """
        ## Mutants: 1 of 2 killed (50 %)

        | Feature | Mutants | Killed | Survived | Not counted |
        |---|--:|--:|--:|--:|
        | <code>Form&lt;Int&gt;</code> | 2 | 1 | 1 | 0 |

        <details><summary>Survived: <code>Form&lt;Int&gt; · .save → name</code></summary>

        Handled at <code>Sources/M/Form.swift:9</code>.

        Tests that pass without it: <code>M.A/a(&#124;)</code>.

        To protect it, add to the closure of the call at M/A.swift:5:

        ````swift
        $0.name = "```"
        ````

        </details>

        """)
  }

  @Test func `A survivor is annotated where its action is handled, or else at its test`() {
    var evidence = evidence()
    let lines = ProductionLines(["Tests/M/A.swift": SwiftSource("")])
    let message =
      "With this behavior switched off, the only test that exercises it passes. To protect it, add to the closure "
      + "of the call at M/A.swift:5:\n$0.name = \"```\""
    let title = "No test detects Form<Int> · .save → name"
    #expect(
      evidence.annotations(lines) == [
        Annotation(
          place: ProductionLine(file: "Sources/M/Form.swift", line: 9), title: title,
          message: message)
      ])
    evidence.mutants[1].handledAt = nil
    #expect(
      evidence.annotations(lines).map(\.place) == [ProductionLine(file: "Tests/M/A.swift", line: 3)]
    )
    claimEqual(evidence.annotations(ProductionLines()).map(\.place), [nil])
  }

  @Test func `A report names what no test asserts`() {
    let report = BehaviorReport(sampleFacts)
    #expect(
      report.markdown().joined(separator: "\n") == """
        ## Behaviors: 2 of 4 asserted (50 %)

        | Feature | Behaviors | Asserted | Read | Unasserted |
        |---|--:|--:|--:|--:|
        | <code>Profile</code> | 3 | 1 | 1 | 1 |
        | <code>Search</code> | 1 | 1 | 0 | 0 |

        - Unasserted: <code>Profile · .saved → dismisses</code>, exercised by \
        <code>AppTests.ProfileTests/saving()</code>
        """)
    let lines = ProductionLines([
      "Sources/Profile.swift": SwiftSource(
        "struct Profile {\n  func reduce() { switch action {\n  case .saved:\n return } }\n}")
    ])
    #expect(
      report.annotations(lines) == [
        Annotation(
          place: ProductionLine(file: "Sources/Profile.swift", line: 3),
          title: "No test asserts Profile · .saved → dismisses",
          message: "Exercised by AppTests.ProfileTests/saving().")
      ])
  }

  // MARK: - The command

  @Test func `The command report writes both inside of Actions`() throws {
    try directory.write(ledgerText(sampleFacts), to: "ledger/ledger-1-a.jsonl")
    let plain = ToolRun("report", directory("ledger"))
    let run = ToolRun(
      ["report", directory("ledger")], environment: environment(), directory: directory.path)
    #expect(run.output == plain.output && run.code == plain.code)
    #expect(
      run.notes == """
        ::warning title=No test asserts Profile · .saved → dismisses::\
        Exercised by AppTests.ProfileTests/saving().

        """)
    #expect(try directory.read("summary.md").hasPrefix("## Behaviors: 2 of 4 asserted (50 %)\n"))
  }
}
