import FocusedTestStore
import Testing

struct ReportIssueTests {
  @Test func `a helper's issue is captured with its line and severity`() {
    let line = #line + 2
    let issues = withCapturedIssues {
      reportIssue("Expected a page, but got -1.")
      reportIssue("The page is empty.", severity: .note)
    }
    claimEqual(issues.map(\.line), [line, line + 1])
    claimEqual(issues.map(\.fileID), [#fileID, #fileID])
    claimEqual(issues.map(\.message), ["Expected a page, but got -1.", "The page is empty."])
    claimEqual(issues.map(\.severity), [.error, .note])
  }

  @Test func `a client's issue in an effect is one of the store's test`() async {
    let line = #line + 3
    let store = TestStore(.off, initialState: 0) {
      Reduce<Int, Bool> { _, isFirst in
        isFirst ? .run { _ in reportIssue("from an effect") } : .none
      }
    }
    let issues = await withCapturedIssues { await store.send(true) }
    #expect(
      issues.map(\.message) == [
        "from an effect\n\nThis happened in the effect of true, sent at ReportIssueTests.swift:\(line + 3)."
      ])
    claimEqual(issues.map(\.line), [line])
  }
}
